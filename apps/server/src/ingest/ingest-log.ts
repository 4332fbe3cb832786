import type { Instant } from '@dalyan/contracts/instant'
import type { LogStatus } from '@dalyan/contracts/log-words'
import type { Processor, TerminalLogEvent } from '@dalyan/contracts/logs'
import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { instantAt } from '../core/clock.ts'
import type { Basics } from '../basics.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'

/** Entries per minute and terminal; one more entry counts the rest. */
const MOST_A_MINUTE = 60
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const GATHER_MS = 10
const MOST_AT_ONCE = 500
const LONGEST_RAW = 8 * 1024
/** Messages of a terminal differ by a few digits, so that with these spare bytes the next one usually fits as well. */
const SPARE_BYTES = 32

type LogSubject = Pick<KnownTerminal, 'id' | 'code'>

/** One entry of a terminal's log, before it has an id. */
export interface IngestLogEntry {
  subject: LogSubject
  status: LogStatus
  event: TerminalLogEvent
  processor: Processor
  meta: Record<string, unknown>
  created_at: Instant
}

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  write: (entries: readonly IngestLogEntry[]) => Promise<void>
}

interface Minute {
  until: number
  written: number
  /** The number of entries that were not written, by event. */
  beyond: Map<TerminalLogEvent, number>
  terminal: LogSubject
}

interface PendingEntry {
  entry: IngestLogEntry
  resolve: () => void
  reject: (error: unknown) => void
}

/** Writes the ingest's entries into the terminals' logs, many by one insert. Entries beyond the limit are counted, never dropped without a trace. */
export function createIngestLog({ write, clock, log }: Needs) {
  const minutes = new Map<number, Minute>()
  const hours = new Map<string, number>()
  const waiting: PendingEntry[] = []
  let unwritten = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const closing = setInterval(() => closeMinutes(clock.now()), 5_000)
  closing.unref()

  function put(entry: IngestLogEntry): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ entry, resolve, reject })
    timer ??= setTimeout(flush, GATHER_MS)
    return promise
  }

  function flush(): void {
    timer = undefined
    writing = writing.then(async () => {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, MOST_AT_ONCE)
        try {
          await write(batch.map(({ entry }) => entry))
          for (const { resolve } of batch) resolve()
        } catch (error) {
          for (const { reject } of batch) reject(error)
        }
      }
    })
  }

  function entryOf(
    terminal: LogSubject,
    event: TerminalLogEvent,
    status: LogStatus,
    meta: Record<string, unknown>,
  ): IngestLogEntry {
    const processor: Processor = { type: 'terminal', id: terminal.id, name: terminal.code }
    const subject = { id: terminal.id, code: terminal.code }
    return { subject, status, event, processor, meta, created_at: instantAt(clock.now()) }
  }

  function warnIfLost(written: Promise<void>, terminalId: number): Promise<void> {
    return written.catch((error: unknown) => log.warn({ err: error, terminal_id: terminalId }, 'a log entry was lost'))
  }

  /** Writes an entry without waiting for it: if the database is lost, the entry is lost, and the server's own log says so. */
  function putUnwaited(entry: IngestLogEntry): void {
    if (unwritten >= 5_000) return
    unwritten += 1
    void warnIfLost(put(entry), entry.subject.id).finally(() => (unwritten -= 1))
  }

  function closeMinutes(before: number): void {
    for (const [key, until] of hours) if (until <= before) hours.delete(key)
    for (const [id, minute] of minutes) {
      if (minute.until > before) continue
      minutes.delete(id)
      for (const [event, count] of minute.beyond) {
        const meta = { more: count, text: `${count} more in this minute` }
        putUnwaited(entryOf(minute.terminal, event, 'warning', meta))
      }
    }
  }

  /** Resolves when the entry is saved or counted. */
  function add(
    terminal: LogSubject,
    event: TerminalLogEvent,
    status: LogStatus,
    meta: Record<string, unknown>,
  ): Promise<void> {
    const now = clock.now()
    let minute = minutes.get(terminal.id)
    if (minute && minute.until <= now) closeMinutes(now)
    minute = minutes.get(terminal.id)
    if (!minute) {
      minute = { until: now + MINUTE_MS, written: 0, beyond: new Map(), terminal }
      minutes.set(terminal.id, minute)
    }
    if (minute.written >= MOST_A_MINUTE) {
      minute.beyond.set(event, (minute.beyond.get(event) ?? 0) + 1)
      return Promise.resolve()
    }
    minute.written += 1
    return put(entryOf(terminal, event, status, meta))
  }

  return {
    add,
    /** The same for an entry that the caller does not wait for. */
    addUnwaited(...[terminal, ...entry]: Parameters<typeof add>): void {
      void warnIfLost(add(terminal, ...entry), terminal.id)
    },
    /** Logs a message itself; only the speed of the writer limits how many. */
    addMessage: (terminal: LogSubject, meta: Record<string, unknown>) =>
      putUnwaited(entryOf(terminal, 'message', 'success', meta)),
    /** At most one entry an hour, terminal and event. */
    addHourly(terminal: LogSubject, event: TerminalLogEvent, meta: Record<string, unknown>): void {
      const key = `${terminal.id} ${event}`
      const now = clock.now()
      if ((hours.get(key) ?? 0) > now) return
      hours.set(key, now + HOUR_MS)
      putUnwaited(entryOf(terminal, event, 'warning', meta))
    },
    async stop() {
      clearInterval(closing)
      closeMinutes(Infinity)
      clearTimeout(timer)
      flush()
      await writing
    },
  }
}

