import { workerData } from 'node:worker_threads'
import type { Connection } from '../../core/database/database.ts'
import type { LineTask } from '../../core/table-file/line-file.ts'
import { sendLines } from '../../core/table-file/send-from-thread.ts'
import { auditLogsRepository } from './audit-logs.sql.ts'
import { LOG_COLUMNS, type Logs, type WantedLog } from './log-files.ts'
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

function send<K extends keyof Logs>(task: LineTask<WantedLog<K>>): Promise<void> {
  const { log } = task.wanted
  return sendLines<Logs[K]['entry'], WantedLog<K>>(task, LOG_COLUMNS[log], (on, { filters }, timeZone) =>
    READERS[log](on).batches(filters, timeZone),
  )
}

await send(workerData as LineTask<WantedLog>)
