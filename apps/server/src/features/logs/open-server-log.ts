import type { Database } from '../../core/database/database.ts'
import type { AppEvents } from '../../events.ts'
import type { ServerLogSink } from './server-log.ts'
import { serverLogsRepository } from './server-logs.sql.ts'

interface Needs {
  database: Pick<Database, 'dedicated'>
  events: AppEvents
  sink: ServerLogSink
}

/** Brings what the logger writes into the table, on a connection of its own: a flood of it takes none from the calls. @returns its end. */
export function openServerLog({ database, events, sink }: Needs): { close(): Promise<void> } {
  const connection = database.dedicated('server log')
  sink.open({
    insert: (entries) => connection.transact((on) => serverLogsRepository(on).insertMany(entries)),
    announce: (row) => events.emit('server_log.written', row),
  })
  return {
    async close() {
      const ended = (await sink.close()) && connection.close()
      // A database that does not answer does not close either, and nobody waits for that.
      if (ended) await ended
    },
  }
}
