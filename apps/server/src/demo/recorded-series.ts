import { readTidyCsv } from '@dalyan/terminal-simulator/tidy-csv'
import type { ReadingMessage } from '@dalyan/contracts/device-messages'

type RecordedValues = Omit<ReadingMessage, 'measured_at'>

/** Where the history of a recording ends. */
export interface HistoryEnd {
  /** The number of history rows; the live part begins with this row, or with the first one when the full file is history. */
  rows: number
  /** Recorded instant of the last history row, epoch milliseconds. */
  last_at: number
  /** Rows of the full file. */
  total: number
}

/**
 * @param liveFrom recorded instant at which history ends; null: the full file is history.
 * @throws Error when there are no rows before it.
 */
export async function findHistoryEnd(path: string, liveFrom: string | null): Promise<HistoryEnd> {
  const until = liveFrom === null ? Infinity : Date.parse(liveFrom)
  let rows = 0
  let last_at = Number.NaN
  let total = 0
  for await (const { measured_at } of readTidyCsv(path)) {
    total += 1
    if (measured_at >= until) continue
    rows += 1
    last_at = measured_at
  }
  if (rows === 0) throw new Error(`${path}: nothing before ${String(liveFrom)}`)
  return { rows, last_at, total }
}

/** The history at its recorded spacing, shifted so that its last reading is at `endsAt` (epoch milliseconds). Rows without a value are left out. */
export async function* shiftedHistory(
  path: string,
  end: HistoryEnd,
  endsAt: number,
): AsyncGenerator<{ measured_at: number; values: RecordedValues }> {
  let row = 0
  for await (const { measured_at, values } of readTidyCsv(path)) {
    if (row === end.rows) return
    row += 1
    if (hasValue(values)) yield { measured_at: measured_at + endsAt - end.last_at, values }
  }
}

/** Repeats the recording without end, starting at `position` (a row's index in the file). Rows without a value are left out. */
export async function* endlessRows(
  path: string,
  position: number,
): AsyncGenerator<{ position: number; values: RecordedValues }> {
  for (let from = position; ; from = 0) {
    let row = 0
    let found = false
    for await (const { values } of readTidyCsv(path)) {
      if (row >= from && hasValue(values)) {
        found = true
        yield { position: row, values }
      }
      row += 1
    }
    if (!found && from === 0) throw new Error(`${path}: no values`)
  }
}

function hasValue(values: RecordedValues): boolean {
  return Object.keys(values).length > 0
}
