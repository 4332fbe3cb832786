import type { Instant } from '@dalyan/contracts/instant'
import type { AuditEvent, AuditLog, AuditLogListQuery, AuditTarget, LogStatus } from '@dalyan/contracts/logs'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { clockIn } from '../../core/database/clock-in.ts'
import type { Connection } from '../../core/database/database.ts'
import { jsonInstant, jsonObject, jsonText } from '../../core/database/json-object.ts'
import type { Actor } from '../../core/http/actor.ts'
import { eventsWith } from './event-names.repository.ts'
import { boundedMeta, plain } from './log-meta.rules.ts'
import { MAX_ID, type LogRows } from './logs.repository.ts'
import { visibleOrder, type Mark } from './visible-order.repository.ts'

export type AuditFilters = Pick<
  Partial<AuditLogListQuery>,
  'status' | 'event' | 'from' | 'to' | 'user_id' | 'target' | 'target_id'
>
type Query = AuditFilters & Pick<Partial<AuditLogListQuery>, 'after_id' | 'sort'> & { page: number; per_page: number }

interface NewAuditLog {
  actor: Actor
  event: AuditEvent
  target: AuditTarget | null
  status: LogStatus
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  created_at: Instant
}

const TARGET = jsonObject<AuditTarget>({
  kind: jsonText(sql`l.target_kind`),
  id: sql`coalesce(l.target_id::text, 'null')`,
  name: jsonText(sql`l.target_name`),
})
const ENTRY = jsonObject<AuditLog>({
  id: sql`l.id`,
  status: jsonText(sql`l.status`),
  processor: sql`l.processor::text`,
  event: jsonText(sql`l.event`),
  target: sql`case when l.target_kind is null then 'null' else ${TARGET} end`,
  address: sql`coalesce(${jsonText(sql`l.address`)}, 'null')`,
  browser: sql`coalesce(${jsonText(sql`l.browser`)}, 'null')`,
  before: sql`coalesce(l.before::text, 'null')`,
  after: sql`coalesce(l.after::text, 'null')`,
  created_at: jsonInstant(sql`l.created_at`),
})

/** Who changed or used what; rows are only ever added. */
export function auditLogsRepository({ db }: Pick<Connection, 'db'>) {
  const visible = visibleOrder('audit_logs', 'id', db)

  function conditions(query: AuditFilters, events: string[] | null, mark: Mark | null): RawBuilder<SqlBool> {
    const all: RawBuilder<unknown>[] = [sql`true`]
    if (query.status) all.push(sql`l.status = any(${query.status}::text[])`)
    if (events) all.push(sql`l.event = any(${events}::text[])`)
    if (query.user_id !== undefined) all.push(sql`l.user_id = ${query.user_id}`)
    if (query.target) all.push(sql`l.target_kind = any(${query.target}::text[])`)
    if (query.target_id !== undefined) all.push(sql`l.target_id = ${query.target_id}`)
    if (query.from !== undefined) all.push(sql`l.created_at >= ${query.from}::timestamptz`)
    if (query.to !== undefined) all.push(sql`l.created_at <= ${query.to}::timestamptz`)
    if (mark) all.push(visible.isBehind(mark))
    return sql<SqlBool>`${sql.join(all, sql` and `)}`
  }

  function order(query: Query): RawBuilder<unknown> {
    if (query.after_id !== undefined) return visible.order
    const wanted = (query.sort ?? []).map(
      ({ field, descending }) => sql`${sql.ref(`l.${field}`)} ${sql.raw(descending ? 'desc' : 'asc')}`,
    )
    // In a window its end is where the index begins to read.
    const newest = query.to === undefined || wanted.length > 0 ? sql`l.id desc` : sql`l.created_at desc, l.id desc`
    return sql.join([...wanted, newest])
  }

  return {
    async insert({ actor, event, target, status, before, after, created_at }: NewAuditLog): Promise<void> {
      const { id, name, address, browser } = actor
      const type = id === null && address === null ? 'system' : 'user'
      await db
        .insertInto('audit_logs')
        .values({
          event,
          status,
          created_at,
          user_id: id,
          processor: JSON.stringify({ type, id, name: plain(name) }),
          target_kind: target?.kind ?? null,
          target_id: target?.id ?? null,
          target_name: target && plain(target.name),
          address,
          browser: browser && plain(browser),
          before: boundedMeta(before),
          after: boundedMeta(after),
        })
        .execute()
    },

    /** One page, newest first; with `after_id` the next ones in the order in which they became visible. */
    async list(query: Query): Promise<LogRows> {
      const isFollowed = query.after_id !== undefined
      const [events, mark, followAfter] = await Promise.all([
        query.event === undefined ? null : eventsWith('audit_logs', query.event, db),
        query.after_id === undefined ? null : visible.find(query.after_id),
        // Before the rows are read: what is visible to this is visible to them.
        isFollowed ? undefined : visible.last(),
      ])
      const where = conditions(query, events, mark)
      const offset = isFollowed ? 0 : (query.page - 1) * query.per_page
      const [page, counted] = await Promise.all([
        sql<{ data: string | null }>`select string_agg(${ENTRY}, ',') as data from (
          select l.* from audit_logs l where ${where}
          order by ${order(query)} limit ${query.per_page} offset ${offset}) l`.execute(db),
        visible.count(sql`audit_logs l where ${where}`),
      ])
      return { data: page.rows[0]?.data ?? '', ...counted, followAfter }
    },

    /** All of them in batches, newest first: each is asked for when the one before was taken. Times are the clock of the time zone, as if it were UTC. */
    async *batches(query: AuditFilters, timeZone: string, size = 1_000): AsyncGenerator<AuditLog[], void> {
      const at = clockIn(timeZone, sql`l.created_at`)
      const events = query.event === undefined ? null : await eventsWith('audit_logs', query.event, db)
      const where = conditions(query, events, null)
      for (let before = MAX_ID, count = size; count === size;) {
        const { rows } =
          await sql<AuditLog>`select l.id, l.status, l.processor, l.event, l.address, l.browser, l.before, l.after,
            ${at} as created_at, case when l.target_kind is not null
              then json_build_object('kind', l.target_kind, 'id', l.target_id, 'name', l.target_name) end as target
          from audit_logs l where ${where} and l.id < ${before}::bigint order by l.id desc limit ${size}`.execute(db)
        count = rows.length
        before = rows.at(-1)?.id ?? before
        if (count > 0) yield rows
      }
    },
  }
}
