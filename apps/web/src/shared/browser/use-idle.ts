import { useEffect, useState } from 'react'

/** Where a browser cannot say when it is idle: the page is on screen by then. */
const IDLE_AFTER_MS = 200

/** Whether the browser has been idle since `isDrawn` became true: for what can wait until the page is on screen. */
export function useIdle(isDrawn: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isDrawn) return undefined
    // Safari on older phones does not know `requestIdleCallback`.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(() => setIdle(true), { timeout: 2_000 })
    return () => cancelIdleCallback(asked)
  }, [isDrawn])
  return isIdle
}
