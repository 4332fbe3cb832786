import type { Socket } from 'socket.io'

const MAX_QUEUED_EVENTS = 1_000
const MAX_QUEUED_BYTES = 1024 * 1024
const MAX_SUBSCRIBES_A_SECOND = 20
const GOODBYE_MS = 500

/** The part of the transport that shows how far behind a client is; only a WebSocket has buffered bytes. */
interface Transport {
  socket?: { bufferedAmount?: number; terminate?(): void }
}

/** What lies below a socket: a WebSocket, or polling. */
type Underlying = Socket['conn']

/** Packets that wait until the transport takes them; those it took and could not send yet are its `bufferedAmount`. */
type Waiting = { data?: string | Buffer }[]

/** Whether this client has stopped reading: events wait for it that would eat the server's memory. */
export function isTooFarBehind(socket: Socket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as { writeBuffer: Waiting; transport: Transport }
  if (writeBuffer.length > MAX_QUEUED_EVENTS) return true
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0) > MAX_QUEUED_BYTES
}

/** Ends a socket that does not read: who does not read the goodbye either would keep the connection for another half minute. */
export function cutOff(socket: Socket): void {
  socket.disconnect(true)
  terminateSoon(socket.conn)
}

/** The same for one below which no socket of ours lives. */
export function cutOffUnderlying(underlying: Underlying): void {
  underlying.close(true)
  terminateSoon(underlying)
}

function terminateSoon(underlying: Underlying): void {
  const { transport } = underlying as unknown as { transport: Transport }
  setTimeout(() => transport.socket?.terminate?.(), GOODBYE_MS).unref()
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
