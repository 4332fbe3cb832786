import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

export interface Unsaved {
  /** Closes at once when nothing would be lost, else asks. */
  close: () => void
  isAsking: boolean
  stay: () => void
  leave: () => void
}

interface Guard {
  isUnsaved: boolean
  /** Whether it was saved, or given up, since the last render. */
  mayLeave: () => boolean
  onGiveUp: () => void
  onClose: () => void
}

/** Guards what was typed: closing, going back and leaving the page all ask first. */
export function useUnsaved({ isUnsaved, mayLeave, onGiveUp, onClose }: Guard): Unsaved {
  const [isAsking, setIsAsking] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved && !mayLeave(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
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
      onGiveUp()
      if (blocker.status === 'blocked') blocker.proceed()
      else onClose()
    },
  }
}
