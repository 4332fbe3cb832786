import { finished } from 'node:stream'
import { workerData } from 'node:worker_threads'
import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { Connection, DatabaseAddress } from '../../core/database/database.ts'
import { openSnapshot } from '../../core/database/snapshot.ts'
import { csvFile } from '../../core/table-file/csv-file.ts'
import { FILE_DIALECTS } from '../../core/table-file/file-dialects.ts'
import { sendFromThread } from '../../core/table-file/send-from-thread.ts'
import type { Cell } from '../../core/table-file/table.ts'
import { auditLogsRepository, type AuditFilters } from './audit-logs.sql.ts'
import { LOG_TABLES } from './log-tables.ts'
import { logsRepository, type LogFilters } from './subject-logs.sql.ts'
import { serverLogsRepository, type ServerLogFilters } from './server-logs.sql.ts'

/** The log and the filters of its entries. */
export type WantedLog =
  | { log: 'terminal' | 'tank'; filters: LogFilters }
  | { log: 'server'; filters: ServerLogFilters }
  | { log: 'audit'; filters: AuditFilters }

export interface LogFileTask {
  address: DatabaseAddress
  locale: FileLocale
  wanted: WantedLog
}

const { address, locale, wanted } = workerData as LogFileTask
const { timeZone, csv } = FILE_DIALECTS[locale]
const snapshot = await openSnapshot(address)
const batches = rowsOf(wanted, snapshot)
const columns = LOG_TABLES[wanted.log].titles[locale].map((title) => ({ title, width: 20 }))
const content = csvFile({ columns, batches }, csv)
// Also runs when no consumer read from the file.
finished(content, () => void batches.return().then(snapshot.end, snapshot.end))
sendFromThread(content)

async function* rowsOf({ log, filters }: WantedLog, on: Connection): AsyncGenerator<Cell[][], void> {
  if (log === 'server') {
    for await (const batch of serverLogsRepository(on).batches(filters, timeZone))
      yield batch.map(LOG_TABLES.server.cells)
  } else if (log === 'audit') {
    for await (const batch of auditLogsRepository(on).batches(filters, timeZone))
      yield batch.map(LOG_TABLES.audit.cells)
  } else if (log === 'terminal') {
    for await (const batch of logsRepository('terminal', on).batches(filters, timeZone))
      yield batch.map(LOG_TABLES.terminal.cells)
  } else {
    for await (const batch of logsRepository('tank', on).batches(filters, timeZone))
      yield batch.map(LOG_TABLES.tank.cells)
  }
}
