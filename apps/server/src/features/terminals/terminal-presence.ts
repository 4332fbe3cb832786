import type { TerminalConnection } from '@dalyan/contracts/terminals'
import { median } from 'simple-statistics'
import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import { every } from '../../core/every.ts'
import type { TerminalDirectory } from './terminal-directory.ts'
import { tankOfReading } from './terminal-directory.rules.ts'
import { connectionOf, offlineAfterSeconds, staleAfterSeconds } from './silence-limit.rules.ts'
import type { TerminalPresenceRepository } from './terminal-presence.sql.ts'

const KEPT_GAPS = 20
const TICK_MS = 5_000
/** New gaps, and an interval that hardly moves the limit of stale values, are saved after this time; anything else at the next tick. */
const SAVE_WITHIN_MS = 60_000
/** Values become stale by the saved interval in other processes: their limit may differ by this share. */
const STALE_MAY_DIFFER = 0.01
const MOST_UNKNOWN_KEYS = 50
const LONGEST_TEXT = 64

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  database: Connection
  repository: TerminalPresenceRepository
  directory: Pick<TerminalDirectory, 'byId' | 'onChange'>
  events: Pick<Basics['events'], 'emit'>
}

interface Presence {
  gaps: number[]
  usual: number | null
  lastMessageAt: number | null
  lastSeenAt: number | null
  refused: number
  unknownKeys: Map<string, unknown>
  address: string | null
  state: TerminalConnection
  /** Something is not saved yet. */
  isChanged: boolean
  /** It has to be saved at the next tick. */
  isUrgent: boolean
  /** When it was saved, epoch milliseconds; 0: never. */
  savedAt: number
  savedUsual: number | null
}

const NOTHING_KNOWN = {
  usual: null,
  lastMessageAt: null,
  lastSeenAt: null,
  refused: 0,
  address: null,
  state: 'never',
  isChanged: false,
  isUrgent: false,
  savedAt: 0,
  savedUsual: null,
} as const

interface Presences extends Needs {
  known: Map<number, Presence>
}

export type TerminalPresence = ReturnType<typeof createTerminalPresence>

/**
 * What the traffic of devices shows: last reading, usual gap and refusals per terminal. The ingest updates it in memory, and one statement every
 * few seconds saves what is due.
 */
export function createTerminalPresence(needs: Needs) {
  const { directory, clock, log } = needs
  const known = new Map<number, Presence>()
  const presences: Presences = { ...needs, known }
  let ticking: { stop(): Promise<void> } | undefined
  const tick = () => saveAndAnnounce(presences)

  return {
    /** Reads what was saved, also by other processes. */
    load: () => load(presences),
    async start(): Promise<void> {
      await load(presences)
      directory.onChange(() => forgetMapped(presences))
      ticking = every(TICK_MS, 'presence of terminals', log, tick)
    },
    async stop(): Promise<void> {
      await ticking?.stop()
      await save(presences, true)
    },
    /** A message of the terminal was accepted, and at least one of its readings stored. `address`: null where it is unknown. */
    delivered(terminalId: number, address: string | null): void {
      const presence = presenceOf(presences, terminalId)
      noteMessage(presence, clock.now(), address)
      if (presence.state !== 'online') announceChange(presences, terminalId, presence)
    },
    /** A message of the terminal was refused because of its status. */
    refused(terminalId: number): void {
      const presence = presenceOf(presences, terminalId)
      presence.refused += 1
      presence.isChanged = presence.isUrgent = true
    },
    learnUnknownKeys: (terminalId: number, keys: ReadonlyMap<string, unknown>): void =>
      noteUnknownKeys(presenceOf(presences, terminalId), keys),
    /** Names in its messages that were no metric when they came, with their last value. */
    unknownNames: (terminalId: number): ReadonlyMap<string, unknown> => known.get(terminalId)?.unknownKeys ?? new Map(),
    /** Terminals that send one of the names as an unknown one. */
    withUnknownNames: (names: readonly string[]): number[] =>
      [...known].flatMap(([id, { unknownKeys }]) => (names.some((name) => unknownKeys.has(name)) ? [id] : [])),
    /** Expected, else usual gap between its messages; null: unknown. */
    intervalSeconds: (terminalId: number) => intervalOf(presences, terminalId),
    /** Seconds between its last accepted messages, oldest first, at most 20. */
    gaps: (terminalId: number): readonly number[] => known.get(terminalId)?.gaps ?? [],
    /** Age in seconds of its last stored reading at which it is offline. */
    offlineAfterSeconds: (terminalId: number) =>
      offlineAfterSeconds(intervalOf(presences, terminalId), ownLimit(presences, terminalId)),
    /** Arrival of its last stored reading, epoch milliseconds; null: none. */
    lastSeenAt: (terminalId: number) => known.get(terminalId)?.lastSeenAt ?? null,
    connection: (terminalId: number): TerminalConnection => {
      const presence = known.get(terminalId)
      return presence ? stateOf(presences, terminalId, presence) : 'never'
    },
    /** Saves what is due and announces terminals that went stale or offline; runs by itself every 5 s. */
    tick,
  }
}

function presenceOf({ known }: Presences, terminalId: number): Presence {
  let presence = known.get(terminalId)
  if (!presence) {
    presence = { ...NOTHING_KNOWN, gaps: [], unknownKeys: new Map() }
    known.set(terminalId, presence)
  }
  return presence
}

function intervalOf({ directory, known }: Presences, terminalId: number): number | null {
  return directory.byId(terminalId)?.expected_interval_seconds ?? known.get(terminalId)?.usual ?? null
}

