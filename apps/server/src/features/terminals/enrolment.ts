import { instantAt } from '../../core/clock.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { terminalDirectoryRepository } from './terminal-directory.sql.ts'
import type { TerminalNeeds } from './terminals.service.ts'

// The period in which many unknown terminals may ask for admission (docs/behaviour/terminals.md).

/** 0 minutes: closes it. */
export async function openEnrolment(
  { database, clock, settings, audit }: TerminalNeeds,
  minutes: number,
  actor: UserActor,
): Promise<{ until: string | null }> {
  const until = minutes === 0 ? null : instantAt(clock.now() + minutes * 60_000)
  await database.transact(async (on) => {
    const before = { enrolment_until: await settings(on).get('enrolment_until') }
    await settings(on).set('enrolment_until', until)
    const target = { kind: 'settings' as const, id: null, name: 'enrolment_until' }
    await audit(on, actor, { event: 'settings_changed', target, before, after: { enrolment_until: until } })
  })
  return { until }
}

/** `until` null: closed. */
export async function enrolmentState({ database, clock, settings }: TerminalNeeds): Promise<{ until: string | null }> {
  const until = await settings(database).get('enrolment_until')
  return { until: until !== null && until > instantAt(clock.now()) ? until : null }
}

/** Clears the waiting list; a device that tries again may enter it again. */
export async function removeWaiting(
  { database, events, log, directorySettled }: TerminalNeeds,
  by: { id: number },
): Promise<void> {
  const ids = await terminalDirectoryRepository(database).removeWaiting()
  log.info({ user_id: by.id, count: ids.length }, 'the terminals that waited to be let in were removed')
  for (const id of ids) events.emit('terminal.changed', { id, tank_ids: [] })
  await directorySettled()
}
