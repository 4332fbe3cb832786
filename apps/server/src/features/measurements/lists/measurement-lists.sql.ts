import { MOST_COUNTED, type Measurement, type MeasurementPage } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { asPage } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import type { MeasurementScope } from './measurement-scope.sql.ts'
import { readingCounts, type Count, type RolledUp } from '../rollups/reading-counts.sql.ts'
import { direction, READING_COLUMNS, readPage, type PageWindow } from './reading-pages.sql.ts'
import { inScope, ofOutOfRange, ofTanks } from './scope-condition.sql.ts'
import { BEGINNING, finerThan, NEVER } from '../rollups/time-spans.rules.ts'

// SQL text because it is a hot path, and the query builder has no lateral join over an array.

/** Index entries to walk at most; beyond that, locating the page by the counts is faster. */
const MOST_WALKED = 20_000

export interface ListQuery {
  page: number
  per_page: number
  from?: string | undefined
  to?: string | undefined
  sort?: readonly { descending: boolean }[] | undefined
}

interface TimeWindow {
  /** Epoch milliseconds; `to` is exclusive. */
  from: number
  to: number
}

const windowOf = ({ from, to }: Pick<ListQuery, 'from' | 'to'>): TimeWindow => ({
  from: from === undefined ? BEGINNING : Date.parse(from),
  to: to === undefined ? NEVER : Date.parse(to),
})
const isDescending = ({ sort }: ListQuery) => sort?.[0]?.descending ?? true

export function measurementLists(database: Database) {
  return {
    /** All readings of a scope, with exact totals at any page. */
    async list(scope: MeasurementScope, query: ListQuery): Promise<MeasurementPage> {
      if (scope.terminals?.length === 0) return asPage([], 0, query)
      return inSnapshot(database, async (connection) => {
        const counts = readingCounts(connection)
        const rolledUp = await counts.rolledUp(scope)
        const window = windowOf(query)
        const directory = await counts.list(scope, window.from, window.to, rolledUp)
        const total = directory.reduce((sum, count) => sum + count.n, 0)
        const offset = (query.page - 1) * query.per_page
        if (offset >= total) return asPage([], total, query)

        const page = { offset, limit: Math.min(query.per_page, total - offset), descending: isDescending(query) }
        if (isWalkShort(scope, page)) return asPage(await walkTerminals(connection, scope, window, page), total, query)
        const { before, ...near } = await findWindow(connection, scope, directory, rolledUp, page)
        const inPage = { ...page, offset: offset - before }
        return asPage(await readPage(connection, readingsIn(near, scope), inPage), total, query)
      })
    },

    /** Only readings in which one of these metrics was out of range when stored; the total is exact up to `MOST_COUNTED`. */
    async listOutOfRange(
      scope: MeasurementScope,
      query: ListQuery,
      metrics: readonly MetricKey[],
    ): Promise<MeasurementPage> {
      if (scope.terminals?.length === 0) return asPage([], 0, query)
      return inSnapshot(database, async (connection) => {
        const window = windowOf(query)
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from (select from (${readingsIn(window, scope, metrics)}) found limit ${MOST_COUNTED + 1}) counted`.execute(
          connection.db,
        )
        const counted = rows[0]?.n ?? 0
        const page = {
          offset: (query.page - 1) * query.per_page,
          limit: query.per_page,
          descending: isDescending(query),
        }
        const data = isWalkShort(scope, page)
          ? await walkTerminals(connection, scope, window, page, metrics)
          : await readPage(connection, readingsIn(window, scope, metrics), page)
        return {
          ...asPage(data, Math.min(counted, MOST_COUNTED), query),
          ...(counted > MOST_COUNTED ? { total_capped: true } : {}),
        }
      })
    },
  }
}

function isWalkShort({ terminals }: MeasurementScope, { offset, limit }: PageWindow): boolean {
  return (terminals?.length ?? Infinity) * (offset + limit) <= MOST_WALKED
}

/** Reads the first rows of each terminal by index and merges them. */
function walkTerminals(
  connection: Connection,
  scope: MeasurementScope,
  { from, to }: TimeWindow,
  page: PageWindow,
  outOfRange: readonly MetricKey[] | null = null,
): Promise<Measurement[]> {
  const order = direction(page.descending)
  const rows = sql`select x.* from unnest(${scope.terminals}::int[]) t(id) cross join lateral (
    select ${READING_COLUMNS} from measurements m where m.terminal_id = t.id ${ofTanks(scope)} ${ofOutOfRange(outOfRange)}
    and m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)}
    order by m.measured_at ${order} limit ${page.offset + page.limit}
  ) x`
  return readPage(connection, rows, page)
}

/** SQL: the readings of a time interval. */
function readingsIn(
  { from, to }: TimeWindow,
  scope: MeasurementScope,
  outOfRange: readonly MetricKey[] | null = null,
): RawBuilder<unknown> {
  return sql`select ${READING_COLUMNS} from measurements m
    where m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)} ${inScope(scope)} ${ofOutOfRange(outOfRange)}`
}

/** Narrows the counts down, level by level, to the few minutes that contain the page. `before`: number of rows in the list before them. */
async function findWindow(
  connection: Connection,
  scope: MeasurementScope,
  directory: readonly Count[],
  rolledUp: RolledUp,
  { offset, limit, descending }: PageWindow,
): Promise<TimeWindow & { before: number }> {
  const ordered = (counts: readonly Count[]) => (descending ? counts.toReversed() : counts)

  /** The bucket that contains the row of this rank (0: the first), and the number of rows before the bucket. */
  async function locate(rank: number): Promise<{ count: Count; before: number }> {
    let before = 0
    let counts = ordered(directory)
    for (;;) {
      let found: Count | undefined
      for (const count of counts) {
        found = count
        if (before + count.n > rank) break
        before += count.n
      }
      if (!found) throw new Error('the counts do not hold the row')
      if (found.level === '15m' || found.level === 'raw') return { count: found, before }
      const finer = finerThan(found.level).filter((level) => level !== 'raw')
      counts = ordered(await readingCounts(connection).list(scope, found.from, found.to, rolledUp, finer))
    }
  }

  const start = await locate(offset)
  const last = offset + limit - 1
  const end = last < start.before + start.count.n ? start : await locate(last)
  return {
    from: Math.min(start.count.from, end.count.from),
    to: Math.max(start.count.to, end.count.to),
    before: start.before,
  }
}
