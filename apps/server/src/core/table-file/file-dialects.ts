import type { FileLocale } from '@dalyan/contracts/file-locale'
import type { CsvDialect } from './csv-file.ts'

/** The time zone of a file's times, and the format of times and numbers. Dates carry that wall time in their UTC fields. */
export interface FileDialect {
  timeZone: string
  csv: CsvDialect
}

/** Used by the files of readings (measurements/files) and by those with one line for each record (line-file.ts). */
export const FILE_DIALECTS: Readonly<Record<FileLocale, FileDialect>> = {
  en: { timeZone: 'UTC', csv: { delimiter: ',', decimal: '.', date: (date) => date.toISOString() } },
  tr: { timeZone: 'Europe/Istanbul', csv: { delimiter: ';', decimal: ',', date: turkishDate } },
}

/** `20.11.2026 13:00:00`, and `,250` for times with milliseconds. */
function turkishDate(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T')
  const [year, month, dayOfMonth] = day.split('-')
  const ms = time.slice(9, 12)
  return `${dayOfMonth}.${month}.${year} ${time.slice(0, 8)}${ms === '000' ? '' : `,${ms}`}`
}
