import type { Instant } from '@dalyan/contracts/instant'
import type { AuditEvent, AuditLog, AuditLogListQuery, AuditTarget, LogStatus } from '@dalyan/contracts/logs'
import { sql, type RawBuilder } from 'kysely'
import { clockIn } from '../../core/database/clock-in.ts'
import type { Connection } from '../../core/database/database.ts'
import { conditionsOf, equals, isOneOf, type Filters } from '../../core/database/list.ts'
import { jsonInstant, jsonObject, jsonText } from '../../core/database/json-object.ts'
import type { Actor } from '../../core/http/actor.ts'
import { hasEventWith } from './event-names.sql.ts'
import { boundedMeta, plain } from './log-meta.rules.ts'
import { createLogList, IN_TIME, type LogRows } from './log-list.sql.ts'

export type AuditFilters = Pick<
  Partial<AuditLogListQuery>,
  'status' | 'event' | 'from' | 'to' | 'user_id' | 'target' | 'target_id'
>
type AuditQuery = AuditFilters &
  Pick<Partial<AuditLogListQuery>, 'after_id' | 'sort'> & { page: number; per_page: number }

interface NewAuditLog {
  actor: Actor
  event: AuditEvent
  target: AuditTarget | null
  status: LogStatus
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  created_at: Instant
}

// SQL text: an entry is read as JSON.

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

const FILTERS: Filters<AuditFilters> = {
  ...IN_TIME,
  status: isOneOf('l.status'),
  user_id: equals('l.user_id'),
  target: isOneOf('l.target_kind'),
  target_id: equals('l.target_id'),
}

/** Records which user changed or used which record; rows are only ever added. */
export function auditLogsRepository({ db }: Pick<Connection, 'db'>) {
  const list = createLogList({ table: 'audit_logs', key: 'id', entry: ENTRY }, db)

  async function conditions(query: AuditFilters): Promise<RawBuilder<unknown>[]> {
    return [...conditionsOf(FILTERS, query), ...(await hasEventWith('audit_logs', query.event, db))]
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

    list: (query: AuditQuery): Promise<LogRows> =>
      list.readPage({ ...query, after: query.after_id }, conditions(query)),

    /** All entries in batches, newest first. Times are local to the time zone, written as if UTC. */
    async *batches(query: AuditFilters, timeZone: string, size = 1_000): AsyncGenerator<AuditLog[], void> {
      const fields = sql`l.id, l.status, l.processor, l.event, l.address, l.browser, l.before, l.after,
        ${clockIn(timeZone, sql`l.created_at`)} as created_at, case when l.target_kind is not null
          then json_build_object('kind', l.target_kind, 'id', l.target_id, 'name', l.target_name) end as target`
      yield* list.batches<AuditLog>(fields, await conditions(query), size)
    },
  }
}
