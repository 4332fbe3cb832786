import type { SubscribeReply } from '@dalyan/contracts/live-messages'

/** The part of a socket that subscriptions need. */
export interface SubscribeSocket {
  readonly connected: boolean
  emit(event: 'subscribe' | 'unsubscribe', body: { channel: string }, ack: (reply: SubscribeReply) => void): unknown
}

/** Runs after each acknowledged subscription: data fetched before it may lack a message. @param isAgain after a lost connection */
export type OnSubscribed = (channel: string, isAgain: boolean) => void

/** Counts the subscriptions of each channel, because two parts of a page may need the same channel. */
export function createSubscriptions(socket: SubscribeSocket, onSubscribed: OnSubscribed) {
  const counts = new Map<string, number>()
  let wasConnected = false

  function send(channel: string, isAgain: boolean): void {
    socket.emit('subscribe', { channel }, (reply) => {
      if ('ok' in reply && counts.has(channel)) onSubscribed(channel, isAgain)
    })
  }

  return {
    /** Subscribes to a channel until the returned function is called. */
    subscribe(channel: string): () => void {
      const count = counts.get(channel) ?? 0
      counts.set(channel, count + 1)
      if (count === 0 && socket.connected) send(channel, false)
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
    /** Subscribes to all channels: after each connect the server knows none of this page's. */
    resubscribe(): void {
      for (const channel of counts.keys()) send(channel, wasConnected)
      wasConnected = true
    },
  }
}
