import { useEffect, useRef } from 'react'

/**
 * Runs the last given action once no other follows for a while, so that not every key sends a request; none after the component is gone.
 * @param ms the length of the pause
 */
export function useAfterPause(ms = 300): (action: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (action) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, ms)
  }
}
