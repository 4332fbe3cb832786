import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import { clockIn } from '../../../core/database/clock-in.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { Cell } from '../../../core/table-file/table.ts'
import type { MeasurementScope } from '../lists/measurement-scope.repository.ts'
import { readingCounts } from '../rollups/reading-counts.repository.ts'
import { outOfRangeRows, readingsOutOfRange, type Judged } from '../out-of-range-rows.repository.ts'
import { inScope } from '../lists/scope-condition.repository.ts'

const BATCH = 500

/** Which rows, and how: plain data, for it goes to a thread. */
export interface WantedRows {
  scope: MeasurementScope
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  descending: boolean
  /** Only readings in which one of these lies outside its tank's limits of now; null: all. */
  judged: readonly MetricKey[] | null
  /** Whose clock the times show. */
  timeZone: string
}

interface Stretch {
  from: number
  to: number
}

/** All readings of a window as cells, in the order of time; run it inside one snapshot. */
export function exportRows(connection: Connection) {
  /** Pieces of time that hold readings: each is sorted by itself, so the first row comes at once. */
  async function piecesOf({ scope, from, to }: WantedRows, judged: Judged | null): Promise<Stretch[]> {
    if (scope.terminals?.length === 0) return []
    if (judged) return outOfRangeRows(connection).pieces(judged, { from, to })
    const counts = readingCounts(connection)
    return counts.list(scope, from, to, await counts.rolledUp(scope), ['day', 'raw'])
  }

  async function* batchesOf(pieces: readonly Stretch[], wanted: WantedRows, judged: Judged | null) {
    const { db } = connection
    const fetch = async () => (await FETCH.execute(db)).rows
    for (const piece of pieces) {
      await sql`declare readings no scroll cursor for ${rowsOf(readingsOf(piece, wanted, judged), wanted)}`.execute(db)
      // The next rows are on their way while these are written.
      let coming: ReturnType<typeof fetch> | null = fetch()
      try {
        while (coming) {
          const rows: Row[] = await coming
          coming = rows.length === BATCH ? fetch() : null
          if (rows.length > 0) yield rows.map(cellsOf)
        }
      } finally {
        // Whoever stops reading waits for what is under way, however that ends.
        await coming?.catch(() => undefined)
      }
      await sql`close readings`.execute(db)
    }
  }

  return {
    /** Looks where the rows are. A row: time, code of the tank, code of the terminal, and the metrics in their order. */
    async open(wanted: WantedRows): Promise<AsyncGenerator<Cell[][], void>> {
      const { scope, judged: metrics, descending } = wanted
      const judged = metrics && { scope, metrics, done: (await outOfRangeRows(connection).reach()).done }
      const pieces = await piecesOf(wanted, judged)
      return batchesOf(descending ? pieces.reverse() : pieces, wanted, judged)
    },
  }
}

type Row = Record<MetricKey, number | null> & { at: string; tank_code: string | null; terminal_code: string | null }

const FETCH = sql<Row>`fetch ${sql.lit(BATCH)} from readings`

function cellsOf(row: Row): Cell[] {
  return [new Date(row.at), row.tank_code, row.terminal_code, ...METRIC_KEYS.map((key) => row[key])]
}

const VALUES = sql.join(METRIC_KEYS.map((key) => sql.ref(`m.${key}`)))

function readingsOf(piece: Stretch, { scope }: WantedRows, judged: Judged | null): RawBuilder<unknown> {
  if (judged) return readingsOutOfRange(judged, piece)
  return sql`(select m.* from measurements m
    where m.measured_at >= ${instantAt(piece.from)} and m.measured_at < ${instantAt(piece.to)} ${inScope(scope)})`
}

/** What was entered by hand names no terminal. `at`: the clock of the time zone, written as if it were UTC. */
function rowsOf(readings: RawBuilder<unknown>, { descending, timeZone }: WantedRows): RawBuilder<Row> {
  const order = descending ? sql`desc` : sql`asc`
  return sql`select ${clockIn(timeZone, sql`m.measured_at`)} as at, k.code as tank_code, t.code as terminal_code, ${VALUES}
    from ${readings} m left join tanks k on k.id = m.tank_id left join terminals t on t.id = m.terminal_id and t.kind = 'device'
    order by m.measured_at ${order}, m.terminal_id ${order}`
}
