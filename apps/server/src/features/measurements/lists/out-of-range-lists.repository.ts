import { MOST_COUNTED, type MeasurementPage } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { asPage } from '@dalyan/contracts/paging'
import { sql } from 'kysely'
import type { Connection, Database } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import type { ListQuery } from './measurement-lists.repository.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { outOfRangeRows, readingsOutOfRange, type Judged, type Stretch } from '../out-of-range-rows.repository.ts'
import { stretchesToWalk } from '../out-of-range-walk.rules.ts'
import { READING_COLUMNS, readPage } from './reading-pages.repository.ts'
import { BEGINNING, NEVER } from '../rollups/time-spans.rules.ts'

/** Pages of the readings outside the limits of now; the total is exact up to `MOST_COUNTED`. */
export function outOfRangeLists(database: Database) {
  return {
    /** @param metrics a reading is out when one of these is */
    async list(scope: MeasurementScope, query: ListQuery, metrics: readonly MetricKey[]): Promise<MeasurementPage> {
      if (scope.terminals?.length === 0) return asPage([], 0, query)
      return inSnapshot(database, async (connection) => {
        const { done, since, until, pairs } = await outOfRangeRows(connection).reach()
        const judged: Judged = { scope, metrics, done }
        const descending = query.sort?.[0]?.descending ?? true
        const offset = (query.page - 1) * query.per_page
        const walk = await walkStretches(
          connection,
          judged,
          stretchesToWalk({
            from: Math.max(since, query.from === undefined ? BEGINNING : Date.parse(query.from)),
            to: Math.min(until, query.to === undefined ? NEVER : Date.parse(query.to)),
            done,
            pairs: scope.terminals?.length ?? pairs,
            descending,
          }),
          { offset, end: offset + query.per_page, descending },
        )
        const data = walk.page
          ? await readPage(
              connection,
              sql`select m.slot, ${READING_COLUMNS} from ${readingsOutOfRange(judged, walk.page, descending)} m`,
              { offset: offset - walk.page.before, limit: query.per_page, descending, hasSlots: true },
            )
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

/** Counts on, piece by piece, until there are more than are counted and the page is passed. */
async function walkStretches(
  connection: Connection,
  judged: Judged,
  stretches: Iterable<Stretch>,
  { offset, end, descending }: { offset: number; end: number; descending: boolean },
): Promise<Walk> {
  const most = Math.max(MOST_COUNTED + 1, end)
  const ofPage: Stretch[] = []
  let counted = 0
  let before = 0
  for (const stretch of stretches) {
    for (const piece of await outOfRangeRows(connection).count(judged, stretch, { most: most - counted, descending })) {
      if (counted < end && counted + piece.n > offset) {
        if (ofPage.length === 0) before = counted
        ofPage.push(piece)
      }
      counted += piece.n
    }
    if (counted >= most) break
  }
  return { counted, page: ofPage.length > 0 ? { ...around(ofPage), before } : null }
}

function around(stretches: readonly Stretch[]): Stretch {
  return {
    from: Math.min(...stretches.map(({ from }) => from)),
    to: Math.max(...stretches.map(({ to }) => to)),
  }
}
