import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** In milliseconds: who sends byte by byte is cut off, as soon as it is noticed. */
export const SLOW_SENDERS = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** Requests that are running when a server ends are answered within this time, or cut off. */
const FINISH_WITHIN_MS = 3_000

/**
 * Knows the connections of an HTTP server, so that its end does not wait for them: load balancers and browsers open some and never say a
 * word, and a request may stop in the middle. Made before the server listens.
 * @returns how it ends: `close` is its orderly end, which takes no new connections.
 */
export function endsConnections(server: Server): (close: () => PromiseLike<unknown>) => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async (close) => {
    const closed = close()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    const cut = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, FINISH_WITHIN_MS)
    try {
      await closed
    } finally {
      clearTimeout(cut)
    }
  }
}