function ownLimit({ directory }: Presences, terminalId: number): number | null {
  return directory.byId(terminalId)?.offline_after_seconds ?? null
}

function stateOf(presences: Presences, terminalId: number, { lastSeenAt }: Presence): TerminalConnection {
  const age = lastSeenAt === null ? null : (presences.clock.now() - lastSeenAt) / 1000
  return connectionOf(age, intervalOf(presences, terminalId), ownLimit(presences, terminalId))
}

function announceChange(presences: Presences, terminalId: number, presence: Presence, announce = true): void {
  const state = stateOf(presences, terminalId, presence)
  if (state === presence.state) return
  presence.state = state
  if (!announce) return
  const terminal = presences.directory.byId(terminalId)
  const tank_id = terminal ? tankOfReading(terminal, presences.clock.now()) : null
  presences.events.emit('terminal.connection_changed', { id: terminalId, tank_id })
}

async function saveAndAnnounce(presences: Presences): Promise<void> {
  // Not after it: on a disk that hangs, users must learn which terminals have become silent.
  const saved = save(presences)
  for (const [terminalId, presence] of presences.known) announceChange(presences, terminalId, presence)
  await saved
}

/** Saves what is due, or all that has changed. A terminal that sends every few seconds would otherwise be written as often. */
async function save(presences: Presences, isAll = false): Promise<void> {
  const { database, repository, clock, log } = presences
  const now = clock.now()
  const changed = [...presences.known].filter(([, presence]) => presence.isChanged)
  for (const [, presence] of changed) presence.usual = usualIntervalSeconds(presence.gaps)
  const due = changed.filter(([, presence]) => isAll || isDue(presence, now))
  if (due.length === 0) return
  const learned = due.map(([terminal_id, presence]) => {
    presence.isChanged = presence.isUrgent = false
    const refused = presence.refused
    presence.refused = 0
    return {
      terminal_id,
      gap_seconds: presence.gaps,
      usual_interval_seconds: presence.usual,
      refused,
      unknown_keys: Object.fromEntries(presence.unknownKeys),
      address: presence.address,
    }
  })
  try {
    await repository(database).save(learned)
    for (const { terminal_id, usual_interval_seconds } of learned)
      Object.assign(presenceOf(presences, terminal_id), { savedAt: now, savedUsual: usual_interval_seconds })
  } catch (error) {
    for (const { terminal_id, refused } of learned) {
      const presence = presenceOf(presences, terminal_id)
      presence.refused += refused
      presence.isChanged = presence.isUrgent = true
    }
    log.warn({ err: error }, 'what terminals taught could not be written; it will be tried again')
  }
}

function isDue({ isUrgent, savedAt, savedUsual, usual }: Presence, now: number): boolean {
  const saved = staleAfterSeconds(savedUsual)
  const hasMoved = Math.abs(staleAfterSeconds(usual) - saved) > STALE_MAY_DIFFER * saved
  return isUrgent || hasMoved || now - savedAt >= SAVE_WITHIN_MS
}

async function load(presences: Presences): Promise<void> {
  for (const row of await presences.repository(presences.database).load()) {
    const presence = presenceOf(presences, row.terminal_id)
    const isNewer = presence.lastSeenAt !== null && presence.lastSeenAt > (row.last_seen ?? 0)
    if (presence.isChanged || isNewer) continue
    presence.gaps = row.gap_seconds
    presence.usual = presence.savedUsual = usualIntervalSeconds(row.gap_seconds)
    presence.lastSeenAt = presence.lastMessageAt = row.last_seen
    presence.unknownKeys = new Map(Object.entries(row.unknown_keys))
    announceChange(presences, row.terminal_id, presence, false)
  }
}

/** Forgets unknown names that a user has given a meaning, in whatever process. */
function forgetMapped({ known, directory }: Presences): void {
  for (const [terminalId, presence] of known) {
    if (presence.unknownKeys.size === 0) continue
    for (const name of directory.byId(terminalId)?.key_map?.keys() ?? [])
      if (presence.unknownKeys.delete(name)) presence.isChanged = presence.isUrgent = true
  }
}

function noteMessage(presence: Presence, now: number, address: string | null): void {
  if (presence.lastMessageAt !== null) {
    presence.gaps.push(Math.max(0, now - presence.lastMessageAt) / 1000)
    if (presence.gaps.length > KEPT_GAPS) presence.gaps.shift()
  }
  presence.lastMessageAt = presence.lastSeenAt = now
  if (presence.address !== address) presence.isUrgent = true
  presence.address = address
  presence.isChanged = true
}

function noteUnknownKeys(presence: Presence, keys: ReadonlyMap<string, unknown>): void {
  for (const [key, value] of keys) {
    const name = printable(key)
    const isNew = !presence.unknownKeys.has(name)
    if (isNew && presence.unknownKeys.size >= MOST_UNKNOWN_KEYS) continue
    if (isNew) presence.isUrgent = true
    presence.unknownKeys.set(name, plain(value))
  }
  presence.isChanged = true
}

/** Median of the gaps between the last accepted messages, in seconds; null below three gaps. */
function usualIntervalSeconds(gaps: readonly number[]): number | null {
  return gaps.length < 3 ? null : median(gaps)
}

/** Makes a device's text fit for jsonb, which refuses NUL and lone surrogates. */
function printable(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\u0000', '\ufffd')
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return printable(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean' || value === null) return value
  return Array.isArray(value) ? '[…]' : '{…}'
}
