import { finished } from 'node:stream'
import { workerData } from 'node:worker_threads'
import type { MeasurementExportQuery } from '@dalyan/contracts/measurements'
import type { DatabaseAddress } from '../../../core/database/database.ts'
import { openSnapshot } from '../../../core/database/snapshot.ts'
import { csvFile } from '../../../core/table-file/csv-file.ts'
import { sendFromThread } from '../../../core/table-file/send-from-thread.ts'
import { xlsxFile } from '../../../core/table-file/xlsx-file.ts'
import { exportRows, type ExportedRows } from './export-rows.sql.ts'
import { EXPORT_FORMS } from './export-table.ts'

export interface ExportTask extends Pick<MeasurementExportQuery, 'format' | 'locale'> {
  address: DatabaseAddress
  exported: ExportedRows
}

const { address, format, locale, exported } = workerData as ExportTask
const { columns, csv, sheet } = EXPORT_FORMS[locale]
const snapshot = await openSnapshot(address)
const batches = await exportRows(snapshot).open(exported)
const content = format === 'csv' ? csvFile({ columns, batches }, csv) : xlsxFile({ columns, batches }, sheet)
// Also runs when no consumer read from the file.
finished(content, () => void batches.return().then(snapshot.end, snapshot.end))
sendFromThread(content)
