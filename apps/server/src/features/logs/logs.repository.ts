import type { Instant } from '@dalyan/contracts/instant'
import type { LogStatus, Processor, TankLog, TerminalLog, TerminalLogListQuery } from '@dalyan/contracts/logs'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsFolded } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { boundedMeta, plain } from './log-meta.rules.ts'

/** What goes into a log. `subject`: the terminal or tank that it is about. */
export interface LogEntry {
  subject: { id: number; code: string }
  status: LogStatus
  event: string
  processor: Processor
  meta?: Record<string, unknown> | null
  created_at: Instant
}

export type LogQuery = Partial<TerminalLogListQuery> & {
  page: number
  per_page: number
  subject_id?: number | undefined
}

export interface LogRows<T> {
  data: T[]
  total: number
  isCapped: boolean
}

const COUNTED = 10_000
const LONGEST_EVENT = 64
const NEWEST_XID = '18446744073709551615'

/** A place in the order in which rows become visible. */
interface Mark {
  xid: string
  id: number
}

/** The two logs are built alike: where their rows lie, and what their subject is called on the wire. */
const LOGS = {
  terminal: { table: 'terminal_logs', owner: 'terminal_id', subjects: 'terminals', field: 'iot' },
  tank: { table: 'tank_logs', owner: 'tank_id', subjects: 'tanks', field: 'tank' },
} as const

interface Rows {
  terminal: TerminalLog
  tank: TankLog
}

export function logsRepository<K extends keyof Rows>(kind: K, { db }: Pick<Connection, 'db'>) {
  const { owner, subjects, field } = LOGS[kind]
  const table = sql.table(LOGS[kind].table)
  const columns = sql`l.id, l.status, l.processor, l.event, l.meta, l.created_at,
    json_build_object('id', s.id, 'code', s.code) as ${sql.ref(field)}`
  const from = sql`${table} l join ${sql.table(subjects)} s on s.id = ${sql.ref(`l.${owner}`)}`

  function conditions(query: LogQuery, mark: Mark | null): RawBuilder<SqlBool> {
    const all: RawBuilder<unknown>[] = [sql`true`]
    if (query.subject_id !== undefined) all.push(sql`${sql.ref(`l.${owner}`)} = ${query.subject_id}`)
    if (query.status) all.push(sql`l.status = any(${query.status}::text[])`)
    if (query.event !== undefined) all.push(containsFolded(sql.ref('l.event'), query.event))
    if (query.from !== undefined) all.push(sql`l.created_at >= ${query.from}::timestamptz`)
    if (query.to !== undefined) all.push(sql`l.created_at <= ${query.to}::timestamptz`)
    if (mark)
      all.push(
        sql`(l.xid, l.id) > (${mark.xid}::xid8, ${mark.id}::bigint) and l.xid < pg_snapshot_xmin(pg_current_snapshot())`,
      )
    return sql<SqlBool>`${sql.join(all, sql` and `)}`
  }

  /**
   * Ids become visible out of order: of two writers the later id may commit first. But whatever commits after a snapshot was taken has an xid
   * that is not below its xmin; so below it, by (xid, id), nothing turns up behind the reader.
   */
  async function findMark(id: number): Promise<Mark> {
    if (id === 0) return { xid: '0', id: 0 }
    // A row that was removed meanwhile: from the first one behind it.
    const { rows } = await sql<Mark>`select xid, case when id = ${id} then id else id - 1 end as id
      from ${table} where id >= ${id} order by ${table}.id limit 1`.execute(db)
    return rows[0] ?? { xid: NEWEST_XID, id: 0 }
  }

  function order(query: LogQuery): RawBuilder<unknown> {
    if (query.after_id !== undefined) return sql`l.xid, l.id`
    const wanted = (query.sort ?? []).map(
      (part) => sql`${sql.ref(`l.${part.field}`)} ${sql.raw(part.descending ? 'desc' : 'asc')}`,
    )
    return sql.join([...wanted, sql`l.id desc`])
  }

  return {
    /** @returns the rows as they are read, in the order of the entries. */
    async insertMany(entries: readonly LogEntry[]): Promise<Rows[K][]> {
      if (entries.length === 0) return []
      const metas = entries.map(({ meta }) => boundedMeta(meta))
      const processors = entries.map(({ processor }) => ({ ...processor, name: plain(processor.name) }))
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
    async list(query: LogQuery): Promise<LogRows<Rows[K]>> {
      const mark = query.after_id === undefined ? null : await findMark(query.after_id)
      const where = conditions(query, mark)
      const offset = query.after_id === undefined ? (query.page - 1) * query.per_page : 0
      const [page, count] = await Promise.all([
        sql<
          Rows[K]
        >`select ${columns} from ${from} where ${where} order by ${order(query)} limit ${query.per_page} offset ${offset}`.execute(
          db,
        ),
        sql<{
          n: number
        }>`select count(*) as n from (select 1 from ${table} l where ${where} limit ${COUNTED + 1}) counted`.execute(
          db,
        ),
      ])
      const found = count.rows[0]?.n ?? 0
      return { data: page.rows, total: Math.min(found, COUNTED), isCapped: found > COUNTED }
    },
  }
}
