import { finished } from 'node:stream'
import { workerData } from 'node:worker_threads'
import type { AlarmFilters } from '@dalyan/contracts/alarms'
import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { Instant } from '@dalyan/contracts/instant'
import type { DatabaseAddress } from '../../../core/database/database.ts'
import { openSnapshot } from '../../../core/database/snapshot.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { csvFile } from '../../../core/table-file/csv-file.ts'
import { FILE_DIALECTS } from '../../../core/table-file/file-dialects.ts'
import { sendFromThread } from '../../../core/table-file/send-from-thread.ts'
import type { Cell } from '../../../core/table-file/table.ts'
import { alarmLines } from './alarm-file.sql.ts'
import { alarmCells, alarmTitles } from './alarm-table.ts'

/** The `workerData` of this thread. */
export interface AlarmFileTask {
  address: DatabaseAddress
  locale: FileLocale
  wanted: { filters: AlarmFilters; firms: FirmScope; now: Instant }
}

const { address, locale, wanted } = workerData as AlarmFileTask
const { timeZone, csv } = FILE_DIALECTS[locale]
const snapshot = await openSnapshot(address)
const batches = cells()
const columns = alarmTitles(locale).map((title) => ({ title, width: 20 }))
const content = csvFile({ columns, batches }, csv)
// Also ends the snapshot when the file was never read.
finished(content, () => void batches.return().then(snapshot.end, snapshot.end))
sendFromThread(content)

async function* cells(): AsyncGenerator<Cell[][], void> {
  for await (const batch of alarmLines(snapshot, wanted, timeZone)) yield batch.map((line) => alarmCells(line, locale))
}
