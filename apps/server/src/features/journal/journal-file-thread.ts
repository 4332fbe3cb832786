import { workerData } from 'node:worker_threads'
import type { Connection } from '../../core/database/database.ts'
import { csvFile } from '../../core/table-file/csv-file.ts'
import { FILE_DIALECTS } from '../../core/table-file/file-dialects.ts'
import { sendTable } from '../../core/table-file/send-from-thread.ts'
import type { FileCell } from '../../core/table-file/table.ts'
import { journalLines } from './journal-file.sql.ts'
import { journalCells, journalTitles, type JournalFileTask } from './journal-file.ts'

const { address, locale, wanted } = workerData as JournalFileTask
const { timeZone, csv } = FILE_DIALECTS[locale]
const columns = journalTitles(locale).map((title) => ({ title, width: 20 }))
await sendTable(
  address,
  async (snapshot) => cells(snapshot),
  (batches) => csvFile({ columns, batches }, csv),
)

async function* cells(snapshot: Connection): AsyncGenerator<FileCell[][], void> {
  for await (const batch of journalLines(snapshot, wanted, timeZone))
    yield batch.map((line) => journalCells(line, locale))
}
