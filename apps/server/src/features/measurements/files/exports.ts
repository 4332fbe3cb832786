import { EXPORT_TYPES, type MeasurementExportQuery } from '@dalyan/contracts/measurements'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { FileReply } from '../../../core/http/file-reply.ts'
import { fileFromThread } from '../../../core/table-file/file-from-thread.ts'
import { EXPORT_FORMS } from './export-table.ts'
import type { ExportedRows } from './export-rows.sql.ts'
import type { ExportTask } from './export-thread.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { BEGINNING, NEVER } from '../rollups/time-spans.rules.ts'

type ExportWish = Pick<MeasurementExportQuery, 'format' | 'locale' | 'from' | 'to' | 'sort'> &
  Pick<ExportedRows, 'outOfRange'>

/** Files of readings of any size: rows are read from one snapshot as fast as the caller consumes them. */
export function measurementExports({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** `tankCode`: part of the file name when the file is about one tank. */
    open(scope: MeasurementScope, wish: ExportWish, tankCode: string | undefined): FileReply {
      const { format, locale } = wish
      const { timeZone, word } = EXPORT_FORMS[locale]
      const exported: ExportedRows = {
        scope,
        outOfRange: wish.outOfRange,
        from: wish.from === undefined ? BEGINNING : Date.parse(wish.from),
        to: wish.to === undefined ? NEVER : Date.parse(wish.to),
        descending: wish.sort?.[0]?.descending ?? true,
        timeZone,
      }
      const task: ExportTask = { address: database.address, format, locale, exported }
      const parts = [word, tankCode?.replace(/[^\w-]/g, '') ?? '', ...daysOf(wish, clock.now(), timeZone)]
      return {
        name: `${parts.filter((part) => part !== '').join('_')}.${format}`,
        type: format === 'csv' ? `${EXPORT_TYPES.csv}; charset=utf-8` : EXPORT_TYPES.xlsx,
        content: fileFromThread(new URL('./export-thread.ts', import.meta.url), task),
      }
    },
  }
}

/** First and last day of the window in the time zone; the last is today when the window is open. */
function daysOf({ from, to }: ExportWish, now: number, timeZone: string): string[] {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const last = day.format(to === undefined ? now : Date.parse(to) - 1)
  return from === undefined ? [last] : [...new Set([day.format(Date.parse(from)), last])]
}
