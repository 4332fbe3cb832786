import type { Clock } from './clock.ts'

/** Beyond so many keys at once the oldest are forgotten: an attacker with a million names must not fill the memory. */
const MOST_KEYS = 100_000

/** Counts what happened per key in a span that starts with the first happening. */
export interface RecentCounts {
  /** Counts one more; the answer is how many there were in this span, this one included. */
  add(key: string): number
  of(key: string): number
  /** Keys that are remembered now. */
  size(): number
}

/** @param spanMs after it a key's count begins anew. */
export function createRecentCounts(spanMs: number, clock: Clock): RecentCounts {
  // In the order in which the spans end.
  const counts = new Map<string, { count: number; until: number }>()

  function forgetOver(): void {
    const now = clock.now()
    for (const [key, { until }] of counts) {
      if (until > now) break
      counts.delete(key)
    }
  }

  return {
    add(key) {
      forgetOver()
      const found = counts.get(key)
      if (found) return (found.count += 1)
      counts.set(key, { count: 1, until: clock.now() + spanMs })
      if (counts.size > MOST_KEYS) counts.delete(counts.keys().next().value ?? '')
      return 1
    },
    of(key) {
      forgetOver()
      return counts.get(key)?.count ?? 0
    },
    size: () => counts.size,
  }
}
