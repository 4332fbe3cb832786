import type { SubscribeReply } from '@dalyan/contracts/live-messages'

/** The little of a socket that subscriptions need. */
export interface SubscribeSocket {
  readonly connected: boolean
  emit(event: 'subscribe' | 'unsubscribe', body: { channel: string }, ack: (reply: SubscribeReply) => void): unknown
}

/**
 * Which channels the page listens to, counted: two parts of a page may want the same one.
 * `onSubscribed` runs after each acknowledged subscription: what was fetched before it may have missed a message.
 */
export function createSubscriptions(socket: SubscribeSocket, onSubscribed: (channel: string) => void) {
  const wanted = new Map<string, number>()

  function subscribe(channel: string): void {
    socket.emit('subscribe', { channel }, (reply) => {
      if ('ok' in reply && wanted.has(channel)) onSubscribed(channel)
    })
  }

  return {
    /** Listens to a channel until the returned function is called. */
    want(channel: string): () => void {
      const count = wanted.get(channel) ?? 0
      wanted.set(channel, count + 1)
      if (count === 0 && socket.connected) subscribe(channel)
      let released = false
      return () => {
        if (released) return
        released = true
        const left = (wanted.get(channel) ?? 1) - 1
        if (left > 0) {
          wanted.set(channel, left)
          return
        }
        wanted.delete(channel)
        if (socket.connected) socket.emit('unsubscribe', { channel }, () => {})
      }
    },
    /** After each connect the server knows nothing of this page: subscribes to all again. */
    subscribeAll(): void {
      for (const channel of wanted.keys()) subscribe(channel)
    },
  }
}
