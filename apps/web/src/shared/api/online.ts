import { useSyncExternalStore } from 'react'
import { subscribers } from '../browser/subscribers.ts'

const { subscribe, notify } = subscribers()
let online = navigator.onLine

function set(next: boolean): void {
  online = next
  notify()
}

window.addEventListener('online', () => set(true))
window.addEventListener('offline', () => set(false))

/** Whether the browser has a network at all. */
export function isOnline(): boolean {
  return online
}

export const onOnline = subscribe

export function useOnline(): boolean {
  return useSyncExternalStore(onOnline, isOnline)
}
