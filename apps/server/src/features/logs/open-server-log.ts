import type { Database } from '../../core/database/database.ts'
import type { AppEvents } from '../../events.ts'
import type { ServerLogSink } from './server-log.ts'
import { serverLogsRepository } from './server-logs.sql.ts'

interface Needs {
  database: Pick<Database, 'dedicated'>
  events: AppEvents
  sink: ServerLogSink
}

/**
 * Writes the logger's entries to the table on a connection of its own, so that a flood of them takes no connection from
 * requests. @returns a handle that closes it.
 */
export function openServerLog({ database, events, sink }: Needs): { close(): Promise<void> } {
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
