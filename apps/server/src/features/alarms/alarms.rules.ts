import { CLEAR_REASONS, type ClearReason } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Severity } from '@dalyan/contracts/range-templates'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'
import { clear, continueWith, isActive, raise, regrade } from './alarm-life.rules.ts'
import {
  isBack,
  isBeyond,
  isMuchWorse,
  isOut,
  limitOf,
  severityOf,
  worseOf,
  type Limits,
  type Side,
} from './limits.rules.ts'

/** A terminal whose value is out: still inside its delay, or (`holds`) one for which the alarm waits. */
export interface Excursion {
  terminal_id: number
  tank_id: number
  metric: MetricKey
  kind: Side
  severity: Severity
  holds: boolean
  /** The newest value out, and the worst. */
  value: number
  peak: number
  out_since: Instant
  last_at: Instant
}

/** One side of one metric of a tank: all that is known when a value is evaluated. */
export interface LimitState {
  tank_id: number
  metric: MetricKey
  side: Side
  /** Null: nothing is evaluated. */
  limits: Limits | null
  /** The alarm that is not closed, else the last one closed. */
  alarm: AlarmRow | null
  excursions: readonly Excursion[]
}

/** One value of one terminal; `at` is the reading's own time. */
export interface Report {
  terminal_id: number
  value: number
  at: Instant
}

/** Evaluates one value. A terminal's values come in the order of their own time. */
export function evaluateValue(limitState: LimitState, report: Report, now: Instant): LimitState {
  const { side, limits, metric } = limitState
  if (!limits || limitOf(limits, side) === null) return limitState
  const before = limitState.excursions.find(({ terminal_id }) => terminal_id === report.terminal_id)
  if (isOut(side, report.value, limits))
    return evaluateOut(limitState, limits, extended(limitState, limits, before, report), now)
  if (!before) return limitState
  if (before.holds && !isBack(side, report.value, limits, metric)) {
    // Inside, but not by the deadband: it holds on, with the gravity of a value inside the critical limit.
    return regraded(replaced(limitState, { ...before, severity: limits.severity }), now)
  }
  return settled(without(limitState, report.terminal_id), report.at, null, now)
}

function extended(
  limitState: LimitState,
  limits: Limits,
  before: Excursion | undefined,
  { terminal_id, value, at }: Report,
): Excursion {
  const { tank_id, metric, side } = limitState
  const severity = severityOf(side, value, limits)
  if (!before)
    return {
      terminal_id,
      tank_id,
      metric,
      kind: side,
      severity,
      holds: false,
      value,
      peak: value,
      out_since: at,
      last_at: at,
    }
  const peak = isBeyond(side, value, before.peak) ? value : before.peak
  return { ...before, severity, value, peak, last_at: at > before.last_at ? at : before.last_at }
}

function evaluateOut(limitState: LimitState, limits: Limits, excursion: Excursion, now: Instant): LimitState {
  const { alarm, side } = limitState
  if (!isActive(alarm)) {
    const next = replaced(limitState, excursion)
    return isDue(excursion, excursion.last_at, limits) ? raised(next, limits, excursion, excursion.last_at, now) : next
  }
  // Whoever is out while the alarm is open holds it, so that it never clears over a value that is out.
  const next = replaced(limitState, { ...excursion, holds: true })
  const reading = {
    value: excursion.value,
    at: excursion.last_at,
    limit_value: limitOf(limits, side),
    isMuchWorse: muchWorse(limitState, limits),
  }
  return regraded({ ...next, alarm: continueWith(alarm, reading, now) }, now)
}

function isDue(excursion: Excursion, at: Instant, limits: Limits): boolean {
  return Date.parse(at) - Date.parse(excursion.out_since) >= limits.delay_seconds * 1000
}

