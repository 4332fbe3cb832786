import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit } from '../logs/audit-log.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import { terminalDirectoryRepository } from './terminal-directory.sql.ts'

interface Needs {
  database: Database
  clock: Clock
  settings: typeof settingsRepository
  events: Pick<AppEvents, 'emit'>
  log: Logger
  /** Resolves once the directory of terminals has read the announced changes. */
  directorySettled: () => Promise<void>
  audit: Audit
}

export type Enrolment = ReturnType<typeof createEnrolment>

/** The period in which many unknown terminals may ask for admission (docs/behaviour/terminals.md). */
export function createEnrolment({ database, clock, settings, events, log, directorySettled, audit }: Needs) {
  return {
    /** 0 minutes: closes it. */
    async open(minutes: number, actor: UserActor): Promise<{ until: string | null }> {
      const until = minutes === 0 ? null : instantAt(clock.now() + minutes * 60_000)
      await database.transact(async (on) => {
        const before = { enrolment_until: await settings(on).get('enrolment_until') }
        await settings(on).set('enrolment_until', until)
        const target = { kind: 'settings' as const, id: null, name: 'enrolment_until' }
        await audit(on, actor, { event: 'settings_changed', target, before, after: { enrolment_until: until } })
      })
      return { until }
    },

    /** Clears the waiting list; a device that tries again may enter it again. */
    async removeWaiting(by: { id: number }): Promise<void> {
      const ids = await terminalDirectoryRepository(database).removeWaiting()
      log.info({ user_id: by.id, count: ids.length }, 'the terminals that waited to be let in were removed')
      for (const id of ids) events.emit('terminal.changed', { id, tank_ids: [] })
      await directorySettled()
    },

    /** `until` null: closed. */
    async state(): Promise<{ until: string | null }> {
      const until = await settings(database).get('enrolment_until')
      return { until: until !== null && until > instantAt(clock.now()) ? until : null }
    },
  }
}
