import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import { BlockList, isIP, isIPv6, Socket, type LookupFunction } from 'node:net'
import { invalidField } from '../errors.ts'

const PRIVATE_RANGES: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [net, prefix] of PRIVATE_RANGES) blocked.addSubnet(net, prefix, isIPv6(net) ? 'ipv6' : 'ipv4')

/** Whether an address is not public: this machine, the local network, or the cloud's own services. */
export function isPrivateAddress(address: string): boolean {
  // The block list itself compares ::ffff:10.0.0.1 with the ranges of IPv4.
  return blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** A request whose target is not allowed. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} leads to a private address`)
  }
}

/** Controls which targets requests to user-entered addresses may reach. */
export interface TargetGuard {
  /** Sends the requests. It checks the address that it then connects to, so that a name cannot resolve differently after the check. */
  agent: Agent
  /**
   * Parses an address, so that the checked address is the requested one; no other code does.
   * @throws Error when it is no plain HTTPS address, PrivateAddressError when its host is a private IP address
   */
  read(address: string): URL
}

/** Hosts as DNS and IPv6 write them. Parsers disagree about other characters (`127.0.0.1;x`). */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/

export function createTargetGuard(allowPrivate: boolean): TargetGuard {
  return {
    agent: allowPrivate ? new Agent() : new PublicAgent({ lookup: publicLookup }),
    read(address) {
      const url = URL.parse(address)
      if (url?.protocol !== 'https:' || !HOST.test(url.hostname) || url.username !== '' || url.password !== '')
        throw new Error('this is not a plain https address')
      const host = withoutBrackets(url.hostname)
      if (!allowPrivate && isPrivateLiteral(host)) throw new PrivateAddressError(host)
      return url
    },
  }
}

class PublicAgent extends Agent {
  /** An IP address as host is never looked up, so it is checked here. */
  override createConnection(...[options, done]: Parameters<Agent['createConnection']>) {
    const host = withoutBrackets(options.host ?? '')
    if (isPrivateLiteral(host)) {
      done?.(new PrivateAddressError(host), new Socket())
      return undefined
    }
    return super.createConnection(options, done)
  }
}

const withoutBrackets = (host: string) => host.replaceAll(/^\[|\]$/g, '')
const isPrivateLiteral = (host: string) => isIP(host) !== 0 && isPrivateAddress(host)

const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const open = addresses.filter(({ address }) => !isPrivateAddress(address))
    const [first] = open
    // One private address among several is enough to refuse, because no public service resolves like that.
    if (!first || open.length < addresses.length) return done(new PrivateAddressError(host), '')
    if (options.all) return done(null, open)
    done(null, first.address, first.family)
  })
}

/**
 * Refuses an address at its field when it is saved. The IP address of a name is checked with every request.
 * @throws 422
 */
export function checkTarget(guard: Pick<TargetGuard, 'read'>, field: string, address: string): void {
  try {
    guard.read(address)
  } catch (error) {
    throw invalidField(field, error instanceof PrivateAddressError ? 'private_address' : 'invalid_host')
  }
}