export type IngestLog = ReturnType<typeof createIngestLog>

/** A device's own bytes, converted to text that jsonb accepts (no NUL, no partial characters), at most 8 KiB. */
export function rawText(raw: unknown): string {
  const start = Buffer.isBuffer(raw) ? raw.toString('utf8', 0, LONGEST_RAW) : jsonOf(raw).slice(0, LONGEST_RAW)
  const text = start.toWellFormed().replaceAll('\u0000', '\ufffd')
  // Cuts between characters.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(LONGEST_RAW))
  return text.slice(0, read)
}

function jsonOf(raw: unknown): string {
  // JSON would write NaN and infinities as null, but the log needs the raw value.
  if (typeof raw === 'number') return String(raw)
  try {
    return JSON.stringify(raw) ?? String(raw)
  } catch {
    // The value is nested deeper than the stack allows.
    return '[unprintable]'
  }
}

interface LastMessage {
  /** The message is in the first `size` bytes. */
  bytes: Buffer
  size: number
  isCut: boolean
  transport: 'mqtt' | 'http'
  at: number
}

/** The newest message of each terminal, as received. Kept in memory only, because it serves to find a current fault. */
export function createLastMessages() {
  const messages = new Map<number, LastMessage>()
  return {
    save(terminalId: number, payload: Buffer, transport: 'mqtt' | 'http', at: number): void {
      const size = Math.min(payload.length, LONGEST_RAW)
      const isCut = payload.length > size
      const last = messages.get(terminalId)
      // Copied, because a message from a socket is a slice of a far larger buffer; the buffer is reused, because a new one for every message costs
      // ten times as much as the copy.
      const bytes = last && last.bytes.length >= size ? last.bytes : Buffer.allocUnsafeSlow(size + SPARE_BYTES)
      payload.copy(bytes, 0, 0, size)
      messages.set(terminalId, { bytes, size, isCut, transport, at })
    },
    of(terminalId: number): TerminalTraffic['last_message'] {
      const last = messages.get(terminalId)
      if (!last) return null
      const { bytes, size, isCut, transport, at } = last
      return { received_at: instantAt(at), transport, text: rawText(bytes.subarray(0, size)), is_cut: isCut }
    },
  }
}

export type LastMessages = ReturnType<typeof createLastMessages>
