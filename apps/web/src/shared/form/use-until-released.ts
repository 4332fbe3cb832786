import { useCallback, useEffect, useRef } from 'react'

/** The browser fires `dragend` instead of `mouseup` when the press turned into a drag. */
const RELEASES = ['mouseup', 'dragend'] as const

/**
 * A promise that resolves at once while no mouse button is pressed, else when it is released. The validation that a press
 * starts (by leaving a field) must not move the page before the release: the click would miss its target.
 */
export function useUntilReleased(): () => Promise<void> {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    function hold() {
      isPressed.current = true
    }
    // The browser has fixed the click's target by now; waiting code continues before the click, and so before its calls.
    function letGo() {
      isPressed.current = false
      for (const goOn of waiting.current.splice(0)) goOn()
    }
    window.addEventListener('mousedown', hold, true)
    for (const release of RELEASES) window.addEventListener(release, letGo, true)
    return () => {
      window.removeEventListener('mousedown', hold, true)
      for (const release of RELEASES) window.removeEventListener(release, letGo, true)
      letGo()
    }
  }, [])

  return useCallback(
    () => (isPressed.current ? new Promise((resolve) => waiting.current.push(resolve)) : Promise.resolve()),
    [],
  )
}
