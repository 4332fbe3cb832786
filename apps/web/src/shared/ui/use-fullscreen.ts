import { useSyncExternalStore } from 'react'
import { logFailure } from '../api/log-failure.ts'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The whole page in full screen, on and off; a browser that refuses is only noted. */
export function useFullscreen() {
  const active = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement))
  return {
    active,
    possible: document.fullscreenEnabled,
    /** To be called by a press: a browser refuses what nobody asked for. */
    toggle() {
      const change = active ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      change.catch((error: unknown) => logFailure('full screen', error))
    },
  }
}
