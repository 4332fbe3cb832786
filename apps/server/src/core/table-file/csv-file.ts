import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FileCell, FileTable } from './table.ts'

export interface CsvDialect {
  delimiter: ',' | ';'
  decimal: '.' | ','
  date: (date: Date) => string
}

/** Texts that need no quoting with any separator. */
const PLAIN = /^\w[\w .:/()-]*$/

/**
 * Texts that would start a formula if the file were read with another separator, or if line ends and quotation marks inside the text were taken
 * for the file's own. Numbers are left unchanged.
 */
const HIDDEN_FORMULA =
  /(?<=(?:^[\s"']|[,;|\t\r\n])[\s"']*)(?![+-]\d+(?:[.,]\d+)?(?:[\s,;|\]}"']|$))[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g

/** One cell of a CSV file that no spreadsheet takes for a formula, whatever separator it assumes. */
export function csvText(text: string, delimiter: CsvDialect['delimiter']): string {
  const marked = text.replaceAll(HIDDEN_FORMULA, "'$&")
  return stringify([[marked]], { delimiter, escape_formulas: true, eof: false })
}

/** UTF-8 with BOM; the first row has the titles. Texts that a spreadsheet would take for formulas are made plain text; numbers stay numbers. */
export function csvFile({ columns, batches }: FileTable, { delimiter, decimal, date }: CsvDialect): Readable {
  // Numbers, dates and most texts need no quotes; checking each cell would take most of the time of a file.
  function cell(value: FileCell): string {
    if (value === null) return ''
    if (typeof value === 'number') return decimal === '.' ? String(value) : String(value).replace('.', decimal)
    if (value instanceof Date) return date(value)
    return PLAIN.test(value) ? value : csvText(value, delimiter)
  }
  const line = (cells: readonly FileCell[]) => `${cells.map(cell).join(delimiter)}\n`
  async function* text() {
    yield `\u{FEFF}${line(columns.map(({ title }) => title))}`
    for await (const batch of batches) yield batch.map(line).join('')
  }
  return Readable.from(text(), { objectMode: false })
}
