import { useSyncExternalStore } from 'react'
import { writeStored } from '../../../shared/browser/storage.ts'
import { subscribers } from '../../../shared/browser/subscribers.ts'
import { idleClock } from './idle-limit.ts'

const KEY = 'idle-lock'
const { subscribe, notify } = subscribers()
let memory = false

/** As `useStaysSignedIn`, outside of components. */
export function staysSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return memory
  }
}

/** Calls the function when `staysSignedIn` may have changed, in this tab or another. */
export function onStaySignedIn(onChange: () => void): () => void {
  const unsubscribe = subscribe(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onChange)
  }
}

/** Keeps this browser signed in without activity (the idle lock), or ends that. Stays after a logout, for wall screens. */
export function setStaySignedIn(stays: boolean): void {
  // Activity was not recorded meanwhile: the idle limit begins now.
  if (!stays) idleClock.touch()
  memory = stays
  writeStored(KEY, stays ? '1' : null)
  notify()
}

/** Whether this browser stays signed in without activity. */
export function useStaysSignedIn(): boolean {
  return useSyncExternalStore(onStaySignedIn, staysSignedIn)
}
