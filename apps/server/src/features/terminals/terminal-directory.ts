import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { Logger } from '../../core/log.ts'
import type { AppEvents } from '../../events.ts'
import type { IngestSettings, TerminalDirectoryRepository } from './terminal-directory.sql.ts'
import type { KnownTerminal } from './terminal-directory.rules.ts'

const REFRESH_EVERY_MS = 5_000

interface Needs {
  database: Connection
  repository: TerminalDirectoryRepository
  events: Pick<AppEvents, 'on'>
  clock: Clock
  log: Logger
}

/** All terminals in memory, with their keys and assignments. */
export interface TerminalDirectory {
  start(): Promise<void>
  stop(): Promise<void>
  /** The live terminal with this code, else a deleted one. */
  byCode(code: string): KnownTerminal | undefined
  byId(id: number): KnownTerminal | undefined
  /** The terminal with this key, for devices that send the key alone. */
  byKey(key: string): KnownTerminal | undefined
  /** Whether the key is one of the terminal's; in constant time. */
  isKeyOf(terminal: KnownTerminal, key: string | Buffer): boolean
  settings(): IngestSettings
  /** Resolves once every change announced so far has been read. */
  settled(): Promise<void>
  /** Calls the subscriber after each change. */
  onChange(subscriber: () => void): void
}

/** SHA-256: a key of 256 random bits needs no slow hash. */
export function hashOfKey(key: string | Buffer): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Reads announced changes at once, and those of other processes every 5 s. */
export function createTerminalDirectory({ database, repository, events, clock, log }: Needs): TerminalDirectory {
  let byId = new Map<number, KnownTerminal>()
  let byCode = new Map<string, KnownTerminal>()
  let byHash = new Map<string, KnownTerminal>()
  let settings: IngestSettings = { logsEveryMessage: false, enrolmentUntil: 0 }
  let print: string | null = null
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  let announced: Promise<void> = reading
  let isQueued = false
  const subscribers: (() => void)[] = []

  function index(terminals: readonly KnownTerminal[]): void {
    byId = new Map(terminals.map((terminal) => [terminal.id, terminal]))
    byCode = new Map()
    byHash = new Map()
    for (const terminal of terminals) {
      const other = byCode.get(terminal.code)
      if (!other || other.status === 'deleted') byCode.set(terminal.code, terminal)
      for (const { hash } of terminal.keys) byHash.set(hash.toString('latin1'), terminal)
    }
  }

  async function refresh(): Promise<void> {
    settings = await repository(database).settings()
    const found = await repository(database).fingerprint()
    if (found === print) return
    index(await repository(database).load(null))
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

  function isKeyOf(terminal: KnownTerminal, key: string | Buffer): boolean {
    const hash = hashOfKey(key)
    const now = clock.now()
    let isOne = false
    for (const { hash: known, expires } of terminal.keys) {
      const isSame = timingSafeEqual(known, hash)
      if (isSame && (expires === null || expires > now)) isOne = true
    }
    return isOne
  }

  return {
    async start() {
      await refresh()
      timer = setInterval(() => void refreshSoon(), REFRESH_EVERY_MS)
      events.on('terminal.changed', () => void (announced = refreshSoon()))
      events.on('tank.changed', () => void (announced = refreshSoon()))
      events.on('settings.changed', () => void (announced = refreshSoon()))
    },
    async stop() {
      clearInterval(timer)
      await reading
    },
    byCode: (code) => byCode.get(code),
    byId: (id) => byId.get(id),
    byKey(key) {
      const terminal = byHash.get(hashOfKey(key).toString('latin1'))
      return terminal && isKeyOf(terminal, key) ? terminal : undefined
    },
    isKeyOf,
    settings: () => settings,
    settled: () => announced,
    onChange: (subscriber) => void subscribers.push(subscriber),
  }
}
