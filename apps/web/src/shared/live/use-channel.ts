import type { LiveEvent, LiveMessages } from '@dalyan/contracts/live-messages'
import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { LiveConnection } from './socket.ts'

/** The page's one connection; null until its code is there, and for guests. */
export const ConnectionContext = createContext<LiveConnection | null>(null)

/** Subscribes to a channel while the component is on screen; its messages go into the query cache. Null: to no channel. */
export function useChannel(channel: string | null): void {
  const connection = use(ConnectionContext)
  useEffect(() => {
    if (connection && channel !== null) return connection.subscribe(channel)
    return undefined
  }, [connection, channel])
}

/** Receives every message of one event on a channel, unthinned: for charts that append. */
export function useLiveMessage<E extends LiveEvent>(
  channel: string | null,
  event: E,
  callback: (data: LiveMessages[E]) => void,
): void {
  const connection = use(ConnectionContext)
  const receive = useEffectEvent(callback)
  useEffect(() => {
    if (connection && channel !== null) return connection.onMessage(channel, event, (data) => receive(data))
    return undefined
  }, [connection, channel, event])
}
