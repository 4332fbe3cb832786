import type { Alarm } from '@dalyan/contracts/alarms'
import type { ClearReason } from '@dalyan/contracts/alarm-words'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AlarmChange, AlarmRow } from '../../core/database/schema-alarms.ts'
import type { AppEvents } from '../../events.ts'
import type { Reading } from '../measurements/storing/reading.ts'
import { isActive } from './alarm-life.rules.ts'
import { alarmRowsRepository } from './alarm-rows.repository.ts'
import {
  clearedFor,
  dismiss,
  evaluateValue,
  evaluateByClock,
  release,
  type Excursion,
  type LimitState,
} from './alarms.rules.ts'
import type { SaveAlarms } from './save-alarms.ts'
import { createKnownLimits } from './known-limits.ts'
import { limitOf, SIDES } from './limits.rules.ts'
import {
  activeTerminal,
  loadEvaluationContext,
  saveExcursions,
  limitStateKey,
  type EvaluationContext,
} from './evaluation-context.ts'
import { valuesToEvaluate, withoutLate, type EvaluatedValue } from './values-to-evaluate.ts'
import { evaluationRepository, type EvaluationRepository } from './evaluation.repository.ts'

/** Readings of these tanks wait meanwhile: a template may serve thousands. */
const TANKS_AT_ONCE = 100

interface Needs {
  database: Pick<Database, 'transact'>
  clock: Clock
  events: AppEvents
  /** Age in seconds at which a value of a terminal with this usual interval is stale (`terminal-presence.rules.ts`). */
  staleAfterSeconds: (interval: number | null) => number
  saveAlarms: SaveAlarms
}

