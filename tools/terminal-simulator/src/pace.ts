import { performance } from 'node:perf_hooks'

/** How often the clock is checked: short, so that a load of 1,000 a second is a stream and not a series of bursts. */
const TICK_MS = 2

/** Limits messages to a number per second. */
export interface Pace {
  isOpen(): boolean
  /** Takes one message. @returns whether it may be sent now. */
  take(): boolean
  stop(): void
}

/**
 * @param perSecond messages per second.
 * @param onOpen called whenever more messages may be sent.
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
