import type { LimitStep, Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { type Limits, type Side, sideOf } from '@dalyan/contracts/out-of-range'

/** The limits of a line, each from its time (epoch seconds) until the next; none: the line has no limits. */
export type LimitSteps = readonly LimitStep[]

export const NO_LIMITS: LimitSteps = []

export function hasLimits(limits: Limits | null): limits is Limits {
  return limits !== null && (limits.min !== null || limits.max !== null)
}

/** The same limits at all times. */
export function constantLimits(limits: Limits | null): LimitSteps {
  return hasLimits(limits) ? [{ from: -Infinity, min: limits.min, max: limits.max }] : NO_LIMITS
}

/** The limits that were in force, where the series has them; otherwise the present ones at all times. */
export function limitsInForce(series: Series | undefined, metric: MetricKey, present: Limits | null): LimitSteps {
  if (!series?.limits) return constantLimits(present)
  const [first, ...later] = series.limits[metric] ?? NO_LIMITS
  if (!first) return NO_LIMITS
  // The window on screen may begin a little before that of the series.
  const isFromStart = first.from * 1000 <= Date.parse(series.from)
  return [{ ...first, from: isFromStart ? -Infinity : first.from }, ...later]
}

/** The limits in force at a time (epoch seconds); null: there were none. */
export function limitsAt(steps: LimitSteps, time: number): Limits | null {
  const step = steps.findLast(({ from }) => from <= time) ?? null
  return hasLimits(step) ? step : null
}

/** The side on which a value lies outside the limits of its time; null: it is inside. */
export function sideAt(steps: LimitSteps, time: number, value: number): Side | null {
  const limits = limitsAt(steps, time)
  return limits && sideOf(value, limits)
}

/** The newest limits; null: there are none any more. */
export function newestLimits(steps: LimitSteps): Limits | null {
  return limitsAt(steps, Infinity)
}

/** The steps that are in force in some part of a window. */
export function stepsWithin(steps: LimitSteps, window: { from: number; to: number }): LimitSteps {
  return steps.filter(({ from }, i) => from < window.to && (steps[i + 1]?.from ?? Infinity) > window.from)
}
