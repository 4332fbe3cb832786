import type { Instant } from '@dalyan/contracts/instant'
import type { SortField } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { allOf, type Filters } from '../../core/database/list.ts'
import { visibleOrder } from './visible-order.sql.ts'

// SQL text: PostgreSQL builds the JSON of thousands of entries.

export interface LogRows {
  /** The elements of a JSON array, without its brackets. */
  data: string
  total: number
  isCapped: boolean
  /** The id after which a view of these rows follows the log; absent in a follower's own pages. */
  followAfter?: number | undefined
  /** Number of newest entries searched, when not all were. */
  searched?: number | undefined
}

interface LogPageQuery {
  page: number
  per_page: number
  /** The id after which a view follows the log. */
  after?: number | undefined
  to?: Instant | undefined
  sort?: readonly SortField<string>[] | undefined
}

interface LogTable {
  table: 'terminal_logs' | 'tank_logs' | 'server_logs' | 'audit_logs'
  key: 'id' | 'seq'
  /** One entry as JSON text, from the rows that `columns` select; the log has the alias `l`. */
  entry: RawBuilder<unknown>
  columns?: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
}

export const IN_TIME: Filters<{ from?: Instant; to?: Instant }> = {
  from: (from) => sql`l.created_at >= ${from}::timestamptz`,
  to: (to) => sql`l.created_at <= ${to}::timestamptz`,
}

/** Reads a log by pages, or all of it in batches. */
export function createLogList(
  { table, key, entry, columns = sql`l.*`, joins = sql`` }: LogTable,
  db: Connection['db'],
) {
  const visible = visibleOrder(table, key, db)
  const [rows, id] = [sql.table(table), sql.ref(`l.${key}`)]

  function orderOf({ after, sort = [], to }: LogPageQuery): RawBuilder<unknown> {
    if (after !== undefined) return visible.order
    const wanted = sort.map(
      ({ field, descending }) => sql`${sql.ref(`l.${field}`)} ${sql.raw(descending ? 'desc' : 'asc')}`,
    )
    // A time window is read by its index from the window's end.
    const newest = to === undefined || sort.length > 0 ? sql`${id} desc` : sql`l.created_at desc, ${id} desc`
    return sql.join([...wanted, newest])
  }

  return {
    /** One page, newest first; with `after`, the next entries in the order of their visibility. */
    async readPage(query: LogPageQuery, filtered: Promise<RawBuilder<unknown>[]>): Promise<LogRows> {
      const { page, per_page, after } = query
      const [conditions, mark, followAfter] = await Promise.all([
        filtered,
        after === undefined ? null : visible.find(after),
        // Runs before the rows are read, so that they include all that this statement sees.
        after === undefined ? visible.last() : undefined,
      ])
      const where = allOf([...conditions, ...(mark ? [visible.isBehind(mark)] : [])])
      const offset = after === undefined ? (page - 1) * per_page : 0
      const [read, counted] = await Promise.all([
        sql<{ data: string | null }>`select string_agg(${entry}, ',') as data from (
          select ${columns} from ${rows} l ${joins} where ${where}
          order by ${orderOf(query)} limit ${per_page} offset ${offset}) l`.execute(db),
        visible.count(sql`${rows} l where ${where}`),
      ])
      return { data: read.rows[0]?.data ?? '', ...counted, followAfter }
    },

    /** All entries in batches, newest first; the next batch is read when the consumer has taken the previous one. */
    async *batches<Row extends { [K in typeof key]?: number }>(
      fields: RawBuilder<unknown>,
      conditions: readonly RawBuilder<unknown>[],
      size: number,
    ): AsyncGenerator<Row[], void> {
      for (let before = Number.MAX_SAFE_INTEGER, count = size; count === size;) {
        const where = allOf([...conditions, sql`${id} < ${before}::bigint`])
        const batch =
          await sql<Row>`select ${fields} from ${rows} l ${joins} where ${where} order by ${id} desc limit ${size}`.execute(
            db,
          )
        count = batch.rows.length
        before = batch.rows.at(-1)?.[key] ?? before
        if (count > 0) yield batch.rows
      }
    },
  }
}
