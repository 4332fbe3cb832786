import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { callerNetwork } from './caller-network.ts'

const WINDOW_MS = 60_000
/** Unknown tokens per address and minute that cause a database query. */
const ASKED_PER_WINDOW = 30
const RELOAD_EVERY_MS = 10_000
const MOST_ADDRESSES = 10_000

interface AttemptWindow {
  from: number
  count: number
}

interface Needs<Caller> {
  clock: Clock
  /** The stored hash of a token; null: malformed. */
  hashOf: (token: string) => Buffer | null
  /** The hashes of all stored tokens. */
  findHashes: () => Promise<Buffer[]>
  authenticate: (token: string) => Promise<Caller | null>
}

/**
 * Authenticates tokens, and refuses (429) an address that sends too many unknown ones, before they cause database
 * queries. Beyond the limit, tokens are looked up in memory among the hashes of all tokens, reloaded at most every
 * ten seconds: callers with a valid one can keep working from the same address, and guessing costs one query in ten
 * seconds.
 */
export function createUnknownTokens<Caller>({ clock, hashOf, findHashes, authenticate }: Needs<Caller>) {
  const windows = new Map<string, AttemptWindow>()
  let known = new Set<string>()
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  function windowOf(network: string, now: number): AttemptWindow {
    const open = windows.get(network)
    if (open && now >= open.from && now < open.from + WINDOW_MS) return open
    windows.delete(network)
    if (windows.size >= MOST_ADDRESSES) {
      const [oldest = ''] = windows.keys()
      windows.delete(oldest)
    }
    const fresh = { from: now, count: 0 }
    windows.set(network, fresh)
    return fresh
  }

  async function load(now: number): Promise<void> {
    known = new Set((await findHashes()).map((hash) => hash.toString('base64')))
    loadedAt = now
  }

  async function isKnown(hash: string, now: number): Promise<boolean> {
    if (known.has(hash)) return true
    if (now >= loadedAt + RELOAD_EVERY_MS || now < loadedAt) {
      loading ??= load(now).finally(() => (loading = null))
      await loading
    }
    return known.has(hash)
  }

  /** @throws 429 after too many unknown tokens from this IP address. */
  return async (token: string, address: string): Promise<Caller | null> => {
    const hash = hashOf(token)
    // A malformed token causes no database query.
    if (!hash) return null
    const now = clock.now()
    const window = windowOf(callerNetwork(address), now)
    // Counted before the result is known, so that simultaneous calls count too.
    window.count += 1
    if (window.count > ASKED_PER_WINDOW && !(await isKnown(hash.toString('base64'), now))) {
      const retryAfterSeconds = Math.max(1, Math.ceil((window.from + WINDOW_MS - now) / 1000))
      throw new AppError(429, 'too_many_requests', { retryAfterSeconds })
    }
    const caller = await authenticate(token)
    if (caller) window.count -= 1
    return caller
  }
}
