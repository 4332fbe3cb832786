/** Buckets grow by 2 %, so a percentile is accurate to 2 % in constant memory, however many values are added. */
const GROWTH = Math.log(1.02)
const SMALLEST_MS = 0.01
const BUCKETS = 1024

/** Counts durations in milliseconds. */
export interface LatencyHistogram {
  add(ms: number): void
  /** @param share 0…1, 0.99 for the 99th percentile. Null when there are no values. */
  percentile(share: number): number | null
  readonly max: number
  readonly count: number
}

export function createLatencyHistogram(): LatencyHistogram {
  const counts = new Uint32Array(BUCKETS)
  let count = 0
  let max = 0
  return {
    add(ms) {
      const bucket = ms <= SMALLEST_MS ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / SMALLEST_MS) / GROWTH))
      counts[bucket] = (counts[bucket] ?? 0) + 1
      count += 1
      if (ms > max) max = ms
    },
    percentile(share) {
      if (count === 0) return null
      let left = Math.ceil(count * share)
      for (const [bucket, inBucket] of counts.entries()) {
        left -= inBucket
        if (left <= 0) return Math.min(max, SMALLEST_MS * Math.exp(bucket * GROWTH))
      }
      return max
    },
    get max() {
      return max
    },
    get count() {
      return count
    },
  }
}
