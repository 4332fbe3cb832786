import { metricOf, type MetricKey } from '@dalyan/contracts/metrics'
import { SEVERITIES, type Severity } from '@dalyan/contracts/range-templates'

/** Above or below: the two ways out of a range. */
export type Side = 'low' | 'high'
export const SIDES = ['low', 'high'] as const satisfies readonly Side[]

/** Limits of one metric of a tank, as the shortest decimals of what the database keeps; null: open. */
export interface Limits {
  min: number | null
  max: number | null
  critical_min: number | null
  critical_max: number | null
  severity: Severity
  delay_seconds: number
}

/** The limit of one side; null: that side is open. */
export function limitOf(limits: Limits | null, side: Side): number | null {
  if (!limits) return null
  return side === 'low' ? limits.min : limits.max
}

/** Whether `a` lies further out on this side than `b`. Compared as the database's reals: 8.3 kept as real is not above 8.3. */
export function isBeyond(side: Side, a: number, b: number): boolean {
  return side === 'low' ? Math.fround(a) < Math.fround(b) : Math.fround(a) > Math.fround(b)
}

/** Whether a value is out on this side; one equal to its limit is inside. */
export function isOut(side: Side, value: number, limits: Limits): boolean {
  const limit = limitOf(limits, side)
  return limit !== null && isBeyond(side, value, limit)
}

/** The metric's severity; critical beyond its critical limit (equal is not beyond). */
export function severityOf(side: Side, value: number, limits: Limits): Severity {
  const critical = side === 'low' ? limits.critical_min : limits.critical_max
  return critical !== null && isBeyond(side, value, critical) ? 'critical' : limits.severity
}

/** Range between both limits; the absolute limit where there is only one. */
export function spanOf(limits: Limits): number {
  if (limits.min !== null && limits.max !== null) return limits.max - limits.min
  return Math.abs(limits.min ?? limits.max ?? 0)
}

/** How far inside its limit a value has to be before an alarm clears, in the metric's unit (docs/behaviour/alarms.md). */
export function deadbandOf(metric: MetricKey, limits: Limits): number {
  const span = spanOf(limits)
  const wanted = Math.max(0.02 * span, metricOf(metric).deadband)
  // A single limit has no range that the band could fill.
  return limits.min !== null && limits.max !== null ? Math.min(wanted, span / 4) : wanted
}

/** Whether a value is inside its limit by the deadband; one exactly at the deadband's edge is. */
export function isBack(side: Side, value: number, limits: Limits, metric: MetricKey): boolean {
  const limit = limitOf(limits, side)
  if (limit === null) return true
  const band = deadbandOf(metric, limits)
  return !isBeyond(side, value, side === 'low' ? limit + band : limit - band)
}

/** Whether a value is worse than another by at least a quarter of the span: reason enough to call people again. */
export function isMuchWorse(side: Side, value: number, than: number, limits: Limits, metric: MetricKey): boolean {
  // Next to a single limit near zero a quarter of "the span" would be nothing.
  const step = Math.max(spanOf(limits) / 4, deadbandOf(metric, limits))
  return !isBeyond(side, side === 'low' ? than - step : than + step, value)
}

/** The graver of two. */
export function worseOf(a: Severity, b: Severity): Severity {
  return SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b
}
