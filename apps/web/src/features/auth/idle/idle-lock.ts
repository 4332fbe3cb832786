import { useSyncExternalStore } from 'react'
import { idleClock } from './idle-clock.ts'

const KEY = 'idle-lock'
const listeners = new Set<() => void>()
let memory = false

/** As `useIdleLock`, outside of components. */
export function isIdleLocked(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return memory
  }
}

/** Hears when the lock may have been turned, here or in another tab. */
export function onIdleLock(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Keeps this browser signed in without anybody doing anything, or ends that. Stays after logout: a wall screen. */
export function setIdleLock(locked: boolean): void {
  // Nobody was watched meanwhile: the fifteen minutes begin now.
  if (!locked) idleClock.touch()
  memory = locked
  try {
    if (locked) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // holds until the page closes
  }
  for (const listener of listeners) listener()
}

/** Whether this browser stays signed in however long nobody does anything. */
export function useIdleLock(): boolean {
  return useSyncExternalStore(onIdleLock, isIdleLocked)
}
