import type { Socket } from 'socket.io'

const MAX_QUEUED_EVENTS = 1_000
const MAX_QUEUED_BYTES = 1024 * 1024
const MAX_SUBSCRIBES_A_SECOND = 20

/** What of the transport tells how far behind a reader is; only a WebSocket has bytes under way. */
interface Transport {
  socket?: { bufferedAmount?: number }
}

/** Whether this client has stopped reading: events wait for it that would eat the server's memory. */
export function isTooFarBehind(socket: Socket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as { writeBuffer: unknown[]; transport: Transport }
  return writeBuffer.length > MAX_QUEUED_EVENTS || (transport.socket?.bufferedAmount ?? 0) > MAX_QUEUED_BYTES
}

/** Counts subscriptions; true when this one is over the second's share. */
export function createSubscribeLimit(now: () => number): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const current = Math.floor(now() / 1000)
    if (current !== second) [second, count] = [current, 0]
    count += 1
    return count > MAX_SUBSCRIBES_A_SECOND
  }
}
