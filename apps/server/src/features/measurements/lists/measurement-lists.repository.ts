import type { Measurement } from '@dalyan/contracts/measurements'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { readingCounts, type Count, type RolledUp } from '../rollups/reading-counts.repository.ts'
import { direction, READING_COLUMNS, readPage } from './reading-pages.repository.ts'
import { inScope, ofTanks } from './scope-condition.repository.ts'
import { BEGINNING, finerThan, NEVER } from '../rollups/time-spans.rules.ts'

/** So many index entries are walked through before it is quicker to look up in the counts where a page lies. */
const MOST_WALKED = 20_000

export interface ListQuery {
  page: number
  per_page: number
  from?: string | undefined
  to?: string | undefined
  sort?: readonly { descending: boolean }[] | undefined
}

/** Where the rows of a page lie: `offset` rows into this piece of time, in the order of the list. */
interface Window {
  from: number
  to: number
  offset: number
}

/** Pages of readings with exact totals, however deep. */
export function measurementLists(database: Database) {
  return {
    async list(scope: MeasurementScope, query: ListQuery): Promise<Page<Measurement>> {
      if (scope.terminals?.length === 0) return asPage([], 0, query)
      return inSnapshot(database, async (connection) => {
        const counts = readingCounts(connection)
        const rolledUp = await counts.rolledUp(scope)
        const from = query.from === undefined ? BEGINNING : Date.parse(query.from)
        const to = query.to === undefined ? NEVER : Date.parse(query.to)
        const directory = await counts.list(scope, from, to, rolledUp)
        const total = directory.reduce((sum, count) => sum + count.n, 0)
        const offset = (query.page - 1) * query.per_page
        if (offset >= total) return asPage([], total, query)

        const descending = query.sort?.[0]?.descending ?? true
        const wanted = { offset, limit: Math.min(query.per_page, total - offset), descending }
        const walked = (scope.terminals?.length ?? Infinity) * (offset + query.per_page)
        const rows =
          walked <= MOST_WALKED
            ? await walkTerminals(connection, scope, { from, to, ...wanted })
            : await readWindow(
                connection,
                scope,
                await findWindow(connection, scope, directory, rolledUp, wanted),
                wanted,
              )
        return asPage(rows, total, query)
      })
    },
  }
}

interface Wanted {
  offset: number
  limit: number
  descending: boolean
}

/** The first rows of each terminal by its index, merged. */
async function walkTerminals(
  connection: Connection,
  scope: MeasurementScope,
  wanted: Wanted & { from: number; to: number },
) {
  const order = direction(wanted.descending)
  const rows = sql`select x.* from unnest(${scope.terminals}::int[]) t(id) cross join lateral (
    select ${READING_COLUMNS} from measurements m where m.terminal_id = t.id ${ofTanks(scope)}
    and m.measured_at >= ${instantAt(wanted.from)} and m.measured_at < ${instantAt(wanted.to)}
    order by m.measured_at ${order} limit ${wanted.offset + wanted.limit}
  ) x`
  return readPage(connection, rows, wanted)
}

/** Rows inside a small piece of time. */
async function readWindow(connection: Connection, scope: MeasurementScope, window: Window, wanted: Wanted) {
  const rows = sql`select ${READING_COLUMNS} from measurements m
    where m.measured_at >= ${instantAt(window.from)} and m.measured_at < ${instantAt(window.to)} ${inScope(scope)}`
  return readPage(connection, rows, { ...wanted, offset: window.offset })
}

/** Narrows the counts down, level by level, to the few minutes that hold the page. */
async function findWindow(
  connection: Connection,
  scope: MeasurementScope,
  directory: readonly Count[],
  rolledUp: RolledUp,
  wanted: Wanted,
) {
  const ordered = (counts: readonly Count[]) => (wanted.descending ? counts.toReversed() : counts)

  /** The bucket that holds the row of this rank (0: the first), and how many rows come before the bucket. */
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

  const start = await locate(wanted.offset)
  const last = wanted.offset + wanted.limit - 1
  const end = last < start.before + start.count.n ? start : await locate(last)
  return {
    from: Math.min(start.count.from, end.count.from),
    to: Math.max(start.count.to, end.count.to),
    offset: wanted.offset - start.before,
  }
}
