import type { Alarm } from '@dalyan/contracts/alarms'
import type { ClearReason } from '@dalyan/contracts/alarm-words'
import { limitOf, SIDES } from '@dalyan/contracts/out-of-range'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'
import type { AppEvents } from '../../events.ts'
import type { EvaluatedReading } from '../measurements/storing/reading.ts'
import { alarmRowsRepository } from './machine/alarm-rows.sql.ts'
import { evaluationRepository, type EvaluationRepository } from './evaluation/evaluation.sql.ts'
import {
  activeTerminal,
  limitStateKey,
  loadEvaluationContext,
  saveExcursions,
  type EvaluationContext,
} from './evaluation/evaluation-context.ts'
import {
  dismiss,
  evaluateByClock,
  evaluateValue,
  release,
  type Excursion,
  type LimitState,
} from './evaluation/limit-state.rules.ts'
import { isActive, transition, type AlarmEvent, type Transition } from './machine/alarm-machine.rules.ts'
import type { SaveAlarms } from './machine/save-alarms.ts'
import { valuesToEvaluate, withoutLate, type EvaluatedValue } from './evaluation/values-to-evaluate.ts'

/** Readings of these tanks wait during an evaluation, and one template may serve thousands of tanks. */
const TANKS_AT_ONCE = 100

interface Needs {
  database: Pick<Database, 'transact'>
  clock: Clock
  events: AppEvents
  /** Age in seconds at which a value of a terminal with this usual interval is stale (`terminal-presence.rules.ts`). */
  staleAfterSeconds: (interval: number | null) => number
  saveAlarms: SaveAlarms
}

export interface AlarmsService {
  /** Evaluates the readings that a transaction has just stored. Costs one query when no value is or was out. */
  evaluate(connection: Connection, stored: readonly EvaluatedReading[]): Promise<Alarm[]>
  /** Announces alarms after the commit of their transaction. */
  announce(alarms: readonly Alarm[]): void
  /**
   * Evaluates tanks after a change of limits, status or assignments: their fresh latest values may raise and clear alarms, and limits no
   * longer evaluated clear theirs with the reason. Call it after the commit.
   */
  evaluateTanks(tankIds: readonly number[]): Promise<Alarm[]>
  /** Raises the excursions that have lasted for their delay. */
  raiseDue(tankIds: readonly number[]): Promise<Alarm[]>
  /** Applies one event to each alarm of these tanks, under their lock; null: no event. */
  changeAlarms(tankIds: readonly number[], eventOf: (alarm: AlarmRow) => AlarmEvent | null): Promise<Alarm[]>
}

export function createAlarmsService(needs: Needs): AlarmsService {
  return {
    evaluate: (connection, stored) => evaluateReadings(needs, connection, stored),
    announce: (alarms) => announce(needs, alarms),
    evaluateTanks: (tankIds) => evaluateTanks(needs, tankIds),
    raiseDue: (tankIds) => raiseDue(needs, tankIds),
    changeAlarms: (tankIds, eventOf) => changeAlarms(needs, tankIds, eventOf),
  }
}

async function evaluateReadings(
  { clock, saveAlarms }: Needs,
  connection: Connection,
  stored: readonly EvaluatedReading[],
): Promise<Alarm[]> {
  const onTanks = stored.filter(({ tank_id }) => tank_id !== null)
  if (onTanks.length === 0) return []
  const repository = evaluationRepository(connection)
  // A terminal that is out in this batch may return in the same batch: all of its readings count.
  const candidates = await repository.findCandidates(onTanks)
  if (candidates.size === 0) return []
  const readings = onTanks
    .filter(({ terminal_id }) => candidates.has(terminal_id))
    .toSorted((a, b) => a.measured_at - b.measured_at || a.terminal_id - b.terminal_id)
  const tankIds = [...new Set(readings.map(({ tank_id }) => tank_id ?? 0))].sort((a, b) => a - b)

  const context = await loadEvaluationContext(connection, tankIds, instantAt(readings[0]?.measured_at ?? clock.now()))
  const values = await withoutLate(repository, valuesToEvaluate(context, readings), readings)
  const after = new Map(context.limitStates)
  for (const value of values) evaluateBothSides(after, value, instantAt(clock.now()))
  return saveAlarms(connection, await saveExcursions(connection, context.limitStates, after))
}

function evaluateBothSides(limitStates: Map<string, LimitState>, value: EvaluatedValue, now: string): void {
  for (const side of SIDES) {
    const key = limitStateKey(value.tank_id, value.metric, side)
    const state = limitStates.get(key)
    if (state) limitStates.set(key, evaluateValue(state, value, now))
  }
}

async function evaluateTanks(needs: Needs, tankIds: readonly number[]): Promise<Alarm[]> {
  const changed: Alarm[] = []
  for (let from = 0; from < tankIds.length; from += TANKS_AT_ONCE) {
    const some = tankIds.slice(from, from + TANKS_AT_ONCE)
    changed.push(...(await transactAndAnnounce(needs, (on) => evaluateLatestValues(needs, on, some))))
  }
  return changed
}

