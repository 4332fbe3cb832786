import type { Instant } from '@dalyan/contracts/instant'
import type { SortField } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'
import { clockIn } from '../../core/database/clock-in.ts'
import { containsFolded } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { jsonInstant, jsonObject, type JsonFields } from '../../core/database/json-object.ts'
import { allOf, isOneOf, type FilterConditions } from '../../core/database/list.ts'
import { LOG_KEYS, visibleOrder, type LogTableName } from './visible-order.sql.ts'

// SQL text: PostgreSQL builds the JSON of thousands of entries.

const MOST_COUNTED = 10_000
const BATCH = 1_000

export interface LogRows {
  /** The elements of a JSON array, without its brackets. */
  data: string
  /** At most 10,000. */
  total: number
  isCapped: boolean
  /** The id after which a view of these rows follows the log; absent in a follower's own pages. */
  followAfter?: number | undefined
  /** Number of newest entries searched, when not all were. */
  searched?: number | undefined
}

export interface LogPageQuery {
  page: number
  per_page: number
  /** The id after which a view follows the log. */
  after_id?: number | undefined
  after_seq?: number | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  sort?: readonly SortField<string>[] | undefined
}

interface LogTable<Entry, Filter> {
  table: LogTableName
  /** The fields of an entry without its instant, from the rows that `columns` select; the log has the alias `l`. */
  fields: JsonFields<Omit<Entry, 'created_at'>>
  columns?: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /** All conditions but that of the event's name. */
  conditions: (filter: Filter) => RawBuilder<unknown>[]
  /** Whether a filter searches the texts of the entries. */
  isSearch?: (filter: Filter) => boolean
}

export const IN_TIME: FilterConditions<{ from?: Instant; to?: Instant }> = {
  from: (from) => sql`l.created_at >= ${from}::timestamptz`,
  to: (to) => sql`l.created_at <= ${to}::timestamptz`,
}

