import type { LiveEvent, LiveMessages } from '@dalyan/contracts/live-messages'
import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { LiveConnection } from './socket.ts'

/** The page's one connection; null until its code is there, and for guests. */
export const ConnectionContext = createContext<LiveConnection | null>(null)

/** Listens to a channel while the component is on screen; what arrives goes into the query cache. Null: to none. */
export function useChannel(channel: string | null): void {
  const connection = use(ConnectionContext)
  useEffect(() => {
    if (connection && channel !== null) return connection.want(channel)
    return undefined
  }, [connection, channel])
}

/** Hears every message of one event on a channel, unthinned: for charts that append. */
export function useLiveMessage<E extends LiveEvent>(
  channel: string | null,
  event: E,
  listener: (data: LiveMessages[E]) => void,
): void {
  const connection = use(ConnectionContext)
  const hear = useEffectEvent(listener)
  useEffect(() => {
    if (connection && channel !== null) return connection.on(channel, event, (data) => hear(data))
    return undefined
  }, [connection, channel, event])
}
