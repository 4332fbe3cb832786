/** A time interval without readings, in epoch milliseconds; `to` null: it lasts. */
export interface Outage {
  from: number
  to: number | null
}

interface Buckets {
  /** Start of the first bucket, in epoch milliseconds. */
  from: number
  /** Length of a bucket, in milliseconds. */
  step: number
  counts: readonly number[]
}

/**
 * Runs of empty buckets, newest first. A run at the start counts only when there was an earlier reading
 * (`isKnownBefore`): a terminal is not silent before its first reading. A run at the end lasts.
 */
export function emptyRuns({ from, step, counts }: Buckets, isKnownBefore: boolean): Outage[] {
  const runs: Outage[] = []
  let start = counts[0] === 0 && !isKnownBefore ? null : 0
  let isSilent = false
  for (const [index, count] of counts.entries()) {
    if (count === 0 && !isSilent && start !== null) {
      isSilent = true
      start = index
    }
    if (count > 0) {
      if (isSilent && start !== null) runs.push({ from: from + start * step, to: from + index * step })
      isSilent = false
      start = index
    }
  }
  if (isSilent && start !== null) runs.push({ from: from + start * step, to: null })
  return runs.toReversed()
}
