import type { Clock } from '../core/clock.ts'

/** The bucket holds this many seconds' worth of messages. */
const BURST_SECONDS = 10

/** Limits each terminal's rate: its token bucket fills with `perSecond` and holds ten seconds' worth; 0: no limit. */
export function createMessageRates(perSecond: number, clock: Clock) {
  const buckets = new Map<number, { left: number; at: number }>()
  const most = perSecond * BURST_SECONDS
  return {
    /**
     * Takes one message from the terminal's allowance.
     * @returns 0 when there was one, else the milliseconds until the next try.
     */
    take(terminalId: number): number {
      if (perSecond === 0) return 0
      const now = clock.now()
      const bucket = buckets.get(terminalId)
      if (!bucket) {
        buckets.set(terminalId, { left: most - 1, at: now })
        return 0
      }
      bucket.left = Math.min(most, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      if (bucket.left < 1) return Math.ceil(((1 - bucket.left) / perSecond) * 1000)
      bucket.left -= 1
      return 0
    },
  }
}

export type MessageRates = ReturnType<typeof createMessageRates>
