import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import { clockIn } from '../../../core/database/clock-in.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { Cell } from '../../../core/table-file/table.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { readingCounts } from '../rollups/reading-counts.sql.ts'
import { inScope, ofOutOfRange } from '../lists/scope-condition.sql.ts'

// SQL text because the query builder has no cursors.

const BATCH = 500

/** The rows to export and their form; plain data, since it is passed to a thread. */
export interface ExportedRows {
  scope: MeasurementScope
  /** Epoch milliseconds; `to` is exclusive. */
  from: number
  to: number
  descending: boolean
  /** Only readings in which one of these was out of range when stored; null: all. */
  outOfRange: readonly MetricKey[] | null
  /** The time zone of the exported times. */
  timeZone: string
}

/** Epoch milliseconds; `to` is exclusive. */
interface TimeWindow {
  from: number
  to: number
}

/** All readings of a window as cells, in order of time; run it inside one snapshot. */
export function exportRows(connection: Connection) {
  /** The days that have readings. Each day is sorted by itself, so that the first row comes at once. */
  async function daysOf({ scope, from, to }: ExportedRows): Promise<TimeWindow[]> {
    if (scope.terminals?.length === 0) return []
    const counts = readingCounts(connection)
    return counts.list(scope, from, to, await counts.rolledUp(scope), ['day', 'raw'])
  }

  async function* batchesOf(days: readonly TimeWindow[], exported: ExportedRows) {
    const { db } = connection
    const fetch = async () => (await FETCH.execute(db)).rows
    for (const day of days) {
      await sql`declare readings no scroll cursor for ${rowsOf(day, exported)}`.execute(db)
      // The next rows are fetched while these are written.
      let coming: ReturnType<typeof fetch> | null = fetch()
      try {
        while (coming) {
          const rows: ExportRow[] = await coming
          coming = rows.length === BATCH ? fetch() : null
          if (rows.length > 0) yield rows.map(cellsOf)
        }
      } finally {
        // When the consumer stops early, waits for the running fetch, even if it fails.
        await coming?.catch(() => undefined)
      }
      await sql`close readings`.execute(db)
    }
  }

  return {
    /** Finds the days first. Columns: time, tank code, terminal code, and the metrics in their order. */
    async open(exported: ExportedRows): Promise<AsyncGenerator<Cell[][], void>> {
      const days = await daysOf(exported)
      return batchesOf(exported.descending ? days.reverse() : days, exported)
    },
  }
}

type ExportRow = Record<MetricKey, number | null> & {
  at: string
  tank_code: string | null
  terminal_code: string | null
}

const FETCH = sql<ExportRow>`fetch ${sql.lit(BATCH)} from readings`

function cellsOf(row: ExportRow): Cell[] {
  return [new Date(row.at), row.tank_code, row.terminal_code, ...METRIC_KEYS.map((key) => row[key])]
}

const VALUES = sql.join(METRIC_KEYS.map((key) => sql.ref(`m.${key}`)))

/** Readings entered by hand have no terminal. `at`: local time of the time zone, written as if UTC. */
function rowsOf(
  { from, to }: TimeWindow,
  { scope, outOfRange, descending, timeZone }: ExportedRows,
): RawBuilder<ExportRow> {
  const order = descending ? sql`desc` : sql`asc`
  return sql`select ${clockIn(timeZone, sql`m.measured_at`)} as at, k.code as tank_code, t.code as terminal_code, ${VALUES}
    from measurements m left join tanks k on k.id = m.tank_id left join terminals t on t.id = m.terminal_id and t.kind = 'device'
    where m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)} ${inScope(scope)} ${ofOutOfRange(outOfRange)}
    order by m.measured_at ${order}, m.terminal_id ${order}`
}
