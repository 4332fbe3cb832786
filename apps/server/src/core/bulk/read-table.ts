import { MAX_BULK_COLUMNS, MAX_BULK_ROWS, type BulkColumn } from '@dalyan/contracts/bulk'
import { foldText } from '@dalyan/contracts/fold-text'
import { CsvError, parse } from 'csv-parse/sync'
import { invalidField } from '../errors.ts'

const DELIMITERS = [',', ';', '\t'] as const
const LONGEST_SHOWN_COLUMN = 100
/** Column names in a message. */
const MOST_SHOWN_COLUMNS = 12
/** Empty lines are skipped, but the parser creates an error for every line with another number of cells, which takes time. */
const MOST_LINES = 20_000

/** One record as written in the file; empty and missing cells are absent. */
export interface TableRow<F extends string> {
  /** Row number in a spreadsheet; row 1 names the columns. */
  line: number
  cells: Readonly<Partial<Record<F, string>>>
  /** Whether there is text beyond the last named column. */
  isTooLong: boolean
}

export interface ReadTable<F extends string> {
  rows: TableRow<F>[]
  /** Columns of the file whose names are unknown. */
  ignored_columns: string[]
}

/**
 * Reads a CSV file. The delimiter is the one that gives the most known columns in the first line. Columns may have the API's names or users'
 * names, in any order and case.
 * @throws 422 at `csv` when the text is no such table, is empty, too wide or too long.
 */
export function readTable<F extends string>(csv: string, columns: readonly BulkColumn<F>[]): ReadTable<F> {
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, names: cellsOf(csv, delimiter, 1)[0] ?? [] }))
  if (headers.some(({ names }) => names.length > MAX_BULK_COLUMNS))
    throw invalidField('csv', 'csv_too_many_columns', { maximum: MAX_BULK_COLUMNS })
  const known = namesOf(columns, ({ field, tr, en }) => [field, tr, en])
  const shorter = namesOf(columns, ({ shorter: names = [] }) => names)
  const { delimiter, names, fields } = headers
    .map((header) => ({ ...header, fields: fieldsOf(header.names.map(folded), known, shorter) }))
    .reduce((best, next) => (knownIn(next.fields) > knownIn(best.fields) ? next : best))
  checkHeader(names, fields, columns)

  const [, ...lines] = cellsOf(csv, delimiter, 1 + MOST_LINES + 1)
  const rows = lines.flatMap((cells, index) =>
    cells.every((cell) => cell === '') ? [] : [{ line: index + 2, ...namedCells(cells, fields) }],
  )
  if (rows.length > MAX_BULK_ROWS || lines.length > MOST_LINES) {
    const count = lines.length > MOST_LINES ? `>${MAX_BULK_ROWS}` : rows.length
    throw invalidField('csv', 'csv_too_many_rows', { maximum: MAX_BULK_ROWS, count })
  }
  if (rows.length === 0) throw invalidField('csv', 'csv_empty')
  const isIgnored = (name: string, index: number) => name !== '' && fields[index] === undefined
  return { rows, ignored_columns: names.filter(isIgnored).map((name) => name.slice(0, LONGEST_SHOWN_COLUMN)) }
}

/** Columns by their folded names. */
function namesOf<F extends string>(
  columns: readonly BulkColumn<F>[],
  of: (column: BulkColumn<F>) => readonly string[],
): ReadonlyMap<string, F> {
  return new Map(columns.flatMap((column) => of(column).map((name) => [folded(name), column.field])))
}

/** The field of each column. A shorter name counts only where no column has the full one: a file may have `Firma` beside `Firma kodu`. */
function fieldsOf<F>(
  names: readonly string[],
  known: ReadonlyMap<string, F>,
  shorter: ReadonlyMap<string, F>,
): (F | undefined)[] {
  const full = names.map((name) => known.get(name))
  return names.map((name, index) => {
    const short = shorter.get(name)
    return full[index] ?? (full.includes(short) ? undefined : short)
  })
}

function knownIn(fields: readonly unknown[]): number {
  return fields.filter((field) => field !== undefined).length
}

/** Folds a column name for comparison. A name longer than any known one is cut first. */
function folded(name: string): string {
  return foldText(name.slice(0, LONGEST_SHOWN_COLUMN).trim().replaceAll(/\s+/g, ' '))
}

/** The first `to` lines. */
function cellsOf(csv: string, delimiter: string, to: number): string[][] {
  try {
    const lines = parse(csv, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      to,
    })
    return lines.map((cells) => cells.map((cell) => cell.trim()))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField('csv', 'csv_unreadable', { line: error['lines'] ?? 1 })
  }
}

function checkHeader<F extends string>(
  names: readonly string[],
  fields: readonly (F | undefined)[],
  columns: readonly BulkColumn<F>[],
): void {
  for (const { field, isRequired, tr, en } of columns) {
    const times = fields.filter((each) => each === field).length
    if (times > 1) throw invalidField('csv', 'csv_column_twice', { tr, en })
    if (times === 0 && isRequired) throw invalidField('csv', 'csv_column_missing', { tr, en, read: namesAsText(names) })
  }
}

/** The column names of a file as a message shows them: the first of them; `—` where it has none. */
function namesAsText(names: readonly string[]): string {
  const first = names.filter((name) => name !== '').slice(0, MOST_SHOWN_COLUMNS)
  return first.length === 0 ? '—' : first.map((name) => `“${name.slice(0, LONGEST_SHOWN_COLUMN)}”`).join(', ')
}

function namedCells<F extends string>(
  cells: readonly string[],
  fields: readonly (F | undefined)[],
): Omit<TableRow<F>, 'line'> {
  const named = cells.flatMap((cell, index) => (cell !== '' && fields[index] ? [[fields[index], cell] as const] : []))
  return {
    cells: Object.fromEntries(named) as Partial<Record<F, string>>,
    isTooLong: cells.slice(fields.length).some((cell) => cell !== ''),
  }
}
