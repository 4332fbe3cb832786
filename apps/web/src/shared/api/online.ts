import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let online = navigator.onLine

function set(next: boolean): void {
  online = next
  for (const listener of listeners) listener()
}

window.addEventListener('online', () => set(true))
window.addEventListener('offline', () => set(false))

/** Whether the browser has a network at all. */
export function isOnline(): boolean {
  return online
}

export function onOnline(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOnline(): boolean {
  return useSyncExternalStore(onOnline, isOnline)
}
