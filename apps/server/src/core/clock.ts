/** The source of the server's time; tests pass a clock that stands still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The wire form of an instant. */
export function instantAt(ms: number): string {
  return new Date(ms).toISOString()
}

/** A user's clock may be so far ahead. */
const CLOCK_AHEAD_MS = 5 * 60_000

/** Whether the time that a user entered lies in the future. `now`: epoch milliseconds. */
export function isInFuture(at: string, now: number): boolean {
  return Date.parse(at) > now + CLOCK_AHEAD_MS
}
