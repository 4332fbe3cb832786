import { metricOf, type MetricKey } from '@dalyan/contracts/metrics'

const HOUR_MS = 3_600_000
/** The length of a bucket of the roll-ups. */
const BUCKET_MS = HOUR_MS / 4
/** A value is stuck from so long on, unless it was often unchanged for a third of its time before. */
export const STUCK_FROM_MS = 12 * HOUR_MS
const LONGER_THAN_USUAL = 3
/** A sensor that never showed this many values has too coarse a resolution for a verdict. */
const LEAST_DISTINCT = 30
/** A longer gap between two buckets ends a run of equal values. */
const LONGEST_GAP_MS = HOUR_MS

/** Least and greatest value of 15 minutes that have one; `from` in epoch milliseconds. */
export interface ValueBucket {
  from: number
  least: number
  greatest: number
}

export interface StuckValue {
  value: number
  /** Epoch milliseconds. */
  since: number
}

/**
 * Whether the newest value of a metric has been the same for so long that its sensor may be stuck. Only advice: on recordings it found no faulty
 * sensor, and called good salinity stuck. Zero, and 100 % of humidity, are often true. @param buckets in order of time
 */
export function stuckValue(metric: MetricKey, buckets: readonly ValueBucket[]): StuckValue | null {
  const values = new Set<number>()
  let run: { value: number; from: number; to: number } | null = null
  let longest = 0
  for (const { from, least, greatest } of buckets) {
    values.add(least).add(greatest)
    const goesOn = run !== null && least === run.value && greatest === run.value && from - run.to <= LONGEST_GAP_MS
    if (run && goesOn) run.to = from + BUCKET_MS
    else {
      if (run) longest = Math.max(longest, run.to - run.from)
      run = least === greatest ? { value: least, from, to: from + BUCKET_MS } : null
    }
  }
  if (!run || values.size < LEAST_DISTINCT) return null
  if (run.value === 0 || (run.value === 100 && metricOf(metric).unit === '%')) return null
  const isStuck = run.to - run.from >= Math.max(STUCK_FROM_MS, LONGER_THAN_USUAL * longest)
  return isStuck ? { value: run.value, since: run.from } : null
}