/** Reads a log by pages, or all of it in batches. */
export function createLogList<Entry extends { created_at: Instant }, Filter extends { event?: string | undefined }>(
  { table, fields, columns = sql`l.*`, joins = sql``, conditions, isSearch = () => false }: LogTable<Entry, Filter>,
  db: Connection['db'],
) {
  const visible = visibleOrder(table, db)
  const [rows, id] = [sql.table(table), sql.ref(`l.${LOG_KEYS[table]}`)]
  const entryAt = (instant: RawBuilder<unknown>) => jsonObject({ ...fields, created_at: jsonInstant(instant) })

  async function allConditions(filter: Filter): Promise<RawBuilder<unknown>[]> {
    return [...conditions(filter), ...(filter.event === undefined ? [] : [await hasEventWith(filter.event)])]
  }

  /**
   * The condition that an entry's event equals the text or, when no event has that name, contains it. A recursive query
   * reads each of the few event names by one step in the index on (event, id).
   */
  async function hasEventWith(part: string): Promise<RawBuilder<unknown>> {
    const found = await sql<{ event: string }>`
      with recursive words as (
        (select event from ${rows} order by event limit 1)
        union all
        select (select event from ${rows} where event > words.event order by event limit 1) from words where words.event is not null
      )
      select event from words where event is not null and ${containsFolded(sql.ref('event'), part)}`.execute(db)
    const names = found.rows.map(({ event }) => event)
    return isOneOf('l.event')(names.includes(part) ? [part] : names)
  }

  function orderOf({ sort = [], to }: LogPageQuery): RawBuilder<unknown> {
    const wanted = sort.map(
      ({ field, descending }) => sql`${sql.ref(`l.${field}`)} ${sql.raw(descending ? 'desc' : 'asc')}`,
    )
    // A time window is read by its index from the window's end.
    const newest = to === undefined || sort.length > 0 ? sql`${id} desc` : sql`l.created_at desc, ${id} desc`
    return sql.join([...wanted, newest])
  }

  /** Comparing texts takes most of the time, so a search runs once, and its ids are counted and cut to the page. */
  async function pageOfSearch(
    found: RawBuilder<unknown>,
    order: RawBuilder<unknown>,
    most: number,
    page: RawBuilder<unknown>,
  ): Promise<{ n: number; data: string | null }> {
    const { rows: read } = await sql<{ n: number; data: string | null }>`
      with matching as materialized (select array(${found} order by ${order} limit ${most}) as ids)
      select cardinality(ids) as n, ${page} as data from matching`.execute(db)
    return read[0] ?? { n: 0, data: null }
  }

  /** Two statements, because one after the other they take as long as both. */
  async function pageBesideCount(
    count: RawBuilder<{ n: number }>,
    page: RawBuilder<unknown>,
  ): Promise<{ n: number; data: string | null }> {
    const [read, counted] = await Promise.all([
      sql<{ data: string | null }>`select ${page} as data`.execute(db),
      count.execute(db),
    ])
    return { n: counted.rows[0]?.n ?? 0, data: read.rows[0]?.data ?? null }
  }

  return {
    /** One page, newest first; with `after_id` or `after_seq`, the next entries in the order of their visibility. */
    async list(query: Filter & LogPageQuery, also: readonly RawBuilder<unknown>[] = []): Promise<LogRows> {
      const { page, per_page, after_id, after_seq } = query
      const after = after_id ?? after_seq
      const [filtered, mark, followAfter] = await Promise.all([
        allConditions(query),
        after === undefined ? null : visible.find(after),
        // Runs before the rows are read, so that they include all that this statement sees.
        after === undefined ? visible.last() : undefined,
      ])
      const where = allOf([...filtered, ...also, ...(mark ? [visible.isBehind(mark)] : [])])
      const order = mark ? visible.order : orderOf(query)
      const offset = mark ? 0 : (page - 1) * per_page
      const most = Math.max(MOST_COUNTED + 1, offset + per_page)
      const found = sql`select ${id} from ${rows} l where ${where}`
      const pageOf = (condition: RawBuilder<unknown>, skipped: number) =>
        sql`(select string_agg(${entryAt(sql`l.created_at`)}, ',') from (select ${columns} from ${rows} l ${joins}
          where ${condition} order by ${order} limit ${per_page} offset ${skipped}) l)`
      const { n, data } = await (isSearch(query)
        ? pageOfSearch(found, order, most, pageOf(sql`${id} = any(ids[${offset + 1}:${offset + per_page}])`, 0))
        : pageBesideCount(
            sql<{ n: number }>`select count(*) as n from (${found} limit ${most}) counted`,
            pageOf(where, offset),
          ))
      return { data: data ?? '', total: Math.min(n, MOST_COUNTED), isCapped: n > MOST_COUNTED, followAfter }
    },

    /**
     * All entries in batches, newest first; the next batch is read when the consumer has taken the previous one. Times
     * are local to the time zone, written as if UTC.
     */
    async *batches(filter: Filter, timeZone: string): AsyncGenerator<Entry[], void> {
      const filtered = await allConditions(filter)
      const entry = entryAt(clockIn(timeZone, sql`l.created_at`))
      for (let before = Number.MAX_SAFE_INTEGER, count = BATCH; count === BATCH;) {
        const { rows: batch } = await sql<{ entry: string; id: number }>`select ${entry} as entry, ${id} as id from (
            select ${columns} from ${rows} l ${joins} where ${allOf([...filtered, sql`${id} < ${before}::bigint`])}
            order by ${id} desc limit ${BATCH}) l
          order by ${id} desc`.execute(db)
        count = batch.length
        before = batch.at(-1)?.id ?? before
        if (count > 0) yield batch.map((one) => JSON.parse(one.entry) as Entry)
      }
    },
  }
}

export type LogList<Entry extends { created_at: Instant }, Filter extends { event?: string | undefined }> = ReturnType<
  typeof createLogList<Entry, Filter>
>
