import { useSyncExternalStore } from 'react'
import { logFailure } from '../api/log-failure.ts'

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/** Switches the page to full screen and back; a refusal of the browser is only logged. */
export function useFullscreen() {
  const active = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement))
  return {
    active,
    possible: document.fullscreenEnabled,
    /** Must run in a user gesture, else the browser refuses. */
    toggle() {
      const change = active ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      change.catch((error: unknown) => logFailure('full screen', error))
    },
  }
}
