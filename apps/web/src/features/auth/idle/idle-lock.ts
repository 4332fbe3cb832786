import { useSyncExternalStore } from 'react'
import { subscribers } from '../../../shared/browser/subscribers.ts'
import { idleClock } from './idle-clock.ts'

const KEY = 'idle-lock'
const { subscribe, notify } = subscribers()
let memory = false

/** As `useIdleLock`, outside of components. */
export function isIdleLocked(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return memory
  }
}

/** Calls the function when the lock may have changed, in this tab or another. */
export function onIdleLock(onChange: () => void): () => void {
  const unsubscribe = subscribe(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onChange)
  }
}

/** Keeps this browser signed in without activity, or ends that. Stays after a logout, for wall screens. */
export function setIdleLock(locked: boolean): void {
  // Activity was not recorded meanwhile: the fifteen minutes begin now.
  if (!locked) idleClock.touch()
  memory = locked
  try {
    if (locked) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // The lock holds until the page closes.
  }
  notify()
}

/** Whether this browser stays signed in without activity. */
export function useIdleLock(): boolean {
  return useSyncExternalStore(onIdleLock, isIdleLocked)
}
