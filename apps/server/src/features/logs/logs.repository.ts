import type { TerminalRef } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import type {
  LogStatus,
  Processor,
  TankLog,
  TankLogEvent,
  TerminalLog,
  TerminalLogEvent,
  TerminalLogListQuery,
} from '@dalyan/contracts/logs'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { clockIn } from '../../core/database/clock-in.ts'
import type { Connection } from '../../core/database/database.ts'
import { jsonInstant, jsonObject, jsonText, type JsonFields } from '../../core/database/json-object.ts'
import { eventsWith } from './event-names.repository.ts'
import { boundedMeta, plain } from './log-meta.rules.ts'
import { visibleOrder, type Mark } from './visible-order.repository.ts'

/** What goes into a log. `subject`: the terminal or tank that it is about. */
export interface LogEntry<E = TerminalLogEvent | TankLogEvent> {
  subject: { id: number; code: string }
  status: LogStatus
  event: E
  processor: Processor
  meta?: Record<string, unknown> | null
  created_at: Instant
}

export type LogFilters = Pick<Partial<TerminalLogListQuery>, 'status' | 'event' | 'from' | 'to'> & {
  subject_id?: number | undefined
  /** Only what names this terminal. */
  named_terminal_id?: number | undefined
}

export type LogQuery = LogFilters &
  Pick<Partial<TerminalLogListQuery>, 'after_id' | 'sort'> & { page: number; per_page: number }

export interface LogRows {
  /** The elements of a JSON array. */
  data: string
  total: number
  isCapped: boolean
  /** From which id a view of these rows follows on; absent where they are followed themselves. */
  followAfter?: number | undefined
  /** Only so many of the newest entries were looked through. */
  searched?: number | undefined
}

const LONGEST_EVENT = 64
export const MAX_ID = Number.MAX_SAFE_INTEGER

/** The two logs are built alike: where their rows lie, and what their subject is called on the wire. */
const LOGS = {
  terminal: { table: 'terminal_logs', owner: 'terminal_id', subjects: 'terminals', field: 'iot' },
  tank: { table: 'tank_logs', owner: 'tank_id', subjects: 'tanks', field: 'tank' },
} as const

interface Rows {
  terminal: TerminalLog
  tank: TankLog
}

const OWN_FIELDS: JsonFields<Omit<TerminalLog, 'iot'> & Omit<TankLog, 'tank'>> = {
  id: sql`l.id`,
  status: jsonText(sql`l.status`),
  processor: sql`l.processor::text`,
  event: jsonText(sql`l.event`),
  meta: sql`coalesce(l.meta::text, 'null')`,
  created_at: jsonInstant(sql`l.created_at`),
}

