import type { Server as HttpServer } from 'node:http'
import type { Socket as Connection } from 'node:net'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '../core/clock.ts'
import { addressBehind, callerNetwork, plainAddress, trustedProxies } from '../core/http/caller-network.ts'
import { createRecentCounts } from '../core/recent-counts.ts'
import { cutOffUnderlying } from './socket-limits.ts'

/** In milliseconds. */
export const SIGN_IN_WITHIN = 10_000
/** Of one network at once: an office behind one address comes back together after a restart. */
const MOST_OF_NETWORK = 200
const FAILED_A_MINUTE = 120
const MINUTE_MS = 60_000

/** What lies below a socket, signed in or not. */
type Underlying = Socket['conn']

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

/** Bounds what nobody signed in on: for how long it lives, how many of one network there are at once, and its failed sign-ins a minute. */
export function limitStrangers({ http, io, trusted, clock }: Needs) {
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
    timers.set(underlying, setTimeout(() => cutOffUnderlying(underlying), SIGN_IN_WITHIN).unref())
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
