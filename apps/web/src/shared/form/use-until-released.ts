import { useCallback, useEffect, useRef } from 'react'

/**
 * A promise that waits while a pointer is pressed, and is kept at once when none is. What a press sets off (leaving a
 * field) must not move the page before it is let go: the click would miss what it was aimed at.
 */
export function useUntilReleased(): () => Promise<void> {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    function hold() {
      isPressed.current = true
    }
    function letGo() {
      isPressed.current = false
      const all = waiting.current.splice(0)
      // The click itself comes right after the release.
      if (all.length > 0) setTimeout(() => all.forEach((goOn) => goOn()))
    }
    window.addEventListener('pointerdown', hold, true)
    window.addEventListener('pointerup', letGo, true)
    window.addEventListener('pointercancel', letGo, true)
    return () => {
      window.removeEventListener('pointerdown', hold, true)
      window.removeEventListener('pointerup', letGo, true)
      window.removeEventListener('pointercancel', letGo, true)
      letGo()
    }
  }, [])

  return useCallback(
    () => (isPressed.current ? new Promise((resolve) => waiting.current.push(resolve)) : Promise.resolve()),
    [],
  )
}
