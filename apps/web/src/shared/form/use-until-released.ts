import { useCallback, useEffect, useRef } from 'react'

/**
 * A promise that waits while a pointer is pressed, and is kept at once when none is. What a press sets off (leaving a
 * field) must not move the page before it is let go: the click would miss what it was aimed at.
 */
export function useUntilReleased(): () => Promise<void> {
  const press = useRef<PromiseWithResolvers<void> | null>(null)

  useEffect(() => {
    function hold() {
      press.current ??= Promise.withResolvers()
    }
    function letGo() {
      const held = press.current
      press.current = null
      // The click itself comes right after the release.
      setTimeout(() => held?.resolve())
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

  return useCallback(() => press.current?.promise ?? Promise.resolve(), [])
}
