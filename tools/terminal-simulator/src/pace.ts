import { performance } from 'node:perf_hooks'

/** How often a pace looks at the clock: short, so that a load of 1,000 a second comes as a stream and not in bursts. */
const TICK_MS = 2

/** Hands out a number of messages a second. */
export interface Pace {
  isOpen(): boolean
  /** Whether one more may go now; takes it. */
  take(): boolean
  stop(): void
}

/**
 * @param perSecond messages a second.
 * @param onOpen called whenever more may go.
 */
export function createPace(perSecond: number, onOpen: () => void): Pace {
  const from = performance.now()
  let taken = 0
  let allowed = 0
  const isOpen = () => taken + 1 <= allowed
  const timer = setInterval(() => {
    allowed = ((performance.now() - from) / 1000) * perSecond
    if (isOpen()) onOpen()
  }, TICK_MS)
  return {
    isOpen,
    take() {
      if (!isOpen()) return false
      taken += 1
      return true
    },
    stop: () => clearInterval(timer),
  }
}
