import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** In milliseconds: a client that sends byte by byte is cut off at the next check. */
export const SLOW_SENDERS = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** When a server ends, running requests are answered within this time or cut off. */
const FINISH_WITHIN_MS = 3_000

/**
 * Tracks the connections of an HTTP server, so that stopping does not wait for them: load balancers and browsers open connections without
 * sending a byte, and a request may stop in the middle. Call it before the server listens.
 * @returns a function that ends the server: `close` is the orderly end, which accepts no new connections.
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
