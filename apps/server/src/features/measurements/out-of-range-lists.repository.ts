import { MOST_COUNTED, type MeasurementPage } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { asPage } from '@dalyan/contracts/paging'
import { sql } from 'kysely'
import type { Connection, Database } from '../../core/database/database.ts'
import { inSnapshot } from '../../core/database/snapshot.ts'
import type { ListQuery } from './measurement-lists.repository.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { outOfRangeRows, readingsOutOfRange, type Judged } from './out-of-range-rows.repository.ts'
import { READING_COLUMNS, readPage } from './reading-pages.repository.ts'
import { BEGINNING, NEVER } from './time-spans.rules.ts'

interface Stretch {
  from: number
  to: number
}

/** Pages of the readings outside the limits of now; the total is exact up to `MOST_COUNTED`. */
export function outOfRangeLists(database: Database) {
  return {
    /** @param metrics a reading is out when one of these is */
    async list(scope: MeasurementScope, query: ListQuery, metrics: readonly MetricKey[]): Promise<MeasurementPage> {
      if (scope.terminals?.length === 0) return asPage([], 0, query)
      return inSnapshot(database, async (connection) => {
        const rows = outOfRangeRows(connection)
        const judged: Judged = { scope, metrics, done: await rows.done() }
        const from = query.from === undefined ? BEGINNING : Date.parse(query.from)
        const to = query.to === undefined ? NEVER : Date.parse(query.to)
        const descending = query.sort?.[0]?.descending ?? true
        const pieces = await rows.pieces(judged, { from, to })
        const offset = (query.page - 1) * query.per_page

        const walk = await walkPieces(connection, judged, descending ? pieces.reverse() : pieces, {
          offset,
          end: offset + query.per_page,
        })
        const data = walk.page
          ? await readPage(connection, sql`select ${READING_COLUMNS} from ${readingsOutOfRange(judged, walk.page)} m`, {
              offset: offset - walk.page.before,
              limit: query.per_page,
              descending,
            })
          : []
        return {
          ...asPage(data, Math.min(walk.counted, MOST_COUNTED), query),
          ...(walk.counted > MOST_COUNTED ? { total_capped: true } : {}),
        }
      })
    },
  }
}

interface Walk {
  counted: number
  /** Where the rows of the page lie; `before`: so many rows come before this stretch. */
  page: (Stretch & { before: number }) | null
}

/** Counts on, in pieces that double, until there are more than are counted and the page is passed. */
async function walkPieces(
  connection: Connection,
  judged: Judged,
  pieces: readonly Stretch[],
  wanted: { offset: number; end: number },
): Promise<Walk> {
  const most = Math.max(MOST_COUNTED + 1, wanted.end)
  const ofPage: Stretch[] = []
  let counted = 0
  let before = 0
  for (let first = 0, size = 1; first < pieces.length && counted < most; first += size, size *= 2) {
    const group = around(pieces.slice(first, first + size))
    const n = await countOut(connection, judged, group, most - counted)
    if (n > 0 && counted < wanted.end && counted + n > wanted.offset) {
      if (ofPage.length === 0) before = counted
      ofPage.push(group)
    }
    counted += n
  }
  return { counted, page: ofPage.length > 0 ? { ...around(ofPage), before } : null }
}

function around(stretches: readonly Stretch[]): Stretch {
  return {
    from: Math.min(...stretches.map(({ from }) => from)),
    to: Math.max(...stretches.map(({ to }) => to)),
  }
}

async function countOut({ db }: Connection, judged: Judged, stretch: Stretch, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select from ${readingsOutOfRange(judged, stretch)} m limit ${most}
  ) counted`.execute(db)
  return rows[0]?.n ?? 0
}
