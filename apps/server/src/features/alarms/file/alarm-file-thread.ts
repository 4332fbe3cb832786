import { workerData } from 'node:worker_threads'
import type { Connection } from '../../../core/database/database.ts'
import { csvFile } from '../../../core/table-file/csv-file.ts'
import { FILE_DIALECTS } from '../../../core/table-file/file-dialects.ts'
import { sendTable } from '../../../core/table-file/send-from-thread.ts'
import type { FileCell } from '../../../core/table-file/table.ts'
import { alarmLines } from './alarm-file.sql.ts'
import { alarmCells, alarmTitles, type AlarmFileTask } from './alarm-file.ts'

const { address, locale, wanted } = workerData as AlarmFileTask
const { timeZone, csv } = FILE_DIALECTS[locale]
const columns = alarmTitles(locale).map((title) => ({ title, width: 20 }))
await sendTable(
  address,
  async (snapshot) => cells(snapshot),
  (batches) => csvFile({ columns, batches }, csv),
)

async function* cells(snapshot: Connection): AsyncGenerator<FileCell[][], void> {
  for await (const batch of alarmLines(snapshot, wanted, timeZone)) yield batch.map((line) => alarmCells(line, locale))
}
