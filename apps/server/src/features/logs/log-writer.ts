import type { TankLog, TankLogEvent, TerminalLog, TerminalLogEvent } from '@dalyan/contracts/logs'
import type { Basics } from '../../basics.ts'
import type { Connection } from '../../core/database/database.ts'
import { logsRepository, type LogEntry } from './subject-logs.sql.ts'

/** Writes one of the two logs. `E`: its events, each of which has a name on the screen. */
export interface LogWriter<E> {
  /** Writes inside the caller's transaction. @returns a function to call after the commit, which sends the entries to live views. */
  write(on: Connection, entries: readonly LogEntry<E>[]): Promise<() => void>
  /** Writes and announces outside a transaction. */
  record(entries: readonly LogEntry<E>[]): Promise<void>
}

export interface LogWriters {
  terminalLogs: LogWriter<TerminalLogEvent>
  tankLogs: LogWriter<TankLogEvent>
}

export function createLogWriters({ database, events }: Pick<Basics, 'database' | 'events'>): LogWriters {
  function writer<T, E>(
    insert: (on: Connection, entries: readonly LogEntry<E>[]) => Promise<T[]>,
    announce: (row: T) => void,
  ): LogWriter<E> {
    const write: LogWriter<E>['write'] = async (on, entries) => {
      const rows = await insert(on, entries)
      return () => rows.forEach(announce)
    }
    return { write, record: async (entries) => (await write(database, entries))() }
  }
  return {
    terminalLogs: writer<TerminalLog, TerminalLogEvent>(
      (on, entries) => logsRepository('terminal', on).insertMany(entries),
      (row) => events.emit('terminal_log.written', row),
    ),
    tankLogs: writer<TankLog, TankLogEvent>(
      (on, entries) => logsRepository('tank', on).insertMany(entries),
      (row) => events.emit('tank_log.written', row),
    ),
  }
}
