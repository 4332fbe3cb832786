import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

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

/** Whether an address lies in a network that is not the public one: this machine, the house, the cloud's own services. */
export function isPrivateAddress(address: string): boolean {
  // The list compares ::ffff:10.0.0.1 with the ranges of IPv4 by itself.
  return blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** A request that would have gone where none may go. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} leads to a private address`)
  }
}

/**
 * The way to addresses that people have entered. What is checked is the address that is then connected to, so a name that answers
 * differently the second time gains nothing.
 */
export function createPublicAgent(allowPrivate: boolean): Agent {
  return allowPrivate ? new Agent() : new Agent({ lookup: publicLookup })
}

/** To be asked before a request: an address written as such is looked up by nobody. @throws PrivateAddressError */
export function refusePrivate(url: string, allowPrivate: boolean): void {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError(host)
}

const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const open = addresses.filter(({ address }) => !isPrivateAddress(address))
    const [first] = open
    // One private address among several is reason enough: nothing public answers so.
    if (!first || open.length < addresses.length) return done(new PrivateAddressError(host), '')
    if (options.all) return done(null, open)
    done(null, first.address, first.family)
  })
}
