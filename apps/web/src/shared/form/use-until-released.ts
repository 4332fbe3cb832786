import { useCallback, useEffect, useRef } from 'react'

/** `dragend` in place of `mouseup` where the press became a drag. */
const RELEASES = ['mouseup', 'dragend'] as const

/**
 * A promise that waits while a button is pressed, and is kept at once when none is. What a press sets off (leaving a
 * field) must not move the page before it is let go: the click would miss what it was aimed at.
 */
export function useUntilReleased(): () => Promise<void> {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    function hold() {
      isPressed.current = true
    }
    // By now the browser knows what is clicked; whoever waited goes on before the click, and so before what it sends.
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