async function evaluateLatestValues(
  needs: Needs,
  connection: Connection,
  tankIds: readonly number[],
): Promise<Alarm[]> {
  const repository = evaluationRepository(connection)
  await repository.lockLatest(tankIds)
  const now = instantAt(needs.clock.now())
  const latest = await repository.findLatest(tankIds)
  const oldest = latest.reduce((first, { at }) => (at < first ? at : first), now)
  const context = await loadEvaluationContext(connection, tankIds, oldest)
  const reasons = await releaseReasons(repository, context)
  const after = new Map(
    [...context.limitStates].map(([key, state]) => [key, withoutDismissed(context, state, reasons, now)]),
  )
  for (const value of latest) {
    const terminal = activeTerminal(context, value.tank_id, value.terminal_id)
    if (terminal && !isStale(needs, value.at, terminal.interval_seconds)) evaluateBothSides(after, value, now)
  }
  for (const [key, state] of after) after.set(key, evaluateByClock(state, staleIn(needs, context), now))
  return needs.saveAlarms(connection, [
    ...(await saveExcursions(connection, context.limitStates, after)),
    ...transitionsOf(context.silences, (alarm) => silenceDismissal(context, alarm, reasons, now), now),
  ])
}

/** Why terminals of excursions or silences no longer count. */
async function releaseReasons(
  repository: EvaluationRepository,
  context: EvaluationContext,
): Promise<Map<number, ClearReason>> {
  const out = [...context.limitStates.values()].flatMap(({ excursions }) =>
    excursions.map(({ terminal_id }) => terminal_id),
  )
  const silent = context.silences.flatMap(({ terminal_id }) => terminal_id ?? [])
  const rows = await repository.findTerminalStatuses([...new Set([...out, ...silent])])
  return new Map(rows.map(({ id, status }) => [id, status === 'active' ? 'terminal_moved' : `terminal_${status}`]))
}

/** The limit state without what no longer counts: the tank, its limits, or single terminals. */
function withoutDismissed(
  context: EvaluationContext,
  state: LimitState,
  reasons: ReadonlyMap<number, ClearReason>,
  now: string,
): LimitState {
  const tank = context.tanks.get(state.tank_id)
  const isIdle = state.excursions.length === 0 && !isActive(state.alarm)
  if (!tank || isIdle) return state
  if (tank.status !== 'active') return dismiss(state, `tank_${tank.status}`, now)
  if (!tank.limits) return dismiss(state, 'template_off', now)
  if (!state.limits || limitOf(state.limits, state.side) === null) return dismiss(state, 'limit_removed', now)
  return state.excursions
    .filter(({ terminal_id }) => !activeTerminal(context, state.tank_id, terminal_id))
    .reduce(
      (left, { terminal_id }) => release(left, terminal_id, reasons.get(terminal_id) ?? 'terminal_moved', now),
      state,
    )
}

/** Clears a silence alarm whose tank or terminal no longer counts. */
function silenceDismissal(
  context: EvaluationContext,
  { tank_id, terminal_id }: AlarmRow,
  reasons: ReadonlyMap<number, ClearReason>,
  at: string,
): AlarmEvent | null {
  const status = context.tanks.get(tank_id)?.status ?? 'deleted'
  if (status !== 'active') return { type: 'cleared', at, reason: `tank_${status}` }
  if (terminal_id === null || activeTerminal(context, tank_id, terminal_id)) return null
  return { type: 'cleared', at, reason: reasons.get(terminal_id) ?? 'terminal_moved' }
}

function isStale({ clock, staleAfterSeconds }: Needs, at: string, interval: number | null): boolean {
  return (clock.now() - Date.parse(at)) / 1000 > staleAfterSeconds(interval)
}

function staleIn(needs: Needs, context: EvaluationContext): (excursion: Excursion) => boolean {
  return ({ tank_id, terminal_id, last_at }) => {
    const terminal = activeTerminal(context, tank_id, terminal_id)
    return !terminal || isStale(needs, last_at, terminal.interval_seconds)
  }
}

async function raiseDue(needs: Needs, tankIds: readonly number[]): Promise<Alarm[]> {
  if (tankIds.length === 0) return []
  return transactAndAnnounce(needs, async (connection) => {
    const now = instantAt(needs.clock.now())
    const context = await loadEvaluationContext(connection, tankIds, now)
    const isStaleNow = staleIn(needs, context)
    const after = new Map(
      [...context.limitStates].map(([key, state]) => [key, evaluateByClock(state, isStaleNow, now)]),
    )
    return needs.saveAlarms(connection, await saveExcursions(connection, context.limitStates, after))
  })
}

async function changeAlarms(
  needs: Needs,
  tankIds: readonly number[],
  eventOf: (alarm: AlarmRow) => AlarmEvent | null,
): Promise<Alarm[]> {
  if (tankIds.length === 0) return []
  return transactAndAnnounce(needs, async (connection) => {
    await evaluationRepository(connection).lockTanks(tankIds)
    const now = instantAt(needs.clock.now())
    const alarms = await alarmRowsRepository(connection).findLast(tankIds, now)
    return needs.saveAlarms(connection, transitionsOf(alarms, eventOf, now))
  })
}

function transitionsOf(
  alarms: readonly AlarmRow[],
  eventOf: (alarm: AlarmRow) => AlarmEvent | null,
  now: string,
): Transition[] {
  return alarms.flatMap((alarm) => {
    const event = eventOf(alarm)
    return (event && transition(alarm, event, now)) ?? []
  })
}

function announce({ events }: Needs, alarms: readonly Alarm[]): void {
  for (const alarm of alarms) events.emit('alarm.changed', alarm)
}

async function transactAndAnnounce(needs: Needs, work: (connection: Connection) => Promise<Alarm[]>): Promise<Alarm[]> {
  const changed = await needs.database.transact(work)
  announce(needs, changed)
  return changed
}
