import {
  isActive,
  isOfLimit,
  type AlarmKind,
  type ClearReason,
  type QualityKind,
  type Severity,
} from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { metricOf, type MetricKey } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import {
  isBeyond,
  isOut,
  limitOf,
  severityOf,
  spanOf,
  worstSeverity,
  type Limits,
  type Side,
} from '@dalyan/contracts/out-of-range'
import type { AlarmRow, AlarmTables } from '../../../core/database/schema-alarms.ts'
import {
  isShelved,
  severityEvent,
  transition,
  type AlarmEvent,
  type Transition,
} from '../machine/alarm-machine.rules.ts'

/** Limits of one metric of a tank, as the shortest decimals of the stored values; null: open. */
export interface MetricLimits extends Limits {
  critical_min: number | null
  critical_max: number | null
  severity: Severity
  delay_seconds: number
}

/** A terminal whose value is out: still within its delay, or (`holds`) one that keeps the alarm active. */
export type StoredExcursion = AlarmTables['alarm_excursions']

/** What refusals of the quality gate say: that the metric's own sensor has a fault, or that the sonde is out of the water; null: neither. */
const REFUSED_AS: Readonly<Record<RefusalReason, QualityKind | null>> = {
  code: 'fault',
  bounds: 'fault',
  step: 'fault',
  unreliable: 'fault',
  temperature: null,
  out_of_water: 'out_of_water',
}
/** A single refused value is no fault yet. */
const FAULT_READINGS = 3

/** One side of one metric of a tank, or what the quality gate says of it, with all that the evaluation of a value needs. */
export interface LimitState {
  tank_id: number
  metric: MetricKey
  kind: Side | QualityKind
  /** Null: not evaluated. */
  limits: MetricLimits | null
  /** The alarm that is not closed, else the last one closed. */
  alarm: AlarmRow | null
  excursions: readonly StoredExcursion[]
  /** When the tank is or was in a mode that holds this metric. */
  held: readonly HeldSpan[]
  /** The transitions of its alarms since it was read, oldest first. */
  transitions: readonly Transition[]
}

/** A time in which a metric raises no alarm; `until` is no longer part of it. */
export interface HeldSpan {
  from: Instant
  until: Instant
}

/** One value of one terminal; `at` is the reading's own time. */
export interface ReportedValue {
  terminal_id: number
  value: number
  at: Instant
  /** Why the quality gate refused it; null: it did not. */
  refused: RefusalReason | null
}

/** Whether a value starts or extends an excursion of this limit, or says that the quality is as this kind. */
export function isOutBy(
  { kind, limits }: Pick<LimitState, 'kind' | 'limits'>,
  { value, refused }: ReportedValue,
): boolean {
  if (!limits) return false
  if (isOfLimit(kind)) return refused === null && isOut(kind, value, limits)
  return refused !== null && REFUSED_AS[refused] === kind
}

/** Evaluates one value. Pass the values of a terminal in the order of their own time. */
export function evaluateValue(state: LimitState, reported: ReportedValue, now: Instant): LimitState {
  const { kind, limits, metric } = state
  const { terminal_id, value, at } = reported
  if (!limits || (isOfLimit(kind) && limitOf(limits, kind) === null)) return state
  const isOutNow = isOutBy(state, reported)
  // A refused value says nothing of the limits, and nothing of another kind of refusal.
  if (reported.refused !== null && !isOutNow) return state
  const before = state.excursions.find((excursion) => excursion.terminal_id === terminal_id)
  if (isHeld(state, at) || isHeld(state, now)) return evaluateHeld(state, limits, before, reported)
  if (isOutNow) return evaluateOut(state, limits, extended(state, limits, before, reported), now)
  if (!before) return state
  if (before.holds && isOfLimit(kind) && !isBack(kind, value, limits, metric)) {
    // Inside, but within the deadband: the terminal still holds the alarm, with the severity inside the critical limit.
    return regraded(withExcursion(state, { ...before, severity: limits.severity }), now)
  }
  return released(without(state, terminal_id), { type: 'cleared', at }, now)
}

/** Whether a mode holds the metric at this instant. */
function isHeld({ held }: LimitState, at: Instant): boolean {
  return held.some(({ from, until }) => from <= at && at < until)
}

