import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Socket as Connection } from 'node:net'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '../core/clock.ts'
import {
  addressBehind,
  callerNetwork,
  createOpenCounts,
  plainAddress,
  trustedProxies,
} from '../core/http/caller-network.ts'
import { createRecentCounts } from '../core/recent-counts.ts'

const MAX_QUEUED_EVENTS = 1_000
const MAX_QUEUED_BYTES = 1024 * 1024
const GOODBYE_MS = 500
export const SIGN_IN_WITHIN_MS = 10_000
/** High enough for an office behind one address whose browsers all reconnect after a restart. */
const MOST_OF_NETWORK = 200
const FAILED_A_MINUTE = 120
const MINUTE_MS = 60_000

/** The part of the transport that shows how far behind a client is; only a WebSocket has buffered bytes. */
interface Transport {
  socket?: { bufferedAmount?: number; terminate?(): void }
}

/** The connection below a socket: WebSocket or polling. */
type Underlying = Socket['conn']

/** Packets that wait for the transport; those that the transport has accepted and not sent are in its `bufferedAmount`. */
type QueuedPackets = { data?: string | Buffer }[]

/** Whether this client has stopped reading, so that its waiting events would fill the server's memory. */
export function isTooFarBehind(socket: Socket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as { writeBuffer: QueuedPackets; transport: Transport }
  if (writeBuffer.length > MAX_QUEUED_EVENTS) return true
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0) > MAX_QUEUED_BYTES
}

/** Disconnects a socket whose client does not read. A client that ignores the close would hold the connection for another half minute. */
export function cutOff(socket: Socket): void {
  socket.disconnect(true)
  terminateSoon(socket.conn)
}

/** The same for a connection without a socket of ours. */
export function cutOffUnderlying(underlying: Underlying): void {
  underlying.close(true)
  terminateSoon(underlying)
}

function terminateSoon(underlying: Underlying): void {
  const { transport } = underlying as unknown as { transport: Transport }
  setTimeout(() => transport.socket?.terminate?.(), GOODBYE_MS).unref()
}

/**
 * Whether a browser on this page may connect: only from this host's page or BASE_URL's. Socket.IO itself accepts a WebSocket from any site; its
 * `cors` option only prevents foreign pages from reading polling answers.
 * A request without an Origin does not come from a browser.
 */
export function isAllowedOrigin(request: IncomingMessage, pagePort: number, baseUrl: string | undefined): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  if (baseUrl !== undefined && new URL(baseUrl).origin === origin) return true
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const page = new URL(origin)
  const port = page.port === '' ? (page.protocol === 'https:' ? 443 : 80) : Number(page.port)
  return page.hostname === new URL(`http://${host}`).hostname && port === pagePort
}

interface Needs {
  http: HttpServer
  io: Server
  /** Addresses and ranges of proxies that may name the client's address. */
  trusted: readonly string[]
  clock: Clock
}

/** Limits sockets without a session: their lifetime, their number per network, and failed sign-ins per network and minute. */
export function limitSignIns({ http, io, trusted, clock }: Needs) {
  const isTrusted = trustedProxies(trusted)
  const connections = createOpenCounts(MOST_OF_NETWORK)
  const sockets = createOpenCounts(MOST_OF_NETWORK)
  const failures = createRecentCounts(MINUTE_MS, clock)

  const timers = new Map<Underlying, NodeJS.Timeout>()

  function addressOf({ request }: Underlying): string {
    const forwarded = request.headers['x-forwarded-for']
    const address = request.socket.remoteAddress ?? ''
    return addressBehind(address, Array.isArray(forwarded) ? forwarded.join() : forwarded, isTrusted)
  }
  const networkOf = (underlying: Underlying) => callerNetwork(addressOf(underlying))

  http.on('connection', (connection: Connection) => {
    const address = plainAddress(connection.remoteAddress ?? '')
    // A proxy carries many clients; below they are counted by their own addresses.
    if (isTrusted(address)) return
    if (!connections.add(connection, address)) return connection.destroy()
    connection.once('close', () => connections.remove(connection))
  })
  function forget(underlying: Underlying): void {
    clearTimeout(timers.get(underlying))
    timers.delete(underlying)
    sockets.remove(underlying)
  }
  io.engine.on('connection', (underlying: Underlying) => {
    if (!sockets.add(underlying, addressOf(underlying))) return cutOffUnderlying(underlying)
    timers.set(underlying, setTimeout(() => cutOffUnderlying(underlying), SIGN_IN_WITHIN_MS).unref())
    underlying.once('close', () => forget(underlying))
  })

  return {
    /** Whether the network has too many failed sign-ins for another try. */
    hasFailedTooOften: (underlying: Underlying) => failures.of(networkOf(underlying)) >= FAILED_A_MINUTE,
    failed: (underlying: Underlying) => void failures.add(networkOf(underlying)),
    signedIn(underlying: Underlying): void {
      forget(underlying)
      connections.remove(underlying.request.socket)
    },
  }
}
