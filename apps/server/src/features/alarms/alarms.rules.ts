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

/** One side of one metric of a tank: all that is known when a value is judged. */
export interface Watch {
  tank_id: number
  metric: MetricKey
  side: Side
  /** Null: nothing is judged. */
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

/** Judges one value. A terminal's values come in the order of their own time. */
export function judge(watch: Watch, report: Report, now: Instant): Watch {
  const { side, limits, metric } = watch
  if (!limits || limitOf(limits, side) === null) return watch
  const before = watch.excursions.find(({ terminal_id }) => terminal_id === report.terminal_id)
  if (isOut(side, report.value, limits)) return judgeOut(watch, limits, extended(watch, limits, before, report), now)
  if (!before) return watch
  if (before.holds && !isBack(side, report.value, limits, metric)) {
    // Inside, but not by the deadband: it holds on, with the gravity of a value inside the critical limit.
    return regraded(replaced(watch, { ...before, severity: limits.severity }), now)
  }
  return settled(without(watch, report.terminal_id), report.at, null, now)
}

function extended(
  watch: Watch,
  limits: Limits,
  before: Excursion | undefined,
  { terminal_id, value, at }: Report,
): Excursion {
  const { tank_id, metric, side } = watch
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

function judgeOut(watch: Watch, limits: Limits, excursion: Excursion, now: Instant): Watch {
  const { alarm, side } = watch
  if (!isActive(alarm)) {
    const next = replaced(watch, excursion)
    return isDue(excursion, excursion.last_at, limits) ? raised(next, limits, excursion, excursion.last_at, now) : next
  }
  // Whoever is out while the alarm is open holds it, so that it never clears over a value that is out.
  const next = replaced(watch, { ...excursion, holds: true })
  const reading = {
    value: excursion.value,
    at: excursion.last_at,
    limit_value: limitOf(limits, side),
    isMuchWorse: muchWorse(watch, limits),
  }
  return regraded({ ...next, alarm: continueWith(alarm, reading, now) }, now)
}

function isDue(excursion: Excursion, at: Instant, limits: Limits): boolean {
  return Date.parse(at) - Date.parse(excursion.out_since) >= limits.delay_seconds * 1000
}

function raised(watch: Watch, limits: Limits, excursion: Excursion, at: Instant, now: Instant): Watch {
  const { tank_id, metric, side: kind, excursions } = watch
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
      continueWith(one, { value: newest, at: newestAt, limit_value, isMuchWorse: muchWorse(watch, limits) }, now),
    raise(watch.alarm, occurrence, now),
  )
  return regraded({ ...watch, alarm, excursions: excursions.map((other) => ({ ...other, holds: true })) }, now)
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

function muchWorse({ side, metric }: Watch, limits: Limits) {
  return (value: number, than: number) => isMuchWorse(side, value, than, limits, metric)
}

/** Raises by the clock what stayed out for its delay, as long as the value is not stale. */
export function judgeByClock(watch: Watch, isStale: (excursion: Excursion) => boolean, now: Instant): Watch {
  const { limits } = watch
  if (!limits || isActive(watch.alarm)) return watch
  const due = watch.excursions.filter((excursion) => isDue(excursion, now, limits) && !isStale(excursion))
  const first = due.toSorted((a, b) => a.out_since.localeCompare(b.out_since))[0]
  return first ? raised(watch, limits, first, now, now) : watch
}

/** A terminal that no longer counts for this tank stops holding. */
export function release(watch: Watch, terminal_id: number, reason: ClearReason, now: Instant): Watch {
  if (!watch.excursions.some((excursion) => excursion.terminal_id === terminal_id)) return watch
  return settled(without(watch, terminal_id), now, reason, now)
}

/** Nothing is watched here any more. */
export function dismiss(watch: Watch, reason: ClearReason, now: Instant): Watch {
  return settled({ ...watch, excursions: [] }, now, reason, now)
}

/** An alarm ends for a reason other than a value that came back. */
export function clearedFor(alarm: AlarmRow, reason: ClearReason, now: Instant): AlarmRow {
  return clear(alarm, now, CLEAR_REASONS[reason])
}

function settled(watch: Watch, at: Instant, reason: ClearReason | null, now: Instant): Watch {
  if (!isActive(watch.alarm)) return watch
  if (watch.excursions.some(({ holds }) => holds)) return regraded(watch, now)
  return { ...watch, alarm: reason ? clearedFor(watch.alarm, reason, at) : clear(watch.alarm, at) }
}

/** The alarm is as grave as the gravest of those who hold it. */
function regraded(watch: Watch, now: Instant): Watch {
  const holding = watch.excursions.filter(({ holds }) => holds).map(({ severity }) => severity)
  const [first, ...others] = holding
  if (!first || !isActive(watch.alarm)) return watch
  return { ...watch, alarm: regrade(watch.alarm, others.reduce(worseOf, first), now) }
}

function replaced(watch: Watch, excursion: Excursion): Watch {
  return {
    ...without(watch, excursion.terminal_id),
    excursions: [...without(watch, excursion.terminal_id).excursions, excursion],
  }
}

function without(watch: Watch, terminal_id: number): Watch {
  return {
    ...watch,
    excursions: watch.excursions.filter((excursion) => excursion.terminal_id !== terminal_id),
  }
}