/**
 * Evaluates a value of a held metric. An active alarm, and what holds it, stay as they are. Else only the excursion is kept up to date, so that
 * a value that is still out when the mode ends raises then; its worst value is not one of the mode.
 */
function evaluateHeld(
  state: LimitState,
  limits: MetricLimits,
  before: StoredExcursion | undefined,
  reported: ReportedValue,
): LimitState {
  if (isActive(state.alarm)) return state
  if (!isOutBy(state, reported)) return before ? without(state, reported.terminal_id) : state
  return withExcursion(state, { ...extended(state, limits, before, reported), peak: reported.value })
}

function extended(
  { tank_id, metric, kind }: LimitState,
  limits: MetricLimits,
  before: StoredExcursion | undefined,
  { terminal_id, value, at }: ReportedValue,
): StoredExcursion {
  const severity = severityOf(value, limits)
  if (!before) {
    const first = { value, peak: value, out_since: at, last_at: at, readings: 1 }
    return { terminal_id, tank_id, metric, kind, severity, holds: false, ...first }
  }
  const peak = !isOfLimit(kind) || isBeyond(kind, value, before.peak) ? value : before.peak
  const last_at = at > before.last_at ? at : before.last_at
  return { ...before, severity, value, peak, last_at, readings: before.readings + 1 }
}

function evaluateOut(state: LimitState, limits: MetricLimits, excursion: StoredExcursion, now: Instant): LimitState {
  if (!isActive(state.alarm)) {
    const next = withExcursion(state, excursion)
    return isDue(excursion, excursion.last_at, limits) ? raised(next, limits, excursion, excursion.last_at, now) : next
  }
  // A terminal that is out while the alarm is open holds it, so that the alarm never clears while a value is out.
  const next = withExcursion(state, { ...excursion, holds: true })
  return regraded(continued(next, limits, excursion, now), now)
}

function isDue(excursion: StoredExcursion, at: Instant, limits: MetricLimits): boolean {
  if (excursion.kind === 'fault' && excursion.readings < FAULT_READINGS) return false
  return Date.parse(at) - Date.parse(excursion.out_since) >= limits.delay_seconds * 1000
}

function raised(state: LimitState, limits: MetricLimits, due: StoredExcursion, at: Instant, now: Instant): LimitState {
  const { tank_id, metric, kind, excursions } = state
  const { terminal_id, severity, value, out_since, last_at } = due
  // From now on every other terminal that is out holds the alarm, and its worst value counts.
  const peak =
    worstOf(
      kind,
      excursions.map((excursion) => excursion.peak),
    ) ?? value
  const limit_value = isOfLimit(kind) ? limitOf(limits, kind) : null
  const of = { tank_id, terminal_id, metric, kind }
  const occurred = advanced(
    { ...state, excursions: excursions.map((excursion) => ({ ...excursion, holds: true })) },
    { type: 'occurred', ...of, severity, value, peak, limit_value, out_since, last_at, at },
    now,
  )
  return regraded(
    excursions.reduce((next, excursion) => continued(next, limits, excursion, now), occurred),
    now,
  )
}

/** Adds one more value out, which may be much worse than the acknowledged one. */
function continued(
  state: LimitState,
  limits: MetricLimits,
  { value, last_at }: StoredExcursion,
  now: Instant,
): LimitState {
  const { kind, metric } = state
  const limit_value = isOfLimit(kind) ? limitOf(limits, kind) : null
  const next = advanced(state, { type: 'value_out', value, at: last_at, limit_value }, now)
  const { alarm } = next
  if (!isOfLimit(kind)) return next
  if (alarm?.state !== 'active_ack' || alarm.ack_value === null || isShelved(alarm, now)) return next
  return isMuchWorse(kind, value, alarm.ack_value, limits, metric) ? advanced(next, { type: 'grew_worse' }, now) : next
}

/** The value that an acknowledgement covers now: the worst of the newest values out of all terminals that hold the alarm. */
export function standingValue(alarm: AlarmRow, excursions: readonly StoredExcursion[]): number | null {
  const { tank_id, metric, kind } = alarm
  if (!isOfLimit(kind)) return kind === 'silent' ? null : alarm.value
  const held = excursions.filter(
    (one) => one.holds && one.tank_id === tank_id && one.metric === metric && one.kind === kind,
  )
  return (
    worstOf(
      kind,
      held.map(({ value }) => value),
    ) ?? alarm.value
  )
}

