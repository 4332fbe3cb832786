import { SERVER_LOG_LEVELS, type ServerLog, type ServerLogListQuery } from '@dalyan/contracts/logs'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { clockIn } from '../../core/database/clock-in.ts'
import { foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { jsonInstant, jsonObject, jsonText } from '../../core/database/json-object.ts'
import { levelNumber, levelOf } from './log-levels.rules.ts'
import { MAX_ID, type LogRows } from './logs.repository.ts'
import type { ServerLogEntry } from './server-log-entry.rules.ts'
import { everywhere, SEARCHED, serverLogSearch } from './server-log-search.repository.ts'
import { visibleOrder, type Mark } from './visible-order.repository.ts'

export type ServerLogFilters = Pick<ServerLogListQuery, 'level' | 'search' | 'from' | 'to' | 'include_orphans'>
type Query = Omit<ServerLogListQuery, 'all' | 'limit'>

interface Row extends Omit<ServerLog, 'level'> {
  level: number
}

const SORTED_BY = { created_at: 'l.created_at', seq: 'l.seq', level: 'l.level' } as const
const LEVEL = sql`(${sql.val(SERVER_LOG_LEVELS)}::text[])[greatest(least(l.level / 10, ${SERVER_LOG_LEVELS.length}::int), 1)]`
const ENTRY = jsonObject<ServerLog>({
  seq: sql`l.seq`,
  level: jsonText(LEVEL),
  message: jsonText(sql`l.message`),
  context: sql`coalesce(l.context::text, 'null')`,
  orphan: sql`l.orphan::text`,
  created_at: jsonInstant(sql`l.created_at`),
})

/** What the server's own logger wrote. */
export function serverLogsRepository({ db }: Pick<Connection, 'db'>) {
  const visible = visibleOrder('server_logs', 'seq', db)
  const text = serverLogSearch({ db })

  /** All but the text. */
  function conditions(query: ServerLogFilters, mark: Mark | null): RawBuilder<SqlBool> {
    const all: RawBuilder<unknown>[] = [sql`true`]
    if (query.level) all.push(sql`l.level = any(${query.level.map(levelNumber)}::int[])`)
    if (query.from !== undefined) all.push(sql`l.created_at >= ${query.from}::timestamptz`)
    if (query.to !== undefined) all.push(sql`l.created_at <= ${query.to}::timestamptz`)
    if (!query.include_orphans) all.push(sql`not l.orphan`)
    if (mark) all.push(visible.isBehind(mark))
    return sql<SqlBool>`${sql.join(all, sql` and `)}`
  }

  function order(query: Query): RawBuilder<unknown> {
    if (query.after_seq !== undefined) return visible.order
    const wanted = (query.sort ?? []).map(({ field, descending }) =>
      sql.raw(`${SORTED_BY[field]} ${descending ? 'desc' : 'asc'}`),
    )
    // In a window its end is where the index begins to read.
    const newest = query.to === undefined || wanted.length > 0 ? sql`l.seq desc` : sql`l.created_at desc, l.seq desc`
    return sql.join([...wanted, newest])
  }

  return {
    /** @returns the rows as they are read, in the order of the entries. */
    async insertMany(entries: readonly ServerLogEntry[]): Promise<ServerLog[]> {
      const { rows } = await sql<Row>`
        insert into server_logs (level, message, context, orphan, created_at)
        select level, message, context::jsonb, orphan, at
        from unnest(${entries.map(({ level }) => levelNumber(level))}::int[], ${entries.map(({ message }) => message)}::text[],
          ${entries.map(({ context }) => context)}::text[], ${entries.map(({ orphan }) => orphan)}::bool[],
          ${entries.map(({ created_at }) => created_at)}::timestamptz[])
          with ordinality as e(level, message, context, orphan, at, place)
        order by place returning seq, level, message, context, orphan, created_at`.execute(db)
      return rows.map(asRead)
    },

    /** One page, newest first; with `after_seq` the next ones in the order in which they became visible. */
    async list(query: Query): Promise<LogRows> {
      const mark = query.after_seq === undefined ? null : await visible.find(query.after_seq)
      const where = conditions(query, mark)
      const inOrder = order(query)
      const rows = query.page * query.per_page
      const [entries, followAfter] = await Promise.all([
        query.search ? text.sources(query.search, { where, order: inOrder, rows }) : everywhere(where),
        // Before the rows are read: what is visible to this is visible to them.
        mark ? undefined : visible.last(),
      ])
      const [page, counted] = await Promise.all([
        sql<{ data: string | null }>`select string_agg(${ENTRY}, ',') as data from (
          select l.* from ${entries.page} order by ${inOrder} limit ${query.per_page} offset ${rows - query.per_page}) l`.execute(
          db,
        ),
        visible.count(entries.count),
      ])
      const searched = query.search && isTooShortForIndex(query.search) ? SEARCHED : undefined
      return { data: page.rows[0]?.data ?? '', ...counted, followAfter, searched }
    },

    /** All of them in batches, newest first: each is asked for when the one before was taken. Times are the clock of the time zone, as if it were UTC. */
    async *batches(query: ServerLogFilters, timeZone: string, size = 1_000): AsyncGenerator<ServerLog[], void> {
      const at = clockIn(timeZone, sql`l.created_at`)
      const where = sql`${conditions(query, null)} and ${foldedContains(sql.ref('l.search'), query.search ?? '')}`
      for (let before = MAX_ID, count = size; count === size;) {
        const { rows } =
          await sql<Row>`select l.seq, l.level, l.message, l.context, l.orphan, ${at} as created_at from server_logs l where ${where} and l.seq < ${before}::bigint
          order by l.seq desc limit ${size}`.execute(db)
        count = rows.length
        before = rows.at(-1)?.seq ?? before
        if (count > 0) yield rows.map(asRead)
      }
    },
  }
}

function asRead(row: Row): ServerLog {
  return { ...row, level: levelOf(row.level) }
}
