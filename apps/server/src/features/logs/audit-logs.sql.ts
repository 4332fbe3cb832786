import type { AuditLog, AuditLogListQuery, AuditTarget } from '@dalyan/contracts/logs'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { conditionsOf, equals, isOneOf, type FilterConditions } from '../../core/database/list.ts'
import { jsonObject, jsonOrNull, jsonText, type JsonFields } from '../../core/database/json-object.ts'
import type { Actor } from '../../core/http/actor.ts'
import { boundedMeta, plain } from './log-meta.rules.ts'
import { createLogList, IN_TIME } from './log-list.sql.ts'

export type AuditFilters = Pick<
  Partial<AuditLogListQuery>,
  'status' | 'event' | 'from' | 'to' | 'user_id' | 'target' | 'target_id'
>

type NewAuditLog = Pick<AuditLog, 'event' | 'target' | 'status' | 'before' | 'after' | 'created_at'> & { actor: Actor }

// SQL text: an entry is read as JSON.

const TARGET = jsonObject<AuditTarget>({
  kind: jsonText(sql`l.target_kind`),
  id: jsonOrNull(sql`l.target_id`),
  name: jsonText(sql`l.target_name`),
})
const FIELDS: JsonFields<Omit<AuditLog, 'created_at'>> = {
  id: sql`l.id`,
  status: jsonText(sql`l.status`),
  processor: sql`l.processor::text`,
  event: jsonText(sql`l.event`),
  target: sql`case when l.target_kind is null then 'null' else ${TARGET} end`,
  address: jsonOrNull(jsonText(sql`l.address`)),
  browser: jsonOrNull(jsonText(sql`l.browser`)),
  before: jsonOrNull(sql`l.before`),
  after: jsonOrNull(sql`l.after`),
}

const FILTERS: FilterConditions<AuditFilters> = {
  ...IN_TIME,
  status: isOneOf('l.status'),
  user_id: equals('l.user_id'),
  target: isOneOf('l.target_kind'),
  target_id: equals('l.target_id'),
}

/** Records which user changed or used which record; rows are only ever added. */
export function auditLogsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    ...createLogList<AuditLog, AuditFilters>(
      { table: 'audit_logs', fields: FIELDS, conditions: (filter) => conditionsOf(FILTERS, filter) },
      db,
    ),

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
  }
}