/** Of values that are not beyond a limit the last one. */
function worstOf(kind: AlarmKind, values: readonly number[]): number | null {
  if (!isOfLimit(kind)) return values.at(-1) ?? null
  return values.reduce<number | null>(
    (worst, value) => (worst === null || isBeyond(kind, value, worst) ? value : worst),
    null,
  )
}

/** Raises an excursion that has lasted for its delay, unless its value is stale or its metric is held. */
export function evaluateByClock(
  state: LimitState,
  isStale: (excursion: StoredExcursion) => boolean,
  now: Instant,
): LimitState {
  const { limits } = state
  if (!limits || isActive(state.alarm) || isHeld(state, now)) return state
  const due = state.excursions.filter((excursion) => isDue(excursion, now, limits) && !isStale(excursion))
  const first = due.toSorted((a, b) => a.out_since.localeCompare(b.out_since))[0]
  return first ? raised(state, limits, first, now, now) : state
}

/** Makes a terminal that no longer counts for this tank release the alarm. */
export function release(state: LimitState, terminal_id: number, reason: ClearReason, now: Instant): LimitState {
  if (!state.excursions.some((excursion) => excursion.terminal_id === terminal_id)) return state
  return released(without(state, terminal_id), { type: 'cleared', at: now, reason }, now)
}

/** Ends the evaluation of this limit. */
export function dismiss(state: LimitState, reason: ClearReason, now: Instant): LimitState {
  return released({ ...state, excursions: [] }, { type: 'cleared', at: now, reason }, now)
}

/** Clears the alarm as soon as no terminal holds it. */
function released(state: LimitState, cleared: AlarmEvent, now: Instant): LimitState {
  return state.excursions.some(({ holds }) => holds) ? regraded(state, now) : advanced(state, cleared, now)
}

/** An active alarm has the worst severity of the terminals that hold it. */
function regraded(state: LimitState, now: Instant): LimitState {
  const severity = worstSeverity(state.excursions.filter(({ holds }) => holds).map((excursion) => excursion.severity))
  if (!severity || !isActive(state.alarm)) return state
  return advanced(state, severityEvent(state.alarm, severity), now)
}

/** Applies an event to the alarm; an event that its state refuses changes nothing. */
function advanced(state: LimitState, event: AlarmEvent | null, now: Instant): LimitState {
  const step = event && transition(state.alarm, event, now)
  return step ? { ...state, alarm: step.after, transitions: [...state.transitions, step] } : state
}

function withExcursion(state: LimitState, excursion: StoredExcursion): LimitState {
  return { ...state, excursions: [...without(state, excursion.terminal_id).excursions, excursion] }
}

function without(state: LimitState, terminal_id: number): LimitState {
  return { ...state, excursions: state.excursions.filter((excursion) => excursion.terminal_id !== terminal_id) }
}

/** How far inside its limit a value must be before an alarm clears, in the metric's unit (docs/behaviour/alarms.md). */
export function deadbandOf(metric: MetricKey, limits: Limits): number {
  const span = spanOf(limits)
  const usual = Math.max(0.02 * span, metricOf(metric).deadband)
  // A single limit has no range that bounds the deadband.
  return limits.min !== null && limits.max !== null ? Math.min(usual, span / 4) : usual
}

/** Whether a value is inside its limit by the deadband; a value exactly at the deadband's edge is. */
function isBack(side: Side, value: number, limits: Limits, metric: MetricKey): boolean {
  const limit = limitOf(limits, side)
  if (limit === null) return true
  const band = deadbandOf(metric, limits)
  return !isBeyond(side, value, side === 'low' ? limit + band : limit - band)
}

/** Whether a value is at least 25 % of the span worse than another, which notifies again. */
function isMuchWorse(side: Side, value: number, than: number, limits: Limits, metric: MetricKey): boolean {
  // Next to a single limit near zero, 25 % of "the span" would be almost 0.
  const step = Math.max(spanOf(limits) / 4, deadbandOf(metric, limits))
  return !isBeyond(side, side === 'low' ? than - step : than + step, value)
}
