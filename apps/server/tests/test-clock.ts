import type { Clock } from '../src/core/clock.ts'

/** A clock that stands still until a test moves it; it begins at the real time, since the database's own `now()` goes on. */
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
