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
