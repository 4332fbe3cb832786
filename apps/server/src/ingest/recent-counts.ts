import type { Clock } from '../core/clock.ts'

/** Beyond so many keys at once the oldest are forgotten: an attacker with a million names must not fill the memory. */
const MOST_KEYS = 100_000

/** Counts what happened per key in a span that starts with the first happening. */
export interface RecentCounts {
  /** Counts one more; the answer is how many there were in this span, this one included. */
  add(key: string): number
  of(key: string): number
}

/** @param spanMs after it a key's count begins anew. */
export function createRecentCounts(spanMs: number, clock: Clock): RecentCounts {
  const counts = new Map<string, { count: number; until: number }>()
  const live = (key: string) => {
    const found = counts.get(key)
    return found && found.until > clock.now() ? found : undefined
  }
  return {
    add(key) {
      const found = live(key)
      if (found) return (found.count += 1)
      counts.delete(key)
      counts.set(key, { count: 1, until: clock.now() + spanMs })
      if (counts.size > MOST_KEYS) counts.delete(counts.keys().next().value ?? '')
      return 1
    },
    of: (key) => live(key)?.count ?? 0,
  }
}
