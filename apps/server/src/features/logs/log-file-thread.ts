import { workerData } from 'node:worker_threads'
import type { Connection } from '../../core/database/database.ts'
import { csvFile } from '../../core/table-file/csv-file.ts'
import { FILE_DIALECTS } from '../../core/table-file/file-dialects.ts'
import { sendTable } from '../../core/table-file/send-from-thread.ts'
import type { FileCell } from '../../core/table-file/table.ts'
import { auditLogsRepository } from './audit-logs.sql.ts'
import { LOG_COLUMNS, type LogFileTask, type Logs, type WantedLog } from './log-files.ts'
import type { LogList } from './log-list.sql.ts'
import { serverLogsRepository } from './server-logs.sql.ts'
import { logsRepository } from './subject-logs.sql.ts'

const READERS: {
  [K in keyof Logs]: (on: Connection) => Pick<LogList<Logs[K]['entry'], Logs[K]['filters']>, 'batches'>
} = {
  terminal: (on) => logsRepository('terminal', on),
  tank: (on) => logsRepository('tank', on),
  server: serverLogsRepository,
  audit: auditLogsRepository,
}

const { address, locale, wanted } = workerData as LogFileTask
const { timeZone, csv } = FILE_DIALECTS[locale]
const columns = LOG_COLUMNS[wanted.log].map((column) => ({ title: column[locale], width: 20 }))
await sendTable(
  address,
  async (snapshot) => cellsOf(wanted, snapshot),
  (batches) => csvFile({ columns, batches }, csv),
)

async function* cellsOf<K extends keyof Logs>({ log, filters }: WantedLog<K>, on: Connection) {
  for await (const batch of READERS[log](on).batches(filters, timeZone))
    yield batch.map((entry): FileCell[] => LOG_COLUMNS[log].map(({ cell }) => cell(entry)))
}
