import type { ServerLog, TankLog, TerminalLog } from '@dalyan/contracts/logs'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { FileReply } from '../../core/http/file-reply.ts'
import { csvFile, type CsvDialect } from '../../core/table-file/csv-file.ts'
import type { Cell } from '../../core/table-file/table.ts'

const DIALECT: CsvDialect = { delimiter: ',', decimal: '.', date: (date) => date.toISOString() }

interface LogFile<T> {
  /** First word of its name. */
  word: string
  titles: readonly string[]
  cells: (entry: T) => Cell[]
}

function owned<T extends TerminalLog | TankLog>(word: string, title: string, code: (entry: T) => string): LogFile<T> {
  return {
    word,
    titles: ['id', 'created_at', title, 'status', 'processor', 'event', 'meta'],
    cells: (entry) => [
      entry.id,
      new Date(entry.created_at),
      code(entry),
      entry.status,
      entry.processor.name,
      entry.event,
      json(entry.meta),
    ],
  }
}

export const TERMINAL_LOG_FILE = owned<TerminalLog>('terminal-logs', 'terminal_code', ({ iot }) => iot.code)
export const TANK_LOG_FILE = owned<TankLog>('tank-logs', 'tank_code', ({ tank }) => tank.code)
export const SERVER_LOG_FILE: LogFile<ServerLog> = {
  word: 'server-logs',
  titles: ['seq', 'created_at', 'level', 'message', 'context', 'orphan'],
  cells: ({ seq, created_at, level, message, context, orphan }) => [
    seq,
    new Date(created_at),
    level,
    message,
    json(context),
    String(orphan),
  ],
}

/** A log as CSV, made while it is sent: entries are read as fast as the caller takes them. */
export function logFile<T>({ word, titles, cells }: LogFile<T>, batches: AsyncIterable<T[]>, clock: Clock): FileReply {
  async function* rows() {
    for await (const batch of batches) yield batch.map(cells)
  }
  const columns = titles.map((title) => ({ title, width: 20 }))
  return {
    name: `${word}_${instantAt(clock.now()).slice(0, 10)}.csv`,
    type: 'text/csv; charset=utf-8',
    content: csvFile({ columns, batches: rows() }, DIALECT),
  }
}

function json(details: Record<string, unknown> | null): string | null {
  return details && JSON.stringify(details)
}
