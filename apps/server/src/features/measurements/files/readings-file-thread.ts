import { workerData } from 'node:worker_threads'
import { csvFile } from '../../../core/table-file/csv-file.ts'
import { FILE_DIALECTS } from '../../../core/table-file/file-dialects.ts'
import { sendTable } from '../../../core/table-file/send-from-thread.ts'
import type { FileTable } from '../../../core/table-file/table.ts'
import { openExportRows } from './readings-file.sql.ts'
import type { ExportTask } from './readings-file.ts'

const { address, format, locale, sheet, columns, exported } = workerData as ExportTask

async function writerOf(): Promise<(table: FileTable) => ReturnType<typeof csvFile>> {
  if (format === 'csv') return (table) => csvFile(table, FILE_DIALECTS[locale].csv)
  // Loaded for its own format only: a thread loads all of its code anew.
  const { xlsxFile } = await import('../../../core/table-file/xlsx-file.ts')
  return (table) => xlsxFile(table, sheet)
}

const write = await writerOf()
await sendTable(
  address,
  (snapshot) => openExportRows(snapshot, exported),
  (batches) => write({ columns, batches }),
)
