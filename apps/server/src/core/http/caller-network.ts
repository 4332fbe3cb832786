import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(ip: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip.split('%')[0] ?? '')
  const [, before = '', a = 0, b = 0, c = 0, d = 0] = dotted ?? []
  const hex = (high: string | number, low: string | number) => (Number(high) * 256 + Number(low)).toString(16)
  const plain = dotted ? `${before}${hex(a, b)}:${hex(c, d)}` : (ip.split('%')[0] ?? '')
  const [head = '', tail] = plain.split('::')
  const read = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const missing = tail === undefined ? 0 : 8 - read(head).length - read(tail).length
  return [...read(head), ...Array.from({ length: missing }, () => 0), ...read(tail)]
}

/** An address as stored and shown: IPv4 in its own form, even where the socket accepts both (`::ffff:192.0.2.7`). */
export function plainAddress(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return ip
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The unit by which callers are counted: an IPv4 address, or an IPv6 network (/64), because a host has billions of addresses. */
export function callerNetwork(ip: string): string {
  const plain = plainAddress(ip)
  if (!isIPv6(plain)) return plain
  return `${groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Whether an address belongs to the proxies that `TRUST_PROXY` names by address or range. */
export function trustedProxies(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const range of trusted) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(prefix), family(address))
  }
  return (address) => (isIPv4(address) || isIPv6(address)) && list.check(address, family(address))
}

/**
 * The caller's address behind proxies: reads `x-forwarded-for` from its end as long as the entries are trusted proxies.
 * @param remote the address at the other end of the socket
 */
export function addressBehind(
  remote: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = plainAddress(remote)
  const named = (forwardedFor ?? '').split(',').map((part) => plainAddress(part.trim()))
  while (isTrusted(address)) {
    const before = named.pop()
    if (before === undefined || !(isIPv4(before) || isIPv6(before))) break
    address = before
  }
  return address
}

/**
 * Counts what is open, for each caller's network and in all.
 * @param mostOfNetwork how many a network may have open; @param most how many there may be in all
 */
export function createOpenCounts(mostOfNetwork: number, most = Infinity) {
  const counts = new Map<string, number>()
  const networks = new Map<object, string>()
  return {
    /** @returns false when there are too many already; it is not counted then. */
    add(opened: object, address: string): boolean {
      const network = callerNetwork(address)
      const count = counts.get(network) ?? 0
      if (count >= mostOfNetwork || networks.size >= most) return false
      counts.set(network, count + 1)
      networks.set(opened, network)
      return true
    },
    /** Does nothing for what is not counted (any more). */
    remove(opened: object): void {
      const network = networks.get(opened)
      if (network === undefined) return
      networks.delete(opened)
      const left = (counts.get(network) ?? 0) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    },
    size: () => networks.size,
  }
}
