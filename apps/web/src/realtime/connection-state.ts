import { useSyncExternalStore } from 'react'

/** `connecting` lasts until the first connection or 5 s, then the page polls. */
export type ConnectionState = 'connecting' | 'live' | 'polling' | 'offline'

const listeners = new Set<() => void>()
let socketState: Exclude<ConnectionState, 'offline'> = 'connecting'
let online = navigator.onLine

function announce(): void {
  for (const listener of listeners) listener()
}

window.addEventListener('online', () => {
  online = true
  announce()
})
window.addEventListener('offline', () => {
  online = false
  announce()
})

export function connectionState(): ConnectionState {
  return online ? socketState : 'offline'
}

export function setSocketState(state: Exclude<ConnectionState, 'offline'>): void {
  if (state === socketState) return
  socketState = state
  announce()
}

export function onConnectionState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(onConnectionState, connectionState)
}
