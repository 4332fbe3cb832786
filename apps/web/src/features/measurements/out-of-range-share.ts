import type { Stats } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'

/** The metric that was out of range longest, and its part of the time that has passed (0…1). */
export interface WorstShare {
  metric: MetricKey
  share: number
}

/** Of the watched ones among some metrics; null: none is watched, or no time has passed. @param elapsed seconds of the window up to now */
export function worstShare(stats: Stats, metrics: readonly MetricKey[], elapsed: number): WorstShare | null {
  if (elapsed <= 0) return null
  return metrics.reduce<WorstShare | null>((worst, metric) => {
    const seconds = stats[metric]?.out_of_range_seconds ?? null
    if (seconds === null) return worst
    const share = Math.min(1, seconds / elapsed)
    return worst && worst.share >= share ? worst : { metric, share }
  }, null)
}
