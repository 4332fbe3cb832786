import { saveFile } from '../ui/save-file.ts'

interface Look {
  delimiter: ',' | ';'
  /** Tells spreadsheets that it is UTF-8; programs do without. */
  bom: boolean
}

/** Gives the browser a CSV file to keep, made here; cells that a spreadsheet would run are made harmless. */
export async function saveCsv(name: string, rows: readonly (readonly string[])[], look: Look): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const text = stringify([...rows], { ...look, escape_formulas: true, record_delimiter: 'windows' })
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
