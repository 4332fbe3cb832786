import { timingSafeEqual } from 'node:crypto'
import type { Basics } from '../../basics.ts'
import { hashOfKey } from './device-key.ts'
import { terminalDirectoryRepository, type IngestSettings } from './terminal-directory.sql.ts'
import type { KeyFault } from './diagnosis/diagnosis.rules.ts'
import type { KnownTerminal } from './terminal-directory.rules.ts'

/** A terminal that was banned by another process is cut within five seconds even if its event was lost. */
const REFRESH_EVERY_MS = 4_000

/** The terminals by what devices show of themselves; of several with the same code or address the live one, else a deleted one. */
interface Index {
  byId: Map<number, KnownTerminal>
  byCode: Map<string, KnownTerminal>
  byEui: Map<string, KnownTerminal>
  byHash: Map<string, KnownTerminal>
  byFormerHash: Map<string, KnownTerminal>
}

export type TerminalDirectory = ReturnType<typeof createTerminalDirectory>

/** All terminals in memory, with their keys and assignments. Reads announced changes at once, and every 4 s those that were not announced. */
export function createTerminalDirectory({ database, events, clock, log }: Omit<Basics, 'audit'>) {
  const repository = terminalDirectoryRepository(database)
  let index = indexOf([])
  let settings: IngestSettings = { logsEveryMessage: false, enrolmentUntil: 0 }
  let print: string | null = null
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  let announced: Promise<void> = reading
  let isQueued = false
  const subscribers: (() => void)[] = []

  async function refresh(): Promise<void> {
    settings = await repository.settings()
    const found = await repository.fingerprint()
    if (found === print) return
    index = indexOf(await repository.load(null))
    print = found
    for (const subscriber of subscribers) subscriber()
  }

  /** Reads once at a time; changes announced meanwhile share the next read. */
  function refreshSoon(): Promise<void> {
    if (!isQueued) {
      isQueued = true
      reading = reading
        .then(() => {
          isQueued = false
          return refresh()
        })
        .catch((error: unknown) => log.warn({ err: error }, 'the directory of terminals could not be read anew'))
    }
    return reading
  }

  const readAnnounced = () => void (announced = refreshSoon())
  const isKeyOf = (terminal: KnownTerminal, key: string | Buffer) => hasKey(terminal, key, clock.now())

  return {
    async start(): Promise<void> {
      await refresh()
      timer = setInterval(() => void refreshSoon(), REFRESH_EVERY_MS)
      events.on('terminal.changed', readAnnounced)
      events.on('tank.changed', readAnnounced)
      events.on('key_profile.changed', readAnnounced)
      events.on('settings.changed', readAnnounced)
      events.on('events.missed', readAnnounced)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await reading
    },
    /** The live terminal with this code, else a deleted one. */
    byCode: (code: string) => index.byCode.get(code),
    byId: (id: number) => index.byId.get(id),
    byEui: (eui: string) => findByEui(index, eui),
    /** The terminal with this key, for devices that send the key alone. */
    byKey(key: string): KnownTerminal | undefined {
      const terminal = index.byHash.get(hashOfKey(key).toString('latin1'))
      return terminal && isKeyOf(terminal, key) ? terminal : undefined
    },
    isKeyOf,
    faultOf: (code: string | null, key: string) => findFault(index, code, key),
    settings: () => settings,
    /** Resolves once every change announced so far has been read. */
    settled: () => announced,
    /** Calls the subscriber after each change. */
    onChange: (subscriber: () => void) => void subscribers.push(subscriber),
  }
}

function indexOf(terminals: readonly KnownTerminal[]): Index {
  const byId = new Map(terminals.map((terminal) => [terminal.id, terminal]))
  const index: Index = { byId, byCode: new Map(), byEui: new Map(), byHash: new Map(), byFormerHash: new Map() }
  for (const terminal of terminals) {
    putLive(index.byCode, terminal.code, terminal)
    if (terminal.device_eui !== null) putLive(index.byEui, terminal.device_eui, terminal)
    for (const { hash } of terminal.keys) index.byHash.set(hash.toString('latin1'), terminal)
    for (const { hash } of terminal.former_keys) index.byFormerHash.set(hash.toString('latin1'), terminal)
  }
  return index
}

function putLive(map: Map<string, KnownTerminal>, key: string, terminal: KnownTerminal): void {
  const other = map.get(key)
  if (!other || other.status === 'deleted') map.set(key, terminal)
}

/** Whether the key is one of the terminal's; in constant time. */
function hasKey(terminal: KnownTerminal, key: string | Buffer, now: number): boolean {
  const hash = hashOfKey(key)
  let isOne = false
  for (const { hash: known, expires } of terminal.keys) {
    const isSame = timingSafeEqual(known, hash)
    if (isSame && (expires === null || expires > now)) isOne = true
  }
  return isOne
}

/**
 * The terminal with this LoRaWAN address, or whose code is the address; else a deleted one. A device that waits under such a code came with a key
 * of its own: it is another one.
 */
function findByEui({ byEui, byCode }: Index, eui: string): KnownTerminal | undefined {
  const named = byEui.get(eui)
  if (named && named.status !== 'deleted') return named
  const coded = byCode.get(eui)
  return coded && coded.device_eui === null && coded.status !== 'unauthorized' ? coded : named
}

/**
 * The terminal that a refused key was meant for, and what is wrong with the key. Without a code the key must be an expired or removed one
 * of the terminal, or its code in the place of a key.
 */
function findFault(
  { byHash, byFormerHash, byCode }: Index,
  code: string | null,
  key: string,
): { terminal: KnownTerminal; fault: KeyFault } | undefined {
  const hash = hashOfKey(key)
  const name = hash.toString('latin1')
  const terminal = code === null ? (byHash.get(name) ?? byFormerHash.get(name) ?? byCode.get(key)) : byCode.get(code)
  if (!terminal) return undefined
  if (terminal.keys.some((known) => hash.equals(known.hash))) return { terminal, fault: 'old_key' }
  const former = terminal.former_keys.find((known) => hash.equals(known.hash))
  return { terminal, fault: former ? (former.revoked ? 'revoked_key' : 'old_key') : 'wrong_key' }
}
