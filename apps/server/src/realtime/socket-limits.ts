import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Socket as Connection } from 'node:net'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '../core/clock.ts'
import { addressBehind, callerNetwork, plainAddress, trustedProxies } from '../core/http/caller-network.ts'
import { createRecentCounts } from '../core/recent-counts.ts'

const MAX_QUEUED_EVENTS = 1_000
const MAX_QUEUED_BYTES = 1024 * 1024
const MAX_SUBSCRIBES_A_SECOND = 20
const GOODBYE_MS = 500
export const SIGN_IN_WITHIN_MS = 10_000
/** Of one network at once: an office behind one address comes back together after a restart. */
const MOST_OF_NETWORK = 200
const FAILED_A_MINUTE = 120
const MINUTE_MS = 60_000

/** The part of the transport that shows how far behind a client is; only a WebSocket has buffered bytes. */
interface Transport {
  socket?: { bufferedAmount?: number; terminate?(): void }
}

/** What lies below a socket: a WebSocket, or polling. */
type Underlying = Socket['conn']

/** Packets that wait until the transport takes them; those it took and could not send yet are its `bufferedAmount`. */
type QueuedPackets = { data?: string | Buffer }[]

/** Whether this client has stopped reading: events wait for it that would eat the server's memory. */
export function isTooFarBehind(socket: Socket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as { writeBuffer: QueuedPackets; transport: Transport }
  if (writeBuffer.length > MAX_QUEUED_EVENTS) return true
  const waiting = writeBuffer.reduce((bytes, { data }) => bytes + (data?.length ?? 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0) > MAX_QUEUED_BYTES
}

/** Ends a socket that does not read: one that does not read the goodbye either would hold the connection for another half minute. */
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

/**
 * Whether a browser on this page may connect: the page of this very host, or BASE_URL's. Socket.IO itself lets a WebSocket
 * from any site in; its `cors` option only keeps foreign pages from reading polling answers.
 * A request without an Origin comes from no browser.
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

/** Counts what is open of each network. */
function openOfNetworks() {
  const counts = new Map<string, number>()
  const networks = new Map<object, string>()
  return {
    /** @returns false: too many of its network are open. */
    add(one: object, network: string): boolean {
      const count = counts.get(network) ?? 0
      if (count >= MOST_OF_NETWORK) return false
      counts.set(network, count + 1)
      networks.set(one, network)
      return true
    },
    remove(one: object): void {
      const network = networks.get(one)
      if (network === undefined) return
      networks.delete(one)
      const left = (counts.get(network) ?? 0) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    },
  }
}

interface Needs {
  http: HttpServer
  io: Server
  /** Addresses and ranges of proxies that may say for whom they speak. */
  trusted: readonly string[]
  clock: Clock
}

/** Limits sockets without a session: how long they live, how many of one network there are at once, and its failed sign-ins a minute. */
export function limitSignIns({ http, io, trusted, clock }: Needs) {
  const isTrusted = trustedProxies(trusted)
  const connections = openOfNetworks()
  const sockets = openOfNetworks()
  const failures = createRecentCounts(MINUTE_MS, clock)

  const timers = new Map<Underlying, NodeJS.Timeout>()

  function networkOf({ request }: Underlying): string {
    const forwarded = request.headers['x-forwarded-for']
    const address = request.socket.remoteAddress ?? ''
    return callerNetwork(addressBehind(address, Array.isArray(forwarded) ? forwarded.join() : forwarded, isTrusted))
  }

  http.on('connection', (connection: Connection) => {
    const address = plainAddress(connection.remoteAddress ?? '')
    // A proxy speaks for many, who are counted by their own addresses below.
    if (isTrusted(address)) return
    if (!connections.add(connection, callerNetwork(address))) return connection.destroy()
    connection.once('close', () => connections.remove(connection))
  })
  function forget(underlying: Underlying): void {
    clearTimeout(timers.get(underlying))
    timers.delete(underlying)
    sockets.remove(underlying)
  }
  io.engine.on('connection', (underlying: Underlying) => {
    if (!sockets.add(underlying, networkOf(underlying))) return cutOffUnderlying(underlying)
    timers.set(underlying, setTimeout(() => cutOffUnderlying(underlying), SIGN_IN_WITHIN_MS).unref())
    underlying.once('close', () => forget(underlying))
  })

  return {
    /** Whether its network has failed too often to be asked for once more. */
    hasFailedTooOften: (underlying: Underlying) => failures.of(networkOf(underlying)) >= FAILED_A_MINUTE,
    failed: (underlying: Underlying) => void failures.add(networkOf(underlying)),
    signedIn(underlying: Underlying): void {
      forget(underlying)
      connections.remove(underlying.request.socket)
    },
  }
}