export function alarmsService({ database, clock, events, staleAfterSeconds, saveAlarms }: Needs) {
  const knownLimits = createKnownLimits()
  const nowInstant = () => instantAt(clock.now())

  /** Tells of alarms after their commit. */
  function announce(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) events.emit('alarm.changed', alarm)
  }

  async function transactAndAnnounce(work: (connection: Connection) => Promise<Alarm[]>): Promise<Alarm[]> {
    const changed = await database.transact(work)
    announce(changed)
    return changed
  }

  /** Evaluates the readings that a transaction has just stored. Where nothing is out, and nothing was, it costs one query. */
  async function evaluate(connection: Connection, stored: readonly Reading[]): Promise<Alarm[]> {
    const onTanks = stored.filter(({ tank_id }) => tank_id !== null)
    if (onTanks.length === 0) return []
    const repository = evaluationRepository(connection)
    // A terminal that is out in this batch may be inside again in the same batch: all of its readings count.
    const concerned = await knownLimits.findCandidates(repository, onTanks)
    if (concerned.size === 0) return []
    const readings = onTanks
      .filter(({ terminal_id }) => concerned.has(terminal_id))
      .toSorted((a, b) => a.measured_at - b.measured_at || a.terminal_id - b.terminal_id)
    const tankIds = [...new Set(readings.map(({ tank_id }) => tank_id ?? 0))].sort((a, b) => a - b)

    const context = await loadEvaluationContext(connection, tankIds, instantAt(readings[0]?.measured_at ?? clock.now()))
    const values = await withoutLate(repository, valuesToEvaluate(context, readings), readings)
    const after = new Map(context.limitStates)
    for (const value of values) evaluateBothSides(after, value)
    return saveAlarms(connection, await saveExcursions(connection, context.limitStates, after))
  }

  function evaluateBothSides(limitStates: Map<string, LimitState>, value: EvaluatedValue): void {
    for (const side of SIDES) {
      const key = limitStateKey(value.tank_id, value.metric, side)
      const limitState = limitStates.get(key)
      if (limitState) limitStates.set(key, evaluateValue(limitState, value, nowInstant()))
    }
  }

  /**
   * Evaluates tanks anew after a change of limits, status or assignments: the fresh latest values at once, both ways; what is no longer watched
   * clears with its reason. To be called after the change is committed.
   */
  async function evaluateTanks(tankIds: readonly number[]): Promise<Alarm[]> {
    const changed: Alarm[] = []
    for (let from = 0; from < tankIds.length; from += TANKS_AT_ONCE) {
      changed.push(...(await evaluateSomeTanks(tankIds.slice(from, from + TANKS_AT_ONCE))))
    }
    return changed
  }

  function evaluateSomeTanks(tankIds: readonly number[]): Promise<Alarm[]> {
    return transactAndAnnounce(async (connection) => {
      const repository = evaluationRepository(connection)
      await repository.lockLatest(tankIds)
      const now = nowInstant()
      const latest = await repository.findLatest(tankIds)
      const oldest = latest.reduce((first, { at }) => (at < first ? at : first), now)
      const context = await loadEvaluationContext(connection, tankIds, oldest)
      const gone = await reasonsOf(repository, context)
      const after = new Map(
        [...context.limitStates].map(([key, limitState]) => [key, dismissed(context, limitState, gone)]),
      )
      for (const value of latest) {
        const terminal = activeTerminal(context, value.tank_id, value.terminal_id)
        if (terminal && !isStale(value.at, terminal.interval_seconds)) evaluateBothSides(after, value)
      }
      for (const [key, limitState] of after) after.set(key, evaluateByClock(limitState, staleIn(context), now))
      const changes = await saveExcursions(connection, context.limitStates, after)
      return saveAlarms(connection, [
        ...changes,
        ...changedOf(context.silences, (alarm) => silenceDismissed(context, alarm, gone)),
      ])
    })
  }

  /** What stopped counting: the tank, its limits, or single terminals. */
  function dismissed(
    context: EvaluationContext,
    limitState: LimitState,
    gone: ReadonlyMap<number, ClearReason>,
  ): LimitState {
    const tank = context.tanks.get(limitState.tank_id)
    const isIdle = limitState.excursions.length === 0 && !isActive(limitState.alarm)
    if (!tank || isIdle) return limitState
    if (tank.status !== 'active') return dismiss(limitState, `tank_${tank.status}`, nowInstant())
    if (!tank.limits) return dismiss(limitState, 'template_off', nowInstant())
    if (limitOf(limitState.limits, limitState.side) === null) return dismiss(limitState, 'limit_removed', nowInstant())
    return limitState.excursions
      .filter(({ terminal_id }) => !activeTerminal(context, limitState.tank_id, terminal_id))
      .reduce(
        (left, { terminal_id }) => release(left, terminal_id, gone.get(terminal_id) ?? 'terminal_moved', nowInstant()),
        limitState,
      )
  }

  function silenceDismissed(
    context: EvaluationContext,
    alarm: AlarmRow,
    gone: ReadonlyMap<number, ClearReason>,
  ): AlarmRow {
    const status = context.tanks.get(alarm.tank_id)?.status ?? 'deleted'
    if (status !== 'active') return clearedFor(alarm, `tank_${status}`, nowInstant())
    if (alarm.terminal_id === null || activeTerminal(context, alarm.tank_id, alarm.terminal_id)) return alarm
    return clearedFor(alarm, gone.get(alarm.terminal_id) ?? 'terminal_moved', nowInstant())
  }

  function isStale(at: string, interval: number | null): boolean {
    return (clock.now() - Date.parse(at)) / 1000 > staleAfterSeconds(interval)
  }

  function staleIn(context: EvaluationContext): (excursion: Excursion) => boolean {
    return ({ tank_id, terminal_id, last_at }) => {
      const terminal = activeTerminal(context, tank_id, terminal_id)
      return !terminal || isStale(last_at, terminal.interval_seconds)
    }
  }

  /** Raises by the clock what stayed out for its delay. */
  async function raiseDue(tankIds: readonly number[]): Promise<Alarm[]> {
    if (tankIds.length === 0) return []
    return transactAndAnnounce(async (connection) => {
      const now = nowInstant()
      const context = await loadEvaluationContext(connection, tankIds, now)
      const after = new Map(
        [...context.limitStates].map(([key, limitState]) => [key, evaluateByClock(limitState, staleIn(context), now)]),
      )
      return saveAlarms(connection, await saveExcursions(connection, context.limitStates, after))
    })
  }

  /** Changes stored alarms of these tanks, under their lock. */
  async function changeAlarms(tankIds: readonly number[], change: (alarm: AlarmRow) => AlarmRow): Promise<Alarm[]> {
    if (tankIds.length === 0) return []
    return transactAndAnnounce(async (connection) => {
      await evaluationRepository(connection).lockTanks(tankIds)
      return saveAlarms(
        connection,
        changedOf(await alarmRowsRepository(connection).findLast(tankIds, nowInstant()), change),
      )
    })
  }

  return { evaluate, announce, evaluateTanks, raiseDue, changeAlarms }
}

function changedOf(alarms: readonly AlarmRow[], change: (alarm: AlarmRow) => AlarmRow): AlarmChange[] {
  return alarms.map((before) => ({ before, after: change(before) })).filter(({ before, after }) => before !== after)
}

export type AlarmsService = ReturnType<typeof alarmsService>

/** Why terminals that are still named by excursions or silences no longer count. */
async function reasonsOf(
  repository: EvaluationRepository,
  context: EvaluationContext,
): Promise<Map<number, ClearReason>> {
  const named = [...context.limitStates.values()].flatMap(({ excursions }) =>
    excursions.map(({ terminal_id }) => terminal_id),
  )
  const silent = context.silences.flatMap(({ terminal_id }) => terminal_id ?? [])
  const rows = await repository.findTerminalStatuses([...new Set([...named, ...silent])])
  return new Map(rows.map(({ id, status }) => [id, status === 'active' ? 'terminal_moved' : `terminal_${status}`]))
}
