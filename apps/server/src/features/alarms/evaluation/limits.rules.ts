import { metricOf, type MetricKey } from '@dalyan/contracts/metrics'
import { isBeyond, limitOf, spanOf, type Limits, type Side } from '@dalyan/contracts/out-of-range'
import type { Severity } from '@dalyan/contracts/range-templates'

/** Limits of one metric of a tank, as the shortest decimals of the stored values; null: open. */
export interface MetricLimits extends Limits {
  critical_min: number | null
  critical_max: number | null
  severity: Severity
  delay_seconds: number
}

/** How far inside its limit a value must be before an alarm clears, in the metric's unit (docs/behaviour/alarms.md). */
export function deadbandOf(metric: MetricKey, limits: Limits): number {
  const span = spanOf(limits)
  const usual = Math.max(0.02 * span, metricOf(metric).deadband)
  // A single limit has no range that bounds the deadband.
  return limits.min !== null && limits.max !== null ? Math.min(usual, span / 4) : usual
}

/** Whether a value is inside its limit by the deadband; a value exactly at the deadband's edge is. */
export function isBack(side: Side, value: number, limits: Limits, metric: MetricKey): boolean {
  const limit = limitOf(limits, side)
  if (limit === null) return true
  const band = deadbandOf(metric, limits)
  return !isBeyond(side, value, side === 'low' ? limit + band : limit - band)
}

/** Whether a value is at least 25 % of the span worse than another, which notifies again. */
export function isMuchWorse(side: Side, value: number, than: number, limits: Limits, metric: MetricKey): boolean {
  // Next to a single limit near zero, 25 % of "the span" would be almost 0.
  const step = Math.max(spanOf(limits) / 4, deadbandOf(metric, limits))
  return !isBeyond(side, side === 'low' ? than - step : than + step, value)
}
