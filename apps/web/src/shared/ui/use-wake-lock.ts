import { useEffect, useState } from 'react'

/** `insecure`: browsers keep the screen on only for pages from HTTPS or localhost. */
type WakeLockState = 'asking' | 'held' | 'refused' | 'insecure'

/** Keeps the screen on while the component is mounted; asks again after the page was hidden, which releases the lock. */
export function useWakeLock(): WakeLockState {
  const isPossible = 'wakeLock' in navigator
  const [state, setState] = useState<WakeLockState>('asking')
  useEffect(() => {
    if (!isPossible) return
    let isOver = false
    let lock: WakeLockSentinel | null = null
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
        else setState('held')
      } catch {
        // The battery is low, or a policy of the device forbids it.
        if (!isOver) setState('refused')
      }
    }
    const askAgain = () => void ask()
    askAgain()
    document.addEventListener('visibilitychange', askAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', askAgain)
      void lock?.release()
    }
  }, [isPossible])
  if (isPossible) return state
  return window.isSecureContext ? 'refused' : 'insecure'
}
