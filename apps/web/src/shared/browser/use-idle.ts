import { useEffect, useState } from 'react'

/** Where a browser cannot say when it is idle: what was begun is on screen by then. */
const IDLE_AFTER_MS = 200

/** Whether the browser has been idle since a component was drawn with `isBegun`: for what can wait until the page is on screen. */
export function useIdle(isBegun: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isBegun) return undefined
    // Safari on older phones does not know `requestIdleCallback`.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(() => setIdle(true), { timeout: 2_000 })
    return () => cancelIdleCallback(asked)
  }, [isBegun])
  return isIdle
}
