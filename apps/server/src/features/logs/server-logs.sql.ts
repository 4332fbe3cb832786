import { SERVER_LOG_LEVELS, type ServerLog, type ServerLogListQuery } from '@dalyan/contracts/logs'
import { sql, type RawBuilder } from 'kysely'
import { clockIn } from '../../core/database/clock-in.ts'
import { foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { conditionsOf, type Filters } from '../../core/database/list.ts'
import { jsonInstant, jsonObject, jsonText } from '../../core/database/json-object.ts'
import { levelNumber, levelOf } from './log-levels.rules.ts'
import { createLogList, IN_TIME, type LogRows } from './log-list.sql.ts'
import type { ServerLogEntry } from './server-log-entry.rules.ts'

// SQL text: one statement over arrays writes many entries, and they are read as JSON.

export type ServerLogFilters = Pick<ServerLogListQuery, 'level' | 'search' | 'from' | 'to' | 'include_orphans'>
type ServerLogQuery = Omit<ServerLogListQuery, 'all' | 'limit'>

interface ServerLogRow extends Omit<ServerLog, 'level'> {
  level: number
}

const LEVEL = sql`(${sql.val(SERVER_LOG_LEVELS)}::text[])[greatest(least(l.level / 10, ${SERVER_LOG_LEVELS.length}::int), 1)]`
const ENTRY = jsonObject<ServerLog>({
  seq: sql`l.seq`,
  level: jsonText(LEVEL),
  message: jsonText(sql`l.message`),
  context: sql`coalesce(l.context::text, 'null')`,
  orphan: sql`l.orphan::text`,
  created_at: jsonInstant(sql`l.created_at`),
})

/** A search of one or two characters cannot use the trigram index and covers only this many of the newest entries. */
export const SEARCHED = 10_000

const FILTERS: Filters<ServerLogFilters> = {
  ...IN_TIME,
  level: (levels) => sql`l.level = any(${levels.map(levelNumber)}::int[])`,
  search: (part) => foldedContains(sql.ref('l.search'), part),
}

function conditions(query: ServerLogFilters): RawBuilder<unknown>[] {
  return [...conditionsOf(FILTERS, query), query.include_orphans ? sql`true` : sql`not l.orphan`]
}

const IS_AMONG_NEWEST = sql`l.seq >= coalesce((select seq from server_logs order by seq desc offset ${SEARCHED - 1} limit 1), 0)`

/** The entries of the server's own logger. */
export function serverLogsRepository({ db }: Pick<Connection, 'db'>) {
  const list = createLogList({ table: 'server_logs', key: 'seq', entry: ENTRY }, db)

  return {
    /** @returns the inserted rows, in the order of the entries. */
    async insertMany(entries: readonly ServerLogEntry[]): Promise<ServerLog[]> {
      const { rows } = await sql<ServerLogRow>`
        insert into server_logs (level, message, context, orphan, created_at)
        select level, message, context::jsonb, orphan, at
        from unnest(${entries.map(({ level }) => levelNumber(level))}::int[], ${entries.map(({ message }) => message)}::text[],
          ${entries.map(({ context }) => context)}::text[], ${entries.map(({ orphan }) => orphan)}::bool[],
          ${entries.map(({ created_at }) => created_at)}::timestamptz[])
          with ordinality as e(level, message, context, orphan, at, place)
        order by place returning seq, level, message, context, orphan, created_at`.execute(db)
      return rows.map(asRead)
    },

    /** One page; a search of one or two characters reports how many of the newest entries it covers. */
    async list(query: ServerLogQuery): Promise<LogRows> {
      const isShort = query.search !== undefined && query.search !== '' && isTooShortForIndex(query.search)
      const all = [...conditions(query), ...(isShort ? [IS_AMONG_NEWEST] : [])]
      const page = await list.readPage({ ...query, after: query.after_seq }, Promise.resolve(all))
      return { ...page, searched: isShort ? SEARCHED : undefined }
    },

    /** All entries in batches, newest first. Times are local to the time zone, written as if UTC. */
    async *batches(query: ServerLogFilters, timeZone: string, size = 1_000): AsyncGenerator<ServerLog[], void> {
      const fields = sql`l.seq, l.level, l.message, l.context, l.orphan, ${clockIn(timeZone, sql`l.created_at`)} as created_at`
      for await (const rows of list.batches<ServerLogRow>(fields, conditions(query), size)) yield rows.map(asRead)
    },
  }
}

function asRead(row: ServerLogRow): ServerLog {
  return { ...row, level: levelOf(row.level) }
}
