const DAY_MS = 86_400_000
/** Turkey has UTC+3 all year. */
const ZONE_MS = 3 * 3_600_000

/** Runs of consecutive buckets with readings, by the index of their first one. */
export function filledRuns(counts: readonly number[]): { first: number; length: number }[] {
  const runs: { first: number; length: number }[] = []
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue
    const last = runs.at(-1)
    if (last && last.first + last.length === index) last.length += 1
    else runs.push({ first: index, length: 1 })
  }
  return runs
}

/** The midnights of Istanbul between both, epoch milliseconds. */
export function daysBetween(from: number, to: number): number[] {
  const first = Math.ceil((from + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / DAY_MS)) }, (_, n) => first + n * DAY_MS)
}
