import { workerData } from 'node:worker_threads'
import { csvFile } from '../../../core/table-file/csv-file.ts'
import { sendTable } from '../../../core/table-file/send-from-thread.ts'
import { xlsxFile } from '../../../core/table-file/xlsx-file.ts'
import { openExportRows } from './readings-file.sql.ts'
import { EXPORT_FORMS, type ExportTask } from './readings-file.ts'

const { address, format, locale, exported } = workerData as ExportTask
const { columnsOf, csv, sheet } = EXPORT_FORMS[locale]
const columns = columnsOf(exported)
await sendTable(
  address,
  (snapshot) => openExportRows(snapshot, exported),
  (batches) => (format === 'csv' ? csvFile({ columns, batches }, csv) : xlsxFile({ columns, batches }, sheet)),
)
