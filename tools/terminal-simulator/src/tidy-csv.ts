import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ReadingMessage } from '@dalyan/contracts/device-messages'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { parse } from 'csv-parse'

/** One recorded reading of a tidy file. */
export interface RecordedReading {
  terminal_code: string
  /** Epoch milliseconds. */
  measured_at: number
  /** Only the metrics that were measured. */
  values: Omit<ReadingMessage, 'measured_at'>
}

/**
 * Reads `terminal_code,measured_at,<metrics>`, gzip when the name ends in `.gz`, row by row in the order of the file.
 * @throws Error naming the line when a time or a number cannot be read.
 */
export async function* readTidyCsv(path: string): AsyncGenerator<RecordedReading> {
  const file = createReadStream(path)
  const rows = parse({ columns: true, bom: true, skip_empty_lines: true })
  const ended = (error: Error | null | undefined) => {
    if (error) rows.destroy(error)
  }
  if (path.endsWith('.gz')) pipeline(file, createGunzip(), rows, ended)
  else pipeline(file, rows, ended)
  let line = 1
  for await (const row of rows) {
    line += 1
    yield recordedReading(row as Record<string, string>, `${path}, row ${line}`)
  }
}

function recordedReading(row: Record<string, string>, place: string): RecordedReading {
  const at = Date.parse(row['measured_at'] ?? '')
  if (Number.isNaN(at)) throw new Error(`${place}: measured_at is ${JSON.stringify(row['measured_at'] ?? null)}`)
  const values: RecordedReading['values'] = {}
  for (const key of METRIC_KEYS) {
    const text = row[key]
    if (text === undefined || text === '') continue
    const value = Number(text)
    if (!Number.isFinite(value)) throw new Error(`${place}: ${key} is ${JSON.stringify(text)}`)
    values[key] = value
  }
  return { terminal_code: row['terminal_code'] ?? '', measured_at: at, values }
}
