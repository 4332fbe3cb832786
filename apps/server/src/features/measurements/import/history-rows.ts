import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parseInstant } from '@dalyan/contracts/parse-instant'
import { METRICS, type MetricKey } from '@dalyan/contracts/metrics'
import { CsvError, parse } from 'csv-parse'
import { StartError } from '../../../core/start-error.ts'

/** One valid row of a file, its tank not yet resolved. */
export interface HistoryRow {
  line: number
  terminal_code: string
  /** null: the file names no tank in this row. */
  tank_code: string | null
  /** Epoch milliseconds. */
  measured_at: number
  /** In the order of the metric registry. */
  values: (number | null)[]
}

/** A rejected row (`column` names the reason), or one rejected value of an accepted row. */
export interface ImportRefusal {
  line: number
  column: string
  value: string
  problem:
    | 'unreadable_time'
    | 'in_the_future'
    | 'no_longer_kept'
    | 'not_a_number'
    | 'implausible'
    | 'no_value'
    | 'no_tank'
    | 'conflict'
    | 'no_code'
}

export interface ReadRow {
  row: HistoryRow | null
  refusals: ImportRefusal[]
  /** Bytes of the file read so far. */
  position: number
}

/** What the CSV parser returns with `info`. */
interface Parsed {
  record: Record<string, string | undefined>
  info: { lines: number }
}

const MOST_COLUMNS = 100
/** Maximum characters of one row; a longer one means that the file is no table. */
const LONGEST_ROW = 64 * 1024
const AHEAD_MS = 5 * 60_000

/**
 * Reads `terminal_code,measured_at,<metrics>` and optionally `tank_code`, in any column order; gzip when the name ends
 * in `.gz`.
 * @throws StartError when the file does not exist or is not such a table.
 */
export async function* readHistoryRows(path: string, now: number): AsyncGenerator<ReadRow> {
  const file = createReadStream(path)
  const rows = parse({
    columns: checkedHeader(path),
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    trim: true,
    max_record_size: LONGEST_ROW,
  })
  const ended = (error: Error | null | undefined) => {
    if (error) rows.destroy(error)
  }
  if (path.endsWith('.gz')) pipeline(file, createGunzip(), rows, ended)
  else pipeline(file, rows, ended)
  try {
    for await (const parsed of rows as AsyncIterable<Parsed>) {
      const { record, info } = parsed
      yield { ...readRow(record, info.lines, now), position: file.bytesRead }
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason =
      error instanceof CsvError ? `is not a CSV table (${error.message})` : `cannot be read (${codeOf(error)})`
    throw new StartError(`${path} ${reason}.`)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function checkedHeader(path: string) {
  return (header: string[]): string[] => {
    if (header.length > MOST_COLUMNS)
      throw new StartError(`${path} has more than ${MOST_COLUMNS} columns; its first line has to name the columns.`)
    const known = new Set<string>(['terminal_code', 'measured_at', 'tank_code', ...METRICS.map(({ key }) => key)])
    const missing = ['terminal_code', 'measured_at'].filter((name) => !header.includes(name))
    const unknown = header.filter((name) => !known.has(name))
    if (missing.length > 0)
      throw new StartError(`${path} has no column ${missing.join(' and ')}; its first line has to name the columns.`)
    if (unknown.length > 0)
      throw new StartError(
        `${path} has columns that are no metric: ${unknown.join(', ')}. Known: ${[...known].join(', ')}`,
      )
    if (new Set(header).size < header.length) throw new StartError(`${path} names a column twice.`)
    return header
  }
}

function readRow(record: Record<string, string | undefined>, line: number, now: number): Omit<ReadRow, 'position'> {
  const refusals: ImportRefusal[] = []
  const refuse = (column: string, value: string, problem: ImportRefusal['problem']) =>
    refusals.push({ line, column, value, problem })
  const terminal_code = record['terminal_code'] ?? ''
  const time = record['measured_at'] ?? ''
  const instant = parseInstant(time)
  const measured_at = instant !== null && instant >= 0 ? instant : null
  const values = METRICS.map((metric) => {
    const text = record[metric.key] ?? ''
    if (text === '') return null
    const value = Number(text)
    const problem = valueProblem(value, metric)
    if (problem) refuse(metric.key, text, problem)
    return problem ? null : Math.fround(value)
  })
  if (terminal_code === '') refuse('terminal_code', '', 'no_code')
  else if (measured_at === null) refuse('measured_at', time, 'unreadable_time')
  else if (measured_at > now + AHEAD_MS) refuse('measured_at', time, 'in_the_future')
  else if (values.every((value) => value === null)) refuse('measured_at', time, 'no_value')
  else return { row: { line, terminal_code, tank_code: record['tank_code'] || null, measured_at, values }, refusals }
  return { row: null, refusals }
}

function valueProblem(
  value: number,
  { min, max }: { key: MetricKey; min: number; max: number },
): ImportRefusal['problem'] | null {
  if (!Number.isFinite(value)) return 'not_a_number'
  return value < min || value > max ? 'implausible' : null
}
