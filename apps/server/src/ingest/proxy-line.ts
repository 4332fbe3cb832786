import { isIP, type Socket } from 'node:net'
import { plainAddress, trustedProxies } from '../core/http/caller-network.ts'

const BEGINS = Buffer.from('PROXY ')
/** The length of the longest line in version 1 of the protocol. */
const MOST_BYTES = 107
const WITHIN_MS = 10_000

/** Called with the address at the other end of a socket. */
type OnAddress = (address: string) => void

/**
 * The client's address behind a proxy that forwards bytes and names the client in a first line (PROXY protocol, version 1: nginx'
 * `proxy_protocol on`).
 * Only trusted proxies are believed; without such a line the proxy's own address is used.
 */
export function createProxyLines(trusted: readonly string[]) {
  const waiting = new Set<Socket>()
  const isTrusted = trustedProxies(trusted)
  const addressOf = ({ remoteAddress = '' }: Socket) => plainAddress(remoteAddress)

  function readLine(socket: Socket, found: OnAddress): void {
    let bytes = Buffer.alloc(0)
    const timer = setTimeout(cut, WITHIN_MS)
    waiting.add(socket)

    function over(): void {
      clearTimeout(timer)
      waiting.delete(socket)
      socket.off('readable', read)
      socket.off('end', cut)
      socket.off('close', over)
      socket.off('error', ignore)
    }
    function cut(): void {
      socket.destroy()
    }
    function give(address: string, rest: Buffer): void {
      over()
      if (rest.length > 0) socket.unshift(rest)
      found(address)
    }
    function read(): void {
      for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null)
        bytes = Buffer.concat([bytes, chunk])
      const known = Math.min(bytes.length, BEGINS.length)
      if (!bytes.subarray(0, known).equals(BEGINS.subarray(0, known))) return give(addressOf(socket), bytes)
      const end = bytes.indexOf('\r\n')
      if (end >= 0)
        return give(callerIn(bytes.toString('latin1', 0, end)) ?? addressOf(socket), bytes.subarray(end + 2))
      if (bytes.length > MOST_BYTES) cut()
    }
    socket.on('readable', read)
    socket.on('end', cut)
    socket.on('close', over)
    socket.on('error', ignore)
  }

  return {
    /** Calls back with the address, at once or after the first line; never when the socket has closed by then. */
    find(socket: Socket, found: OnAddress): void {
      const address = addressOf(socket)
      if (isTrusted(address)) readLine(socket, found)
      else found(address)
    },

    /** Destroys the sockets whose first line has not arrived. */
    destroyAll(): void {
      for (const socket of waiting) socket.destroy()
    },
  }
}

/** `PROXY TCP4 203.0.113.9 127.0.0.1 51234 8883`; null when the proxy does not know the address. */
function callerIn(line: string): string | null {
  const address = /^PROXY TCP[46] (\S+) /.exec(line)?.[1] ?? ''
  return isIP(address) === 0 ? null : plainAddress(address)
}

function ignore(): void {
  // The `close` event reports the reason.
}
