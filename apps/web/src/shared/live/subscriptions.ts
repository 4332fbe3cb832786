import type { SubscribeReply } from '@dalyan/contracts/live-messages'

/** The part of a socket that subscriptions need. */
export interface SubscribeSocket {
  readonly connected: boolean
  emit(event: 'subscribe' | 'unsubscribe', body: { channel: string }, ack: (reply: SubscribeReply) => void): unknown
}

/**
 * Counts the subscriptions of each channel, because two parts of a page may need the same channel.
 * `onSubscribed` runs after each acknowledged subscription: data fetched before it may lack a message.
 */
export function createSubscriptions(socket: SubscribeSocket, onSubscribed: (channel: string) => void) {
  const counts = new Map<string, number>()

  function send(channel: string): void {
    socket.emit('subscribe', { channel }, (reply) => {
      if ('ok' in reply && counts.has(channel)) onSubscribed(channel)
    })
  }

  return {
    /** Subscribes to a channel until the returned function is called. */
    subscribe(channel: string): () => void {
      const count = counts.get(channel) ?? 0
      counts.set(channel, count + 1)
      if (count === 0 && socket.connected) send(channel)
      let released = false
      return () => {
        if (released) return
        released = true
        const left = (counts.get(channel) ?? 1) - 1
        if (left > 0) {
          counts.set(channel, left)
          return
        }
        counts.delete(channel)
        if (socket.connected) socket.emit('unsubscribe', { channel }, () => {})
      }
    },
    /** Subscribes to all channels again: after each connect the server knows none of this page's. */
    resubscribe(): void {
      for (const channel of counts.keys()) send(channel)
    },
  }
}
