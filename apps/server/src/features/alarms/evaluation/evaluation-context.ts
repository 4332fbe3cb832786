import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { SIDES, type Side } from '@dalyan/contracts/out-of-range'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import { alarmRowsRepository } from '../machine/alarm-rows.sql.ts'
import { evaluationRepository, type AssignedTerminal, type EvaluatedTank } from './evaluation.sql.ts'
import type { Excursion, LimitState } from './limit-state.rules.ts'
import { REOPENS_WITHIN_MS, type Transition } from '../machine/alarm-machine.rules.ts'

/** Locked tanks with their terminals, alarms and the limit state of each metric and side. */
export interface EvaluationContext {
  tanks: ReadonlyMap<number, EvaluatedTank>
  /** Devices by id; each is on one tank at most. */
  terminals: ReadonlyMap<number, AssignedTerminal>
  limitStates: Map<string, LimitState>
  silences: AlarmRow[]
}

export const limitStateKey = (tank_id: number, metric: MetricKey, side: Side) => `${tank_id} ${metric} ${side}`

/** The device that is on the tank now and may raise alarms there. */
export function activeTerminal(
  context: EvaluationContext,
  tank_id: number,
  terminal_id: number,
): AssignedTerminal | undefined {
  const terminal = context.terminals.get(terminal_id)
  return terminal?.tank_id === tank_id && terminal.status === 'active' ? terminal : undefined
}

/** Locks the tanks and reads all that their evaluation needs. `since`: the oldest instant to evaluate. */
export async function loadEvaluationContext(
  connection: Connection,
  tankIds: readonly number[],
  since: Instant,
): Promise<EvaluationContext> {
  const repository = evaluationRepository(connection)
  await repository.lockTanks(tankIds)
  const tanks = new Map((await repository.findTanks(tankIds)).map((tank) => [tank.id, tank]))
  const terminals = new Map((await repository.findTerminals(tankIds)).map((terminal) => [terminal.id, terminal]))
  const excursions = await repository.findExcursions(tankIds)
  // An excursion that holds belongs to an alarm that is not closed, so the search for closed alarms ignores it.
  const waiting = excursions.filter(({ holds }) => !holds)
  const oldest = waiting.reduce((first, { out_since }) => (out_since < first ? out_since : first), since)
  const alarms = await alarmRowsRepository(connection).findLast(
    tankIds,
    instantAt(Date.parse(oldest) - REOPENS_WITHIN_MS),
  )

  const limitStates = new Map<string, LimitState>()
  for (const tank of tanks.values()) {
    METRIC_KEYS.forEach((metric, index) => {
      const limits = tank.status === 'active' ? (tank.limits?.[index] ?? null) : null
      for (const side of SIDES) {
        limitStates.set(limitStateKey(tank.id, metric, side), {
          tank_id: tank.id,
          metric,
          side,
          limits,
          alarm: null,
          excursions: [],
          transitions: [],
        })
      }
    })
  }
  for (const excursion of excursions) {
    const key = limitStateKey(excursion.tank_id, excursion.metric, excursion.kind)
    const limitState = limitStates.get(key)
    if (limitState) limitStates.set(key, { ...limitState, excursions: [...limitState.excursions, excursion] })
  }
  for (const alarm of alarms) {
    if (alarm.kind === 'silent' || !alarm.metric) continue
    const key = limitStateKey(alarm.tank_id, alarm.metric, alarm.kind)
    const limitState = limitStates.get(key)
    if (limitState) limitStates.set(key, { ...limitState, alarm })
  }
  return { tanks, terminals, limitStates, silences: alarms.filter(({ kind }) => kind === 'silent') }
}

/** Writes the excursions that changed, sorted by key. @returns the transitions of their alarms, not saved yet. */
export async function saveExcursions(
  connection: Connection,
  before: ReadonlyMap<string, LimitState>,
  after: ReadonlyMap<string, LimitState>,
): Promise<Transition[]> {
  const pairs = [...after].flatMap(([key, now]) => {
    const was = before.get(key)
    return was && was !== now ? [{ was, now }] : []
  })
  const changed = pairs.flatMap(({ was, now }) =>
    now.excursions.filter((excursion) => !was.excursions.includes(excursion)),
  )
  const gone = pairs.flatMap(({ was, now }) =>
    was.excursions.filter(
      ({ terminal_id }) => !now.excursions.some((excursion) => excursion.terminal_id === terminal_id),
    ),
  )
  const byKey = (a: Excursion, b: Excursion) =>
    a.terminal_id - b.terminal_id ||
    a.tank_id - b.tank_id ||
    a.metric.localeCompare(b.metric) ||
    a.kind.localeCompare(b.kind)
  const repository = evaluationRepository(connection)
  await repository.removeExcursions(gone.toSorted(byKey))
  await repository.upsertExcursions(changed.toSorted(byKey))
  return pairs.flatMap(({ now }) => now.transitions)
}