export function logsRepository<K extends keyof Rows>(kind: K, { db }: Pick<Connection, 'db'>) {
  const { owner, subjects, field } = LOGS[kind]
  const table = sql.table(LOGS[kind].table)
  const entry = jsonObject<Record<string, unknown>>({
    ...OWN_FIELDS,
    [field]: jsonObject<TerminalRef>({ id: sql`l.subject_id`, code: jsonText(sql`l.code`) }),
  })
  const visible = visibleOrder(LOGS[kind].table, 'id', db)
  const from = sql`${table} l join ${sql.table(subjects)} s on s.id = ${sql.ref(`l.${owner}`)}`

  function conditions(query: LogFilters, events: string[] | null, mark: Mark | null): RawBuilder<SqlBool> {
    const all: RawBuilder<unknown>[] = [sql`true`]
    if (query.subject_id !== undefined) all.push(sql`${sql.ref(`l.${owner}`)} = ${query.subject_id}`)
    // The index holds the ids as JSON has them, as text, and only of entries that name one.
    if (query.named_terminal_id !== undefined)
      all.push(sql`l.meta ? 'terminal' and l.meta->'terminal'->>'id' = ${String(query.named_terminal_id)}`)
    if (query.status) all.push(sql`l.status = any(${query.status}::text[])`)
    if (events) all.push(sql`l.event = any(${events}::text[])`)
    if (query.from !== undefined) all.push(sql`l.created_at >= ${query.from}::timestamptz`)
    if (query.to !== undefined) all.push(sql`l.created_at <= ${query.to}::timestamptz`)
    if (mark) all.push(visible.isBehind(mark))
    return sql<SqlBool>`${sql.join(all, sql` and `)}`
  }

  function order(query: LogQuery): RawBuilder<unknown> {
    if (query.after_id !== undefined) return visible.order
    const wanted = (query.sort ?? []).map(
      (part) => sql`${sql.ref(`l.${part.field}`)} ${sql.raw(part.descending ? 'desc' : 'asc')}`,
    )
    // In a window its end is where the index begins to read.
    const newest = query.to === undefined || wanted.length > 0 ? sql`l.id desc` : sql`l.created_at desc, l.id desc`
    return sql.join([...wanted, newest])
  }

  return {
    /** @returns the rows as they are read, in the order of the entries. */
    async insertMany(entries: readonly LogEntry[]): Promise<Rows[K][]> {
      if (entries.length === 0) return []
      const metas = entries.map(({ meta }) => boundedMeta(meta))
      const processors = entries.map(({ processor: { type, id, name } }) => ({ type, id, name: plain(name) }))
      const events = entries.map(({ event }) => plain(event).slice(0, LONGEST_EVENT))
      const { rows } = await sql<{ id: number }>`
        insert into ${table} (${sql.ref(owner)}, status, event, processor, meta, created_at)
        select subject, status, event, processor::jsonb, meta::jsonb, at
        from unnest(${entries.map(({ subject }) => subject.id)}::int[], ${entries.map(({ status }) => status)}::text[], ${events}::text[],
          ${processors.map((processor) => JSON.stringify(processor))}::text[], ${metas}::text[],
          ${entries.map((entry) => entry.created_at)}::timestamptz[])
          with ordinality as e(subject, status, event, processor, meta, at, place)
        order by place returning id`.execute(db)
      return entries.map((entry, place) => ({
        id: rows[place]?.id ?? 0,
        status: entry.status,
        processor: processors[place] ?? entry.processor,
        event: events[place] ?? entry.event,
        meta: JSON.parse(metas[place] ?? 'null') as Record<string, unknown> | null,
        created_at: entry.created_at,
        [field]: entry.subject,
      })) as unknown as Rows[K][]
    },

    /** One page, newest first; with `after_id` the next ones in the order in which they became visible. */
    async list(query: LogQuery): Promise<LogRows> {
      const isFollowed = query.after_id !== undefined
      const [events, mark, followAfter] = await Promise.all([
        query.event === undefined ? null : eventsWith(LOGS[kind].table, query.event, db),
        query.after_id === undefined ? null : visible.find(query.after_id),
        // Before the rows are read: what is visible to this is visible to them.
        isFollowed ? undefined : visible.last(),
      ])
      const where = conditions(query, events, mark)
      const offset = isFollowed ? 0 : (query.page - 1) * query.per_page
      const [page, counted] = await Promise.all([
        sql<{ data: string | null }>`select string_agg(${entry}, ',') as data from (
          select l.*, s.id as subject_id, s.code from ${from} where ${where}
          order by ${order(query)} limit ${query.per_page} offset ${offset}) l`.execute(db),
        visible.count(sql`${table} l where ${where}`),
      ])
      return { data: page.rows[0]?.data ?? '', ...counted, followAfter }
    },

    /** All of them in batches, newest first: each is asked for when the one before was taken. Times are the clock of the time zone, as if it were UTC. */
    async *batches(query: LogFilters, timeZone: string, size = 1_000): AsyncGenerator<Rows[K][], void> {
      const at = clockIn(timeZone, sql`l.created_at`)
      const events = query.event === undefined ? null : await eventsWith(LOGS[kind].table, query.event, db)
      const where = conditions(query, events, null)
      for (let before = MAX_ID, count = size; count === size;) {
        const { rows } = await sql<Rows[K]>`select l.id, l.status, l.processor, l.event, l.meta, ${at} as created_at,
            json_build_object('id', s.id, 'code', s.code) as ${sql.ref(field)}
          from ${from} where ${where} and l.id < ${before}::bigint order by l.id desc limit ${size}`.execute(db)
        count = rows.length
        before = rows.at(-1)?.id ?? before
        if (count > 0) yield rows
      }
    },
  }
}
