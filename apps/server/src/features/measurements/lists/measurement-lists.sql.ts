import { MOST_COUNTED, type Measurement, type MeasurementPage } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { asPage } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Queries } from '../../../core/database/database.ts'
import { runPrepared } from '../../../core/database/prepared.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { type CompleteSince, keptOf } from '../rollups/kept.rules.ts'
import { readingCounts, sumOf, type BucketCount, type ReadingCounts } from '../rollups/reading-counts.sql.ts'
import { rollupsRepository } from '../rollups/rollups.sql.ts'
import { finerThan, openWindow, type TimeWindow } from '../rollups/time-spans.rules.ts'
import { shownWithReasons } from '../storing/as-measurement.ts'
import type { RefusedValues } from '../storing/reading.ts'
import { isIn, ofOutOfRange, type MeasurementScope } from './measurement-scope.sql.ts'

// SQL text because it is a hot path, and the query builder has no lateral join over an array.

/** Readings to fetch at most for one page, a few of each terminal; beyond that, locating the page by the counts is faster. */
const MOST_FETCHED = 2_000
/** Readings out of range, which have no counts: beyond that, reading them in order of time is faster. */
const MOST_OUT_OF_RANGE_FETCHED = 20_000
/** What is newest is looked for here first: planning a statement over years takes PostgreSQL as long as reading a page. */
const RECENT_MS = 93 * 86_400_000

export interface ReadingListQuery {
  page: number
  per_page: number
  from?: string | undefined
  to?: string | undefined
  sort?: readonly { descending: boolean }[] | undefined
}

interface PageWindow {
  offset: number
  limit: number
  descending: boolean
}

/** SQL: the listed columns of the readings `m`. */
const READING_COLUMNS = sql.join(
  ['measured_at', 'received_at', 'terminal_id', 'tank_id', 'flags', 'refused', ...METRIC_KEYS].map((column) =>
    sql.ref(`m.${column}`),
  ),
)

