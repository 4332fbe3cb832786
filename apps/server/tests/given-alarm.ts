import { instantAt } from '../src/core/clock.ts'
import type { AlarmRow } from '../src/core/database/schema-alarms.ts'
import type { TestApp } from './test-app.ts'

/** Creates a tank with one terminal, in the caller's own firm unless another is named. */
export async function givenTank(t: TestApp, firm_id: number = t.ownFirm.id) {
  const tank = await t.given.tank({ firm_id })
  return { ...tank, terminal: await t.given.terminal({ tank_id: tank.id }) }
}
export type GivenTank = Awaited<ReturnType<typeof givenTank>>

/** Saves an alarm as the evaluation would, in an incident of its own; each needs another metric, because one side of a metric has at most one open alarm. */
export async function givenAlarm(
  t: TestApp,
  tank: GivenTank,
  wish: Partial<Omit<AlarmRow, 'id' | 'past'>> = {},
): Promise<number> {
  const started = { cause: null, started_at: instantAt(t.clock.now()), occurred_at: instantAt(t.clock.now()) }
  const newIncident = async () =>
    (await t.database.db.insertInto('incidents').values(started).returning('id').executeTakeFirstOrThrow()).id
  const state = wish.state ?? 'active_unack'
  const raised_at = wish.raised_at ?? instantAt(t.clock.now() - 10 * 60_000)
  const alarm = {
    tank_id: tank.id,
    terminal_id: tank.terminal.id,
    metric: 'ph' as const,
    kind: 'high' as const,
    severity: 'warning' as const,
    value: 8.1,
    peak: 8.3,
    occurrence_peak: 8.3,
    limit_value: 8,
    out_since: raised_at,
    last_at: raised_at,
    occurred_at: [raised_at],
    notified_at: raised_at,
    cleared_at: state === 'rtn_unack' || state === 'closed' ? raised_at : null,
    closed_at: state === 'closed' ? raised_at : null,
    ...wish,
    incident_id: wish.incident_id ?? (await newIncident()),
    state,
    raised_at,
  }
  const { id } = await t.database.db.insertInto('alarms').values(alarm).returning('id').executeTakeFirstOrThrow()
  return id
}
