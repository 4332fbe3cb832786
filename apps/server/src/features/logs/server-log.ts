import type { ServerLog } from '@dalyan/contracts/logs'
import type { Basics } from '../../basics.ts'
import type { Clock } from '../../core/clock.ts'
import { entryOfLine, orphanOf, type ServerLogEntry } from './server-log-entry.rules.ts'
import { serverLogsRepository } from './server-logs.sql.ts'

const MOST_WAITING = 2_000
const MOST_AT_ONCE = 500
const GATHER_MS = 200
const RETRY_MS = 2_000
const CLOSE_WITHIN_MS = 2_000

/** The destination of the entries. */
interface ServerLogTable {
  insert: (entries: readonly ServerLogEntry[]) => Promise<ServerLog[]>
  /** Receives every row once. */
  announce: (row: ServerLog) => void
}

export type ServerLogSink = ReturnType<typeof createServerLogSink>

/**
 * Writes the logger's entries to the table in the background. Bounded: entries beyond 2,000 waiting ones are only counted, and the count is written once the queue has space. A
 * failed write is never logged, so that the log cannot feed itself; the same entries are tried again.
 */
export function createServerLogSink(clock: Clock) {
  let waiting: ServerLogEntry[] = []
  let lost = 0
  let table: ServerLogTable | null = null
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | null = null
  let isClosed = false

  function put(entry: () => ServerLogEntry): void {
    // Lost entries are not even parsed.
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
    /** Adds a line of the logger. Never waits, never throws. */
    add: (line: string) => put(() => entryOfLine(line, clock.now())),
    /** Adds text written to stderr. */
    addOrphan: (text: string) => {
      if (text.trim() !== '') put(() => orphanOf(text, 'error', clock.now()))
    },
    /** Starts writing to the table; earlier entries wait until then. */
    open(into: ServerLogTable) {
      table = into
      if (waiting.length > 0) schedule(0)
    },
    /** Writes the remaining entries within two seconds. @returns whether all are written. */
    async close(): Promise<boolean> {
      isClosed = true
      clearTimeout(timer)
      await Promise.race([writeAll(), new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS))])
      table = null
      return waiting.length === 0
    },
    /** The orphans that are not written yet. */
    leftOrphans: () => waiting.filter(({ orphan }) => orphan).map(({ message }) => message),
  }
}

/**
 * Writes the logger's entries to the table on a connection of its own, so that a flood of them takes no connection from
 * requests. @returns a handle that closes it.
 */
export function openServerLog({
  database,
  events,
  sink,
}: Pick<Basics, 'database' | 'events'> & { sink: ServerLogSink }): { close(): Promise<void> } {
  const connection = database.dedicated('server log')
  sink.open({
    insert: (entries) => connection.transact((on) => serverLogsRepository(on).insertMany(entries)),
    announce: (row) => events.emit('server_log.written', row),
  })
  return {
    async close() {
      const ended = (await sink.close()) && connection.close()
      // Close does not wait for a database that does not respond.
      if (ended) await ended
    },
  }
}
