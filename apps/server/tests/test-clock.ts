import type { Clock } from '../src/core/clock.ts'

/** A clock that only a test moves; it starts at the real time, because the database's `now()` cannot be stopped. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function createTestClock(start = Date.now()): TestClock {
  let ms = start
  return {
    now: () => ms,
    advance(by) {
      ms += by
    },
  }
}