function raised(limitState: LimitState, limits: Limits, excursion: Excursion, at: Instant, now: Instant): LimitState {
  const { tank_id, metric, side: kind, excursions } = limitState
  const { terminal_id, severity, value, out_since, last_at } = excursion
  const limit_value = limitOf(limits, kind)
  // Whoever else is out holds the alarm from now on: its worst value is the alarm's worst.
  const peak = worstOf(
    kind,
    excursions.map((other) => other.peak),
  )
  const occurrence = {
    tank_id,
    terminal_id,
    metric,
    kind,
    severity,
    value,
    peak: peak ?? value,
    limit_value,
    out_since,
    last_at,
    at,
  }
  const alarm = excursions.reduce(
    (one, { value: newest, last_at: newestAt }) =>
      continueWith(one, { value: newest, at: newestAt, limit_value, isMuchWorse: muchWorse(limitState, limits) }, now),
    raise(limitState.alarm, occurrence, now),
  )
  return regraded({ ...limitState, alarm, excursions: excursions.map((other) => ({ ...other, holds: true })) }, now)
}

/** The value for which an acknowledgement is given now: the worst of all terminals that hold the alarm, of each its newest one out. */
export function standingValue(alarm: AlarmRow, excursions: readonly Excursion[]): number | null {
  const { tank_id, metric, kind } = alarm
  if (kind === 'silent') return null
  const held = excursions.filter(
    (one) => one.holds && one.tank_id === tank_id && one.metric === metric && one.kind === kind,
  )
  const values = held.map(({ value }) => value)
  return worstOf(kind, values) ?? alarm.value
}

function worstOf(side: Side, values: readonly number[]): number | null {
  return values.reduce<number | null>(
    (worst, one) => (worst === null || isBeyond(side, one, worst) ? one : worst),
    null,
  )
}

function muchWorse({ side, metric }: LimitState, limits: Limits) {
  return (value: number, than: number) => isMuchWorse(side, value, than, limits, metric)
}

/** Raises by the clock what stayed out for its delay, as long as the value is not stale. */
export function evaluateByClock(
  limitState: LimitState,
  isStale: (excursion: Excursion) => boolean,
  now: Instant,
): LimitState {
  const { limits } = limitState
  if (!limits || isActive(limitState.alarm)) return limitState
  const due = limitState.excursions.filter((excursion) => isDue(excursion, now, limits) && !isStale(excursion))
  const first = due.toSorted((a, b) => a.out_since.localeCompare(b.out_since))[0]
  return first ? raised(limitState, limits, first, now, now) : limitState
}

/** A terminal that no longer counts for this tank stops holding. */
export function release(limitState: LimitState, terminal_id: number, reason: ClearReason, now: Instant): LimitState {
  if (!limitState.excursions.some((excursion) => excursion.terminal_id === terminal_id)) return limitState
  return settled(without(limitState, terminal_id), now, reason, now)
}

/** Nothing is watched here any more. */
export function dismiss(limitState: LimitState, reason: ClearReason, now: Instant): LimitState {
  return settled({ ...limitState, excursions: [] }, now, reason, now)
}

/** An alarm ends for a reason other than a value that came back. */
export function clearedFor(alarm: AlarmRow, reason: ClearReason, now: Instant): AlarmRow {
  return clear(alarm, now, CLEAR_REASONS[reason])
}

function settled(limitState: LimitState, at: Instant, reason: ClearReason | null, now: Instant): LimitState {
  if (!isActive(limitState.alarm)) return limitState
  if (limitState.excursions.some(({ holds }) => holds)) return regraded(limitState, now)
  return { ...limitState, alarm: reason ? clearedFor(limitState.alarm, reason, at) : clear(limitState.alarm, at) }
}

/** The alarm is as grave as the gravest of those who hold it. */
function regraded(limitState: LimitState, now: Instant): LimitState {
  const holding = limitState.excursions.filter(({ holds }) => holds).map(({ severity }) => severity)
  const [first, ...others] = holding
  if (!first || !isActive(limitState.alarm)) return limitState
  return { ...limitState, alarm: regrade(limitState.alarm, others.reduce(worseOf, first), now) }
}

function replaced(limitState: LimitState, excursion: Excursion): LimitState {
  return {
    ...without(limitState, excursion.terminal_id),
    excursions: [...without(limitState, excursion.terminal_id).excursions, excursion],
  }
}

function without(limitState: LimitState, terminal_id: number): LimitState {
  return {
    ...limitState,
    excursions: limitState.excursions.filter((excursion) => excursion.terminal_id !== terminal_id),
  }
}
