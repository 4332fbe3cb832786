import { SERVER_LOG_LEVELS } from '@dalyan/contracts/log-words'
import type { ServerLog, ServerLogListQuery } from '@dalyan/contracts/logs'
import { sql } from 'kysely'
import { foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { conditionsOf, type FilterConditions } from '../../core/database/list.ts'
import { jsonInstant, jsonObject, jsonOrNull, jsonText, type JsonFields } from '../../core/database/json-object.ts'
import { createLogList, IN_TIME, type LogRows } from './log-list.sql.ts'
import { levelNumber, type ServerLogEntry } from './server-log-entry.rules.ts'

// SQL text: one statement over arrays writes many entries, and they are read as JSON.

export type ServerLogFilters = Pick<ServerLogListQuery, 'level' | 'search' | 'from' | 'to' | 'include_orphans'> & {
  event?: undefined
}
type ServerLogQuery = Omit<ServerLogListQuery, 'all' | 'limit'>

const LEVEL = sql`(${sql.val(SERVER_LOG_LEVELS)}::text[])[greatest(least(l.level / 10, ${SERVER_LOG_LEVELS.length}::int), 1)]`
const FIELDS: JsonFields<Omit<ServerLog, 'created_at'>> = {
  seq: sql`l.seq`,
  level: jsonText(LEVEL),
  message: jsonText(sql`l.message`),
  context: jsonOrNull(sql`l.context`),
  orphan: sql`l.orphan::text`,
}

/** A search of one or two characters cannot use the trigram index and covers only this many of the newest entries. */
export const SEARCHED = 10_000

const FILTERS: FilterConditions<ServerLogFilters> = {
  ...IN_TIME,
  level: (levels) => sql`l.level = any(${levels.map(levelNumber)}::int[])`,
  search: (part) => foldedContains(sql.ref('l.search'), part),
}

const IS_AMONG_NEWEST = sql`l.seq >= coalesce((select seq from server_logs order by seq desc offset ${SEARCHED - 1} limit 1), 0)`

/** The entries of the server's own logger. */
export function serverLogsRepository({ db }: Pick<Connection, 'db'>) {
  const logs = createLogList<ServerLog, ServerLogFilters>(
    {
      table: 'server_logs',
      fields: FIELDS,
      conditions: (filter) => [
        ...conditionsOf(FILTERS, filter),
        ...(filter.include_orphans ? [] : [sql`not l.orphan`]),
      ],
      isSearch: ({ search }) => Boolean(search),
    },
    db,
  )

  return {
    ...logs,

    /** @returns the inserted rows, in the order of the entries. */
    async insertMany(entries: readonly ServerLogEntry[]): Promise<ServerLog[]> {
      const { rows } = await sql<{ entry: string }>`
        insert into server_logs as l (level, message, context, orphan, created_at)
        select level, message, context::jsonb, orphan, at
        from unnest(${entries.map(({ level }) => levelNumber(level))}::int[], ${entries.map(({ message }) => message)}::text[],
          ${entries.map(({ context }) => context)}::text[], ${entries.map(({ orphan }) => orphan)}::bool[],
          ${entries.map(({ created_at }) => created_at)}::timestamptz[])
          with ordinality as e(level, message, context, orphan, at, place)
        order by place returning ${jsonObject<ServerLog>({ ...FIELDS, created_at: jsonInstant(sql`l.created_at`) })} as entry`.execute(
        db,
      )
      return rows.map(({ entry }) => JSON.parse(entry) as ServerLog)
    },

    /** One page; a search of one or two characters reports how many of the newest entries it covers. */
    async list(query: ServerLogQuery): Promise<LogRows> {
      const isShort = query.search !== undefined && query.search !== '' && isTooShortForIndex(query.search)
      const page = await logs.list(query, isShort ? [IS_AMONG_NEWEST] : [])
      return { ...page, searched: isShort ? SEARCHED : undefined }
    },
  }
}
