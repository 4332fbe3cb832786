import { useSyncExternalStore } from 'react'
import { isOnline, onOnline } from '../api/online.ts'

/** `connecting` lasts until the first connection or 5 s, then the page polls. */
export type ConnectionState = 'connecting' | 'live' | 'polling' | 'offline'

const callbacks = new Set<() => void>()
let socketState: Exclude<ConnectionState, 'offline'> = 'connecting'

function announce(): void {
  for (const callback of callbacks) callback()
}

onOnline(announce)

export function connectionState(): ConnectionState {
  return isOnline() ? socketState : 'offline'
}

export function setSocketState(state: Exclude<ConnectionState, 'offline'>): void {
  if (state === socketState) return
  socketState = state
  announce()
}

export function onConnectionState(callback: () => void): () => void {
  callbacks.add(callback)
  return () => callbacks.delete(callback)
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(onConnectionState, connectionState)
}
