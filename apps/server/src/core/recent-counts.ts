import type { Clock } from './clock.ts'

/** Beyond this many keys the oldest are removed, so that an attacker with a million names cannot fill the memory. */
const MOST_KEYS = 100_000

/**
 * Counts events per key in a span that starts with the key's first event.
 * @param spanMs after this time a key's count starts again.
 */
export function createRecentCounts(spanMs: number, clock: Clock) {
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
    /** Counts one more event. @returns how many there were in this span, including this one. */
    add(key: string): number {
      forgetOver()
      const found = counts.get(key)
      if (found) return (found.count += 1)
      counts.set(key, { count: 1, until: clock.now() + spanMs })
      if (counts.size > MOST_KEYS) counts.delete(counts.keys().next().value ?? '')
      return 1
    },
    of(key: string): number {
      forgetOver()
      return counts.get(key)?.count ?? 0
    },
    /** The number of stored keys. */
    size: () => counts.size,
  }
}
