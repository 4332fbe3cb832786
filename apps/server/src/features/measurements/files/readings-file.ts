import type { FileLocale } from '@dalyan/contracts/file-locale'
import { EXPORT_TYPES, type MeasurementExportQuery } from '@dalyan/contracts/measurements'
import { type MetricKey, metricOf, TURKISH_METRIC_NAMES } from '@dalyan/contracts/metrics'
import type { Basics } from '../../../basics.ts'
import type { ReadAddress } from '../../../core/database/read-replica.ts'
import type { FileReply } from '../../../core/http/file-reply.ts'
import { FILE_DIALECTS, type FileDialect } from '../../../core/table-file/file-dialects.ts'
import { fileFromThread } from '../../../core/table-file/file-from-thread.ts'
import type { FileColumn } from '../../../core/table-file/table.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { openWindow } from '../rollups/time-spans.rules.ts'
import { hasRefused, type ExportedRows } from './readings-file.sql.ts'

type ExportWish = Pick<MeasurementExportQuery, 'format' | 'locale' | 'step' | 'from' | 'to' | 'sort'> &
  Pick<ExportedRows, 'metrics' | 'outOfRange'>

/** The `workerData` of the thread that makes the file. */
export interface ExportTask extends Pick<MeasurementExportQuery, 'format' | 'locale'> {
  address: ReadAddress
  /** Name of the sheet of a workbook. */
  sheet: string
  columns: readonly FileColumn[]
  exported: ExportedRows
}

/**
 * A file of readings of any size: rows are read from one snapshot as fast as the caller consumes them. `tankCode`: part of the file
 * name when the file is about one tank.
 */
export async function exportFile(
  { database, clock }: Pick<Basics, 'database' | 'clock'>,
  scope: MeasurementScope,
  wish: ExportWish,
  tankCode: string | undefined,
): Promise<FileReply> {
  const { format, locale, step, metrics, outOfRange, sort } = wish
  const { timeZone, word, refused, sheet, columnsOf } = EXPORT_FORMS[locale]
  const descending = sort?.[0]?.descending ?? true
  const window = openWindow(wish)
  const isMarked = step === 'raw' && (await hasRefused(database.reads, scope, window))
  const refusedText = isMarked ? refused : null
  const exported = { scope, window, step, metrics, refusedText, outOfRange, timeZone, descending }
  const address = await database.reads.chooseAddress()
  const task: ExportTask = { address, format, locale, sheet, columns: columnsOf(exported), exported }
  const parts = [
    step === 'raw' ? word : `${word}_${step}`,
    tankCode?.replace(/[^\w-]/g, '') ?? '',
    ...daysOf(wish, clock.now(), timeZone),
  ]
  return {
    name: `${parts.filter((part) => part !== '').join('_')}.${format}`,
    type: format === 'csv' ? `${EXPORT_TYPES.csv}; charset=utf-8` : EXPORT_TYPES.xlsx,
    content: fileFromThread(new URL('./readings-file-thread.ts', import.meta.url), task),
  }
}

/** First and last day of the window in the time zone; the last is today when the window is open. */
function daysOf({ from, to }: ExportWish, now: number, timeZone: string): string[] {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const last = day.format(to === undefined ? now : Date.parse(to) - 1)
  return from === undefined ? [last] : [...new Set([day.format(Date.parse(from)), last])]
}

/** The form of an export for programs (`en`) and for users in Turkey (`tr`). */
interface ExportForm extends Pick<FileDialect, 'timeZone'> {
  columnsOf: (exported: Pick<ExportedRows, 'metrics' | 'refusedText'>) => FileColumn[]
  /** The form of its column of refused values. */
  refused: NonNullable<ExportedRows['refusedText']>
  sheet: string
  /** First word of the file's name. */
  word: string
}

const withUnit = (title: string, unit: string) => (unit === '' ? title : `${title} (${unit})`)

function columns(
  time: FileColumn,
  tank: string,
  terminal: string,
  titleOf: (metric: MetricKey) => string,
  refused: string,
): ExportForm['columnsOf'] {
  const places = [time, { title: tank, width: 16 }, { title: terminal, width: 16 }]
  return ({ metrics, refusedText }) => [
    ...places,
    ...metrics.map((key) => ({ title: titleOf(key), width: 22 })),
    ...(refusedText === null ? [] : [{ title: refused, width: 40 }]),
  ]
}

const EXPORT_FORMS: Readonly<Record<FileLocale, ExportForm>> = {
  en: {
    timeZone: FILE_DIALECTS.en.timeZone,
    columnsOf: columns(
      { title: 'measured_at', width: 20, format: 'yyyy-mm-dd hh:mm:ss' },
      'tank_code',
      'terminal_code',
      (key) => key,
      'refused',
    ),
    refused: 'keys',
    sheet: 'Measurements',
    word: 'measurements',
  },
  tr: {
    timeZone: FILE_DIALECTS.tr.timeZone,
    columnsOf: columns(
      { title: 'Zaman', width: 20, format: 'dd.mm.yyyy hh:mm:ss' },
      'Tank',
      'Terminal',
      (key) => withUnit(TURKISH_METRIC_NAMES[key], metricOf(key).unit),
      'Reddedilen değerler',
    ),
    refused: 'words',
    sheet: 'Ölçümler',
    word: 'olcumler',
  },
}
