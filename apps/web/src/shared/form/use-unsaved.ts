import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'

export interface Unsaved {
  /** Closes at once when there is no unsaved input, else asks. */
  close: () => void
  isAsking: boolean
  stay: () => void
  leave: () => void
  /** The input was saved since the last render: leaving no longer asks. */
  release: () => void
}

/** Guards unsaved input: closing, going back and leaving the page ask first. */
export function useUnsaved(isUnsaved: boolean, onClose: () => void): Unsaved {
  const [isAsking, setIsAsking] = useState(false)
  const isReleased = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved && !isReleased.current,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  function release() {
    isReleased.current = true
  }
  return {
    close() {
      if (isUnsaved) setIsAsking(true)
      else onClose()
    },
    isAsking: isAsking || blocker.status === 'blocked',
    stay() {
      setIsAsking(false)
      blocker.reset?.()
    },
    leave() {
      release()
      if (blocker.status === 'blocked') blocker.proceed()
      else onClose()
    },
    release,
  }
}
