import type { TerminalRef } from '@dalyan/contracts/alarms'
import type { Instant } from '@dalyan/contracts/instant'
import type { LogStatus } from '@dalyan/contracts/log-words'
import type {
  Processor,
  TankLog,
  TankLogEvent,
  TerminalLog,
  TerminalLogEvent,
  TerminalLogListQuery,
} from '@dalyan/contracts/logs'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { conditionsOf, equals, isOneOf, type FilterConditions } from '../../core/database/list.ts'
import { jsonObject, jsonOrNull, jsonText, type JsonFields } from '../../core/database/json-object.ts'
import { createLogList, IN_TIME } from './log-list.sql.ts'
import { boundedMeta, plain } from './log-meta.rules.ts'

// SQL text: one statement over arrays writes many entries, and they are read as JSON.

/** One entry of a log. `subject`: its terminal or tank. */
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
  /** Only entries whose details name this terminal. */
  named_terminal_id?: number | undefined
}

const LONGEST_EVENT = 64

/** Tables of the two logs, and the name of their subject on the wire. */
const LOGS = {
  terminal: { table: 'terminal_logs', owner: 'terminal_id', subjects: 'terminals', field: 'iot' },
  tank: { table: 'tank_logs', owner: 'tank_id', subjects: 'tanks', field: 'tank' },
} as const

interface LogOf {
  terminal: TerminalLog
  tank: TankLog
}

const OWN_FIELDS: JsonFields<Omit<TerminalLog, 'iot' | 'created_at'>> = {
  id: sql`l.id`,
  status: jsonText(sql`l.status`),
  processor: sql`l.processor::text`,
  event: jsonText(sql`l.event`),
  meta: jsonOrNull(sql`l.meta`),
}

export function logsRepository<K extends keyof LogOf>(kind: K, { db }: Pick<Connection, 'db'>) {
  const { owner, subjects, field } = LOGS[kind]
  const table = sql.table(LOGS[kind].table)
  const fields = {
    ...OWN_FIELDS,
    [field]: jsonObject<TerminalRef>({ id: sql`l.subject_id`, code: jsonText(sql`l.code`) }),
  } as JsonFields<Omit<LogOf[K], 'created_at'>>
  const filters: FilterConditions<LogFilters> = {
    ...IN_TIME,
    subject_id: equals(`l.${owner}`),
    // The index covers the ids as JSON text, and only entries that name a terminal.
    named_terminal_id: (id) => sql`l.meta ? 'terminal' and l.meta->'terminal'->>'id' = ${String(id)}`,
    status: isOneOf('l.status'),
  }

  return {
    ...createLogList<LogOf[K], LogFilters>(
      {
        table: LOGS[kind].table,
        fields,
        columns: sql`l.*, s.id as subject_id, s.code`,
        joins: sql`join ${sql.table(subjects)} s on s.id = ${sql.ref(`l.${owner}`)}`,
        conditions: (filter) => conditionsOf(filters, filter),
      },
      db,
    ),

    /** @returns the inserted rows, in the order of the entries. */
    async insertMany(entries: readonly LogEntry[]): Promise<LogOf[K][]> {
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
      return entries.map((entry, index) => ({
        id: rows[index]?.id ?? 0,
        status: entry.status,
        processor: processors[index] ?? entry.processor,
        event: events[index] ?? entry.event,
        meta: JSON.parse(metas[index] ?? 'null') as Record<string, unknown> | null,
        created_at: entry.created_at,
        [field]: entry.subject,
      })) as unknown as LogOf[K][]
    },
  }
}
