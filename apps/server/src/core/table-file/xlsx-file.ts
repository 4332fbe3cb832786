import { Readable } from 'node:stream'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { FileCell, FileColumn, FileTable } from './table.ts'

/** Starts of texts that a spreadsheet takes for a formula when a cell is typed or pasted, including full-width forms. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

function harmless(cell: FileCell): FileCell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
}

/** One sheet, or several beyond 1,048,576 rows; dates and numbers keep their types, and no text becomes a formula in other programs. */
export function xlsxFile({ columns, batches }: FileTable, name: string): Readable {
  async function* rows() {
    for await (const batch of batches) for (const row of batch) yield row.map(harmless)
  }
  const bytes = writeXlsxStream(rows(), {
    name,
    columns: columns.map(({ title, width, format }) => ({
      header: title,
      width,
      ...(format === undefined ? {} : { numFmt: format }),
    })),
    freezePane: { rows: 1 },
    zip64: true,
  })
  return Readable.from(bytes, { objectMode: false })
}

/** One sheet of a small file. */
export interface Sheet {
  name: string
  columns: readonly FileColumn[]
  rows: readonly FileCell[][]
}

/** A file of several sheets, made at once: for thousands of rows, not millions. The same sheets and time make the same bytes. */
export function xlsxSheets(sheets: readonly Sheet[], at: Date): Promise<Uint8Array> {
  return writeXlsx({
    properties: { creator: 'Dalyan', created: at, modified: at },
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map(({ width, format }) => ({ width, ...(format === undefined ? {} : { numFmt: format }) })),
      rows: [columns.map(({ title }) => title), ...rows.map((row) => row.map(harmless))],
      freezePane: { rows: 1 },
    })),
  })
}
