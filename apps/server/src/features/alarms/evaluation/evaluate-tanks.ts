import type { Alarm } from '@dalyan/contracts/alarms'
import { isActive, isOfLimit, type ClearReason } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { limitOf } from '@dalyan/contracts/out-of-range'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import { alarmsRepository } from '../alarms.sql.ts'
import { transitionsOf, type AlarmEvent } from '../machine/alarm-machine.rules.ts'
import { saveAlarms, transactAndAnnounce, type AnnounceNeeds } from '../machine/save-alarms.ts'
import {
  activeTerminal,
  evaluateAllKinds,
  loadEvaluationContext,
  saveExcursions,
  type EvaluationContext,
} from './evaluate-readings.ts'
import { evaluationRepository } from './evaluation.sql.ts'
import { dismiss, evaluateByClock, release, type StoredExcursion, type LimitState } from './limit-state.rules.ts'

/** Readings of these tanks wait during an evaluation, and one template may serve thousands of tanks. */
const TANKS_AT_ONCE = 100

export interface EvaluationNeeds extends AnnounceNeeds {
  clock: Clock
  /** Age in seconds at which a value of a terminal with this usual interval is stale (terminals/silence-limit.rules.ts). */
  staleAfterSeconds: (interval: number | null) => number
}

/**
 * Evaluates tanks after a change of limits, status or assignments: their fresh latest values may raise and clear alarms, and limits no
 * longer evaluated clear theirs with the reason. Call it after the commit.
 */
export async function evaluateTanks(needs: EvaluationNeeds, tankIds: readonly number[]): Promise<Alarm[]> {
  const changed: Alarm[] = []
  for (let from = 0; from < tankIds.length; from += TANKS_AT_ONCE) {
    const some = tankIds.slice(from, from + TANKS_AT_ONCE)
    changed.push(...(await transactAndAnnounce(needs, (on) => evaluateLatestValues(needs, on, some))))
  }
  return changed
}

/** Raises the excursions on these tanks that have lasted for their delay. */
export async function raiseDue(needs: EvaluationNeeds, tankIds: readonly number[]): Promise<void> {
  if (tankIds.length === 0) return
  await transactAndAnnounce(needs, async (connection) => {
    const now = instantAt(needs.clock.now())
    const context = await loadEvaluationContext(connection, tankIds, now)
    const isStaleNow = staleIn(needs, context)
    const after = withEach(context.limitStates, (state) => evaluateByClock(state, isStaleNow, now))
    return saveAlarms(needs, connection, await saveExcursions(connection, context.limitStates, after))
  })
}

/** Applies one event to each alarm of these tanks, under their lock; null: no event. */
export async function changeAlarms(
  needs: EvaluationNeeds,
  tankIds: readonly number[],
  eventOf: (alarm: AlarmRow) => AlarmEvent | null,
): Promise<void> {
  if (tankIds.length === 0) return
  await transactAndAnnounce(needs, async (connection) => {
    await evaluationRepository(connection).lockTanks(tankIds)
    const now = instantAt(needs.clock.now())
    const alarms = await alarmsRepository(connection).findLast(tankIds, now)
    return saveAlarms(needs, connection, transitionsOf(alarms, eventOf, now))
  })
}

async function evaluateLatestValues(
  needs: EvaluationNeeds,
  connection: Connection,
  tankIds: readonly number[],
): Promise<Alarm[]> {
  const repository = evaluationRepository(connection)
  await repository.lockLatest(tankIds)
  const now = instantAt(needs.clock.now())
  const latest = await repository.findLatest(tankIds)
  const oldest = latest.reduce((first, { at }) => (at < first ? at : first), now)
  const context = await loadEvaluationContext(connection, tankIds, oldest)
  const reasons = await releaseReasons(connection, context)
  const after = withEach(context.limitStates, (state) => withoutDismissed(context, state, reasons, now))
  for (const value of latest) {
    const terminal = activeTerminal(context, value.tank_id, value.terminal_id)
    if (terminal && !isStale(needs, value.at, terminal.interval_seconds)) evaluateAllKinds(after, value, now)
  }
  const isStaleNow = staleIn(needs, context)
  const evaluated = withEach(after, (state) => evaluateByClock(state, isStaleNow, now))
  return saveAlarms(needs, connection, [
    ...(await saveExcursions(connection, context.limitStates, evaluated)),
    ...transitionsOf(context.silences, (alarm) => silenceDismissal(context, alarm, reasons, now), now),
  ])
}

function withEach(
  states: ReadonlyMap<string, LimitState>,
  change: (state: LimitState) => LimitState,
): Map<string, LimitState> {
  return new Map([...states].map(([key, state]) => [key, change(state)]))
}

/** Why terminals of excursions or silences no longer count. */
async function releaseReasons(connection: Connection, context: EvaluationContext): Promise<Map<number, ClearReason>> {
  const out = [...context.limitStates.values()].flatMap(({ excursions }) => excursions)
  const terminals = [...out, ...context.silences].flatMap(({ terminal_id }) => terminal_id ?? [])
  const rows = await evaluationRepository(connection).findTerminalStatuses([...new Set(terminals)])
  return new Map(rows.map(({ id, status }) => [id, status === 'active' ? 'terminal_moved' : `terminal_${status}`]))
}

/** The limit state without what no longer counts: the tank, its limits, or single terminals. */
function withoutDismissed(
  context: EvaluationContext,
  state: LimitState,
  reasons: ReadonlyMap<number, ClearReason>,
  now: Instant,
): LimitState {
  const tank = context.tanks.get(state.tank_id)
  const isIdle = state.excursions.length === 0 && !isActive(state.alarm)
  if (!tank || isIdle) return state
  if (tank.status !== 'active') return dismiss(state, `tank_${tank.status}`, now)
  if (!tank.limits) return dismiss(state, 'template_off', now)
  if (!state.limits || (isOfLimit(state.kind) && limitOf(state.limits, state.kind) === null))
    return dismiss(state, 'limit_removed', now)
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
  at: Instant,
): AlarmEvent | null {
  const status = context.tanks.get(tank_id)?.status ?? 'deleted'
  if (status !== 'active') return { type: 'cleared', at, reason: `tank_${status}` }
  if (terminal_id === null || activeTerminal(context, tank_id, terminal_id)) return null
  return { type: 'cleared', at, reason: reasons.get(terminal_id) ?? 'terminal_moved' }
}

function isStale({ clock, staleAfterSeconds }: EvaluationNeeds, at: Instant, interval: number | null): boolean {
  return (clock.now() - Date.parse(at)) / 1000 > staleAfterSeconds(interval)
}

function staleIn(needs: EvaluationNeeds, context: EvaluationContext): (excursion: StoredExcursion) => boolean {
  return ({ tank_id, terminal_id, last_at }) => {
    const terminal = activeTerminal(context, tank_id, terminal_id)
    return !terminal || isStale(needs, last_at, terminal.interval_seconds)
  }
}
