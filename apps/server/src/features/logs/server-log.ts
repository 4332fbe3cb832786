import type { ServerLog } from '@dalyan/contracts/logs'
import type { Clock } from '../../core/clock.ts'
import { entryOfLine, orphanOf, type ServerLogEntry } from './server-log-entry.rules.ts'

const MOST_WAITING = 2_000
const MOST_AT_ONCE = 500
const GATHER_MS = 200
const RETRY_MS = 2_000
const CLOSE_WITHIN_MS = 2_000

/** Where the entries go. */
export interface ServerLogTable {
  insert: (entries: readonly ServerLogEntry[]) => Promise<ServerLog[]>
  /** Receives every row once. */
  announce: (row: ServerLog) => void
}

/** Takes what the server's logger writes and brings it into the table in the background. */
export interface ServerLogSink {
  /** A line of the logger. Never waits, never throws. */
  add(line: string): void
  /** Text that stood on stderr. */
  addOrphan(text: string): void
  /** From now on it is written; until then it is kept. */
  open(table: ServerLogTable): void
  /** Writes what is left, as far as that goes in two seconds. @returns whether all is written. */
  close(): Promise<boolean>
  /** The orphans that are not written so far. */
  leftOrphans(): string[]
}

/**
 * Bounded: what comes while 2,000 entries wait is counted, and the count is written once the queue takes entries again. A failure to write is never
 * logged, so a log can not feed on itself; the same entries are tried again.
 */
export function createServerLogSink(clock: Clock): ServerLogSink {
  let waiting: ServerLogEntry[] = []
  let lost = 0
  let table: ServerLogTable | null = null
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | null = null
  let isClosed = false

  function put(entry: () => ServerLogEntry): void {
    // What is counted is not even read.
    if (waiting.length >= MOST_WAITING) lost += 1
    else waiting.push(entry())
    schedule(GATHER_MS)
  }

  function schedule(ms: number): void {
    if (table && !isClosed)
      timer ??= setTimeout(() => void (writing ??= writeSome().finally(() => (writing = null))), ms).unref()
  }

  async function writeSome(): Promise<void> {
    const isWritten = await writeBatch()
    timer = undefined
    if (waiting.length > 0 || lost > 0) schedule(isWritten ? 0 : RETRY_MS)
  }

  async function writeBatch(): Promise<boolean> {
    if (!table) return false
    const batch = waiting.slice(0, MOST_AT_ONCE)
    const uncounted = lost
    const entries = uncounted > 0 && waiting.length < MOST_WAITING ? [...batch, lossOf(uncounted)] : batch
    if (entries.length === 0) return true
    let rows
    try {
      rows = await table.insert(entries)
    } catch {
      return false
    }
    waiting = waiting.slice(batch.length)
    if (entries !== batch) lost -= uncounted
    rows.forEach(table.announce)
    return true
  }

  function lossOf(count: number): ServerLogEntry {
    const line = { level: 40, time: clock.now(), msg: 'server log entries were lost', lost: count }
    return entryOfLine(JSON.stringify(line), clock.now())
  }

  async function writeAll(): Promise<void> {
    await writing
    while ((waiting.length > 0 || lost > 0) && (await writeBatch()));
  }

  return {
    add: (line) => put(() => entryOfLine(line, clock.now())),
    addOrphan: (text) => {
      if (text.trim() !== '') put(() => orphanOf(text, 'error', clock.now()))
    },
    open(into) {
      table = into
      if (waiting.length > 0) schedule(0)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.race([writeAll(), new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS))])
      table = null
      return waiting.length === 0
    },
    leftOrphans: () => waiting.filter(({ orphan }) => orphan).map(({ message }) => message),
  }
}