const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`)

function pageOf({ page, per_page, sort }: ReadingListQuery): PageWindow {
  return { offset: (page - 1) * per_page, limit: per_page, descending: sort?.[0]?.descending ?? true }
}

export function measurementLists(database: Queries) {
  return {
    /** All readings of a scope, with exact totals at any page. */
    async list(scope: MeasurementScope, query: ReadingListQuery): Promise<MeasurementPage> {
      if (scope.terminals?.length === 0) return asPage([], 0, query)
      return inSnapshot(database, async (connection) => {
        const counts = await readingCounts(connection, scope)
        const asked = openWindow(query)
        // The counts also know the readings that were dropped.
        const window = { ...asked, from: Math.max(asked.from, counts.kept.raw) }
        const directory = await counts.list(window)
        const total = sumOf(directory)
        const pageWith = (data: Measurement[]) => ({ ...asPage(data, total, query), ...keptFrom(asked, counts.kept) })
        const wanted = pageOf(query)
        const { offset } = wanted
        if (offset >= total) return pageWith([])

        const page = { ...wanted, limit: Math.min(wanted.limit, total - offset) }
        if (isWalkShort(connection, scope, page, MOST_FETCHED))
          return pageWith(await walkTerminals(connection, scope, window, page))
        const { before, ...near } = await findWindow(counts, directory, page)
        const inPage = { ...page, offset: offset - before }
        return pageWith(await readPage(connection, readingsIn(near, scope), inPage))
      })
    },

    /** Only readings in which one of these metrics was out of range when stored; the total is exact up to `MOST_COUNTED`. */
    async listOutOfRange(
      scope: MeasurementScope,
      query: ReadingListQuery,
      metrics: readonly MetricKey[],
    ): Promise<MeasurementPage> {
      if (scope.terminals?.length === 0) return asPage([], 0, query)
      return inSnapshot(database, async (connection) => {
        const state = await rollupsRepository(connection).state()
        const window = openWindow(query)
        const page = pageOf(query)
        const recent = { ...window, from: Math.max(window.from, Date.parse(state.mark_until) - RECENT_MS) }
        const countIn = (part: TimeWindow) => countUpTo(MOST_COUNTED + 1, connection, part, scope, metrics)
        const newest = page.descending ? await countIn(recent) : 0
        const isTotal = newest > MOST_COUNTED || (page.descending && recent.from === window.from)
        const total = isTotal ? newest : await countIn(window)
        const near = page.offset + page.limit <= newest ? recent : window
        const data = isWalkShort(connection, scope, page, MOST_OUT_OF_RANGE_FETCHED)
          ? await walkTerminals(connection, scope, near, page, metrics)
          : await readPage(connection, readingsIn(near, scope, metrics), page)
        return {
          ...asPage(data, Math.min(total, MOST_COUNTED), query),
          ...keptFrom(window, keptOf(state)),
          ...(total > MOST_COUNTED ? { total_capped: true } : {}),
        }
      })
    },
  }
}

/** The number of readings out of range; `most` if there are more. */
async function countUpTo(
  most: number,
  connection: Connection,
  window: TimeWindow,
  scope: MeasurementScope,
  outOfRange: readonly MetricKey[],
): Promise<number> {
  const isByTerminal = canWalk(connection, scope)
  const rows = isByTerminal
    ? firstOfEach(scope, sql`1`, window, outOfRange, sql`limit ${most}`)
    : readingsIn(window, scope, outOfRange)
  const counting = sql<{ n: number }>`select count(*) as n from (select 1 from (${rows}) found limit ${most}) counted`
  const [counted] = await run(connection, counting, isByTerminal)
  return counted?.n ?? 0
}

async function run<Row extends object>(
  connection: Connection,
  statement: RawBuilder<Row>,
  isNamed: boolean,
): Promise<Row[]> {
  return isNamed ? runPrepared(connection, statement) : (await statement.execute(connection.db)).rows
}

/** Says since when readings are kept, if the window begins before. */
function keptFrom({ from }: TimeWindow, { raw }: CompleteSince): Pick<MeasurementPage, 'kept_from'> {
  return from < raw ? { kept_from: instantAt(raw) } : {}
}

/** Whether the terminals of a scope can be read one after the other. Citus refuses a limit for each. */
function canWalk({ isDistributed }: Connection, { terminals }: MeasurementScope): boolean {
  return !isDistributed && terminals !== null
}

function isWalkShort(
  connection: Connection,
  scope: MeasurementScope,
  { offset, limit }: PageWindow,
  most: number,
): boolean {
  return canWalk(connection, scope) && (scope.terminals?.length ?? Infinity) * (offset + limit) <= most
}

/** Reads the first rows of each terminal by index and merges them. */
function walkTerminals(
  connection: Connection,
  scope: MeasurementScope,
  window: TimeWindow,
  page: PageWindow,
  outOfRange: readonly MetricKey[] | null = null,
): Promise<Measurement[]> {
  const first = sql`order by m.measured_at ${direction(page.descending)} limit ${page.offset + page.limit}`
  const rows = firstOfEach(scope, READING_COLUMNS, window, outOfRange, first)
  // Of all readings PostgreSQL expects the plan for their window to be cheaper, and keeps the other one in vain.
  return readPage(connection, rows, page, outOfRange !== null)
}

/**
 * SQL: the first readings of each terminal of a scope. Those out of range are to be read by name: planning over the months of three years takes
 * PostgreSQL as long as reading, and the plan is the same for every window, because each terminal is read by its index.
 */
function firstOfEach(
  { terminals, tanks }: MeasurementScope,
  columns: RawBuilder<unknown>,
  window: TimeWindow,
  outOfRange: readonly MetricKey[] | null,
  first: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // A terminal's readings are nearly all of its tank, which the planner does not know: it would expect fewer than a page, and sort them all. Of this
  // expression it expects one in two.
  const ofTheirTanks = tanks ? sql`and case when m.tank_id = any(${tanks}::int[]) then true else false end` : sql``
  return sql`select x.* from unnest(${terminals}::int[]) t(id) cross join lateral (
    select ${columns} from measurements m
    where m.terminal_id = t.id and ${isIn(window, { terminals: null, tanks: null })} ${ofTheirTanks} ${ofOutOfRange(outOfRange)}
    ${first}
  ) x`
}

/** SQL: the readings of a time interval. */
function readingsIn(
  window: TimeWindow,
  scope: MeasurementScope,
  outOfRange: readonly MetricKey[] | null = null,
): RawBuilder<unknown> {
  return sql`select ${READING_COLUMNS} from measurements m where ${isIn(window, scope)} ${ofOutOfRange(outOfRange)}`
}

/** One page of rows with `READING_COLUMNS`, in order of time. */
async function readPage(
  connection: Connection,
  rows: RawBuilder<unknown>,
  { offset, limit, descending }: PageWindow,
  isNamed = false,
): Promise<Measurement[]> {
  const order = direction(descending)
  type StoredReadingRow = Omit<Measurement, 'iot_id' | 'clock_skew' | 'refused'> & {
    terminal_id: number
    flags: number
    refused: RefusedValues
    kind: string
  }
  const statement = sql<StoredReadingRow>`select ${READING_COLUMNS}, t.kind from (
    select * from (${rows}) found order by measured_at ${order}, terminal_id ${order} offset ${offset} limit ${limit}
  ) m join terminals t on t.id = m.terminal_id order by m.measured_at ${order}, m.terminal_id ${order}`
  const found = await run(connection, statement, isNamed)
  return found.map(({ terminal_id, flags, kind, refused, ...row }) => ({
    ...row,
    ...(refused ? shownWithReasons(refused) : { refused }),
    // Readings entered by hand are stored under a hidden terminal.
    iot_id: kind === 'manual' ? null : terminal_id,
    clock_skew: (flags & 1) === 1,
  }))
}

/** Narrows the counts down, level by level, to the few minutes that contain the page. `before`: number of rows in the list before them. */
async function findWindow(
  { list }: ReadingCounts,
  directory: readonly BucketCount[],
  { offset, limit, descending }: PageWindow,
): Promise<TimeWindow & { before: number }> {
  const ordered = (counts: readonly BucketCount[]) => (descending ? counts.toReversed() : counts)
  /** Both ends of a page are nearly always in the same bucket of each level but the finest. */
  const known = new Map<BucketCount, readonly BucketCount[]>()

  async function finerCounts(of: BucketCount): Promise<readonly BucketCount[]> {
    const levels = finerThan(of.level).filter((level) => level !== 'raw')
    const counts = known.get(of) ?? (await list(of, levels))
    known.set(of, counts)
    return counts
  }

  /** The bucket that contains the row of this rank (0: the first), and the number of rows before the bucket. */
  async function locate(rank: number): Promise<{ count: BucketCount; before: number }> {
    let before = 0
    let counts = ordered(directory)
    for (;;) {
      let found: BucketCount | undefined
      for (const count of counts) {
        found = count
        if (before + count.n > rank) break
        before += count.n
      }
      if (!found) throw new Error('the counts do not hold the row')
      if (found.level === '15m' || found.level === 'raw') return { count: found, before }
      counts = ordered(await finerCounts(found))
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
