import { saveFile } from '../ui/save-file.ts'

interface CsvLook {
  delimiter: ',' | ';'
  /** Spreadsheets need the byte order mark to recognise UTF-8; programs do not. */
  bom: boolean
}

/** Makes a CSV file and downloads it; cells that a spreadsheet would run as formulas are escaped. */
export async function saveCsv(name: string, rows: readonly (readonly string[])[], look: CsvLook): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const text = stringify([...rows], { ...look, escape_formulas: true, record_delimiter: 'windows' })
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
