import type { TankLog, TankLogEvent, TerminalLog, TerminalLogEvent } from '@dalyan/contracts/logs'
import type { Connection, Database } from '../../core/database/database.ts'
import type { AppEvents } from '../../events.ts'
import { logsRepository, type LogEntry } from './subject-logs.sql.ts'

/** Writes one of the two logs. `E`: the events that it knows, each of which has a name on the screen. */
export interface LogWriter<E> {
  /** Inside the caller's transaction. @returns what to call after its commit, so that live views receive it. */
  write(on: Connection, entries: readonly LogEntry<E>[]): Promise<() => void>
  /** On its own. */
  record(entries: readonly LogEntry<E>[]): Promise<void>
}

interface Needs {
  database: Database
  events: AppEvents
}

export interface LogWriters {
  terminalLogs: LogWriter<TerminalLogEvent>
  tankLogs: LogWriter<TankLogEvent>
}

export function createLogWriters({ database, events }: Needs): LogWriters {
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
