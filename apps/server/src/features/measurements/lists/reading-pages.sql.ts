import type { Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'

// SQL text because it is a hot path: every list of readings ends here.

/** SQL: the listed columns of the readings `m`. */
export const READING_COLUMNS = sql.join(
  ['measured_at', 'received_at', 'terminal_id', 'tank_id', 'flags', ...METRIC_KEYS].map((column) =>
    sql.ref(`m.${column}`),
  ),
)

export const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`)

export interface PageWindow {
  offset: number
  limit: number
  descending: boolean
}

/** One page of rows with `READING_COLUMNS`, in order of time. */
export async function readPage(
  { db }: Connection,
  rows: RawBuilder<unknown>,
  { offset, limit, descending }: PageWindow,
): Promise<Measurement[]> {
  const order = direction(descending)
  type ReadingRow = Omit<Measurement, 'iot_id' | 'clock_skew'> & { terminal_id: number; flags: number; kind: string }
  const found = await sql<ReadingRow>`select ${READING_COLUMNS}, t.kind from (
    select * from (${rows}) found order by measured_at ${order}, terminal_id ${order} offset ${offset} limit ${limit}
  ) m join terminals t on t.id = m.terminal_id order by m.measured_at ${order}, m.terminal_id ${order}`.execute(db)
  return found.rows.map(({ terminal_id, flags, kind, ...row }) => ({
    ...row,
    // Readings entered by hand are stored under a hidden terminal.
    iot_id: kind === 'manual' ? null : terminal_id,
    clock_skew: (flags & 1) === 1,
  }))
}
