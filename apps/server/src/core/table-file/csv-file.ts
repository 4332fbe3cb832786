import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Table } from './table.ts'

export interface CsvDialect {
  delimiter: ',' | ';'
  decimal: '.' | ','
  date: (date: Date) => string
}

/** UTF-8 with BOM, first row the titles. What a spreadsheet would take for a formula is made text; numbers stay numbers. */
export function csvFile({ columns, batches }: Table, { delimiter, decimal, date }: CsvDialect): Readable {
  const number = decimal === '.' ? String : (value: number) => String(value).replace('.', decimal)
  const options = { delimiter, escape_formulas: true, cast: { number, date } }
  async function* text() {
    yield stringify([columns.map(({ title }) => title)], { ...options, bom: true })
    for await (const batch of batches) yield stringify(batch as unknown[][], options)
  }
  return Readable.from(text(), { objectMode: false })
}
