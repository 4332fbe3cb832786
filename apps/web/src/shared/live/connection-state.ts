import { useSyncExternalStore } from 'react'
import { isOnline, onOnline } from '../api/online.ts'
import { subscribers } from '../browser/subscribers.ts'

/** `connecting` lasts until the first connection or 5 s, then the page polls. */
export type ConnectionState = 'connecting' | 'live' | 'polling' | 'offline'

const { subscribe, notify } = subscribers()
let socketState: Exclude<ConnectionState, 'offline'> = 'connecting'

onOnline(notify)

export function connectionState(): ConnectionState {
  return isOnline() ? socketState : 'offline'
}

export function setSocketState(state: Exclude<ConnectionState, 'offline'>): void {
  if (state === socketState) return
  socketState = state
  notify()
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(subscribe, connectionState)
}
