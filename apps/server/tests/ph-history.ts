import { outOfRangeBit } from '../src/features/measurements/storing/limits-in-force.ts'
import { instantAt } from '../src/core/clock.ts'
import type { Database } from '../src/core/database/database.ts'
import { monthsBetween, partitions } from '../src/features/measurements/storing/partitions.sql.ts'
import { rollupsRepository } from '../src/features/measurements/rollups/rollups.sql.ts'

const BUCKET_MS = 900_000

export interface PhReading {
  terminal_id: number
  tank_id: number
  /** Epoch milliseconds. */
  measured_at: number
  ph: number
  /** Whether it was out of range when it was stored. */
  isOut?: boolean
}

/** Stores readings of one metric, oldest first, with roll-ups up to the end of the last bucket, as after a long time. */
export async function storeHistory(database: Database, readings: readonly PhReading[]): Promise<void> {
  const times = readings.map((one) => one.measured_at)
  const start = Math.floor((times[0] ?? 0) / BUCKET_MS) * BUCKET_MS
  const end = (Math.floor((times.at(-1) ?? start) / BUCKET_MS) + 1) * BUCKET_MS
  await partitions(database).ensure(monthsBetween(start, end))
  await database.query(
    `insert into measurements (terminal_id, tank_id, measured_at, received_at, ph, flags)
     select t, tank, at, at, ph, flags from unnest($1::int[], $2::int[], $3::timestamptz[], $4::real[], $5::int[]) x(t, tank, at, ph, flags)`,
    [
      readings.map((one) => one.terminal_id),
      readings.map((one) => one.tank_id),
      times.map(instantAt),
      readings.map((one) => one.ph),
      readings.map((one) => (one.isOut ? outOfRangeBit('ph') : 0)),
    ],
  )
  await database.query(`insert into latest (terminal_id, tank_id, measured_at, received_at)
    select terminal_id, tank_id, max(measured_at), max(measured_at) from measurements group by 1, 2`)
  await rollupsRepository(database).rollInterval(instantAt(start), instantAt(end))
  await database.query('update rollup_state set mark_until = $1, done_until = $1', [instantAt(end)])
}
