import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { Cell } from '../../core/table-file/table.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { readingCounts } from './reading-counts.repository.ts'
import { inScope } from './scope-condition.repository.ts'
import type { Span } from './time-spans.rules.ts'

const BATCH = 500

/** Which rows, and how: plain data, for it goes to a thread. */
export interface WantedRows {
  scope: MeasurementScope
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  descending: boolean
  /** Whose clock the times show. */
  timeZone: string
}

/** All readings of a window as cells, in the order of time; run it inside one snapshot. */
export function exportRows(connection: Connection) {
  return {
    /** Days, and the ends of the window, that hold readings: each is sorted by itself, so the first row comes at once. */
    async pieces({ scope, from, to, descending }: WantedRows): Promise<Span[]> {
      if (scope.terminals?.length === 0) return []
      const counts = readingCounts(connection)
      const days = await counts.list(scope, from, to, await counts.rolledUp(scope), ['day', 'raw'])
      return descending ? days.reverse() : days
    },

    /** Time, code of the tank, code of the terminal, and the metrics in their order. */
    async *batches(pieces: readonly Span[], wanted: WantedRows): AsyncGenerator<Cell[][], void> {
      const { db } = connection
      const fetch = sql<Row>`fetch ${sql.lit(BATCH)} from readings`
      for (const piece of pieces) {
        await sql`declare readings no scroll cursor for ${rowsOf(piece, wanted)}`.execute(db)
        for (let count = BATCH; count === BATCH;) {
          const { rows } = await fetch.execute(db)
          count = rows.length
          if (count > 0) yield rows.map(cellsOf)
        }
        await sql`close readings`.execute(db)
      }
    },
  }
}

type Row = Record<MetricKey, number | null> & { at: string; tank_code: string | null; terminal_code: string | null }

function cellsOf(row: Row): Cell[] {
  return [new Date(row.at), row.tank_code, row.terminal_code, ...METRIC_KEYS.map((key) => row[key])]
}

const VALUES = sql.join(METRIC_KEYS.map((key) => sql.ref(`m.${key}`)))

/** What was entered by hand names no terminal. `at`: the clock of the time zone, written as if it were UTC. */
function rowsOf({ from, to }: Span, { scope, descending, timeZone }: WantedRows): RawBuilder<Row> {
  const order = descending ? sql`desc` : sql`asc`
  return sql`select m.measured_at at time zone ${timeZone} at time zone 'UTC' as at, k.code as tank_code, t.code as terminal_code, ${VALUES}
    from measurements m left join tanks k on k.id = m.tank_id left join terminals t on t.id = m.terminal_id and t.kind = 'device'
    where m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)} ${inScope(scope)}
    order by m.measured_at ${order}, m.terminal_id ${order}`
}
