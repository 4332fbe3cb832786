import * as z from 'zod/mini'
import { TerminalRef } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { InFileLocale } from './file-locale.ts'
import { Instant, InstantInput } from './instant.ts'
import { AUDIT_TARGETS, LOG_STATUSES, SERVER_LOG_LEVELS } from './log-words.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, SearchText, someOf, sortOf, wholeNumber, yesNo } from './paging.ts'

/** The user, terminal or system that acted. */
export const Processor = z.object({
  type: z.enum(['user', 'terminal', 'system']),
  id: z.nullable(z.int()),
  name: z.string(),
})
export type Processor = z.infer<typeof Processor>

const entry = {
  id: z.int(),
  status: z.enum(LOG_STATUSES),
  processor: Processor,
  /** One of `TERMINAL_LOG_EVENTS` or `TANK_LOG_EVENTS`; entries of earlier versions may have others. */
  event: z.string(),
  /** Free details; texts from a device are untrusted. */
  meta: z.nullable(z.record(z.string(), z.unknown())),
  created_at: Instant,
}
export const TerminalLog = z.object({ ...entry, iot: TerminalRef })
export type TerminalLog = z.infer<typeof TerminalLog>
export const TankLog = z.object({ ...entry, tank: TerminalRef })
export type TankLog = z.infer<typeof TankLog>

const listFields = {
  ...pageQuery(1000),
  status: z.optional(someOf(LOG_STATUSES)),
  /** The name of an event, or part of it. */
  event: z.optional(SearchText),
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  sort: z.optional(sortOf(['created_at', 'id'])),
  /** Only rows that became visible after this one (0: from the first), in that order. */
  after_id: z.optional(wholeNumber(0, 999_999_999_999_999)),
}
const id = z.optional(IdInQuery)
export const TerminalLogListQuery = z.object({ ...listFields, iot_id: id })
export type TerminalLogListQuery = z.infer<typeof TerminalLogListQuery>
/** `iot_id`: only entries that name this terminal, such as its assignments to a tank. */
export const TankLogListQuery = z.object({ ...listFields, tank_id: id, iot_id: id })
export type TankLogListQuery = z.infer<typeof TankLogListQuery>
/** For the log of one terminal or tank. */
const OwnLogQuery = z.object(listFields)
export type OwnLogQuery = z.infer<typeof OwnLogQuery>

/** An entry of the server's own logger. */
export const ServerLog = z.object({
  seq: z.int(),
  level: z.enum(SERVER_LOG_LEVELS),
  message: z.string(),
  context: z.nullable(z.record(z.string(), z.unknown())),
  /** Not a structured entry but a line from stderr: a crash, a warning of a library, a last message of PostgreSQL. */
  orphan: z.boolean(),
  created_at: Instant,
})
export type ServerLog = z.infer<typeof ServerLog>

export const MOST_LOG_ROWS = 5_000
export const ServerLogListQuery = z.object({
  ...pageQuery(1000),
  level: z.optional(someOf(SERVER_LOG_LEVELS)),
  /** Searches the message and the context. */
  search: z.optional(SearchText),
  from: listFields.from,
  to: listFields.to,
  include_orphans: z._default(yesNo, false),
  /** Without pages: the first `limit` rows. */
  all: z._default(yesNo, false),
  limit: z._default(wholeNumber(1, MOST_LOG_ROWS), MOST_LOG_ROWS),
  sort: z.optional(sortOf(['created_at', 'seq', 'level'])),
  after_seq: listFields.after_id,
})
export type ServerLogListQuery = z.infer<typeof ServerLogListQuery>

const RECORD_EVENTS = ['created', 'updated', 'status_changed', 'deleted', 'restored'] as const
const ALARM_EVENTS = ['alarm_acknowledged', 'alarm_shelved', 'alarm_unshelved'] as const

/** All events of the terminals' log. */
export const TERMINAL_LOG_EVENTS = [
  ...RECORD_EVENTS,
  'key_rotated',
  'tank_assigned',
  'connected',
  'disconnected',
  'connection_refused',
  'message',
  'measurement_rejected',
  'measurement_implausible',
  'measurement_conflict',
  'clock_skew',
  ...ALARM_EVENTS,
] as const
export type TerminalLogEvent = (typeof TERMINAL_LOG_EVENTS)[number]

/** All events of the tanks' log. */
export const TANK_LOG_EVENTS = [
  ...RECORD_EVENTS,
  'terminal_assigned',
  'terminal_removed',
  'measurement_entered',
  'mode_started',
  'mode_ended',
  ...ALARM_EVENTS,
] as const
export type TankLogEvent = (typeof TANK_LOG_EVENTS)[number]

/** All events of the audit log. */
export const AUDIT_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'registered',
  'email_confirmed',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'password_reset',
  'user_created',
  'user_updated',
  'user_deleted',
  'firm_created',
  'firm_updated',
  'firm_deleted',
  'firm_restored',
  'on_call_changed',
  'settings_changed',
  'webhook_created',
  'webhook_updated',
  'webhook_deleted',
  'webhook_secret_renewed',
  'alarm_links_ended',
  'display_link_created',
  'display_link_deleted',
  'integration_created',
  'integration_deleted',
  'plan_changed',
  'terminal_key_rotated',
  'terminal_key_map_changed',
  'key_profile_created',
  'key_profile_updated',
  'key_profile_deleted',
  'range_template_created',
  'range_template_updated',
  'range_template_deleted',
  'exported',
] as const
export type AuditEvent = (typeof AUDIT_EVENTS)[number]

/** The changed or used record; `id` is null when it has none, such as an account that does not exist. */
export const AuditTarget = z.object({ kind: z.enum(AUDIT_TARGETS), id: z.nullable(z.int()), name: z.string() })
export type AuditTarget = z.infer<typeof AuditTarget>

const Fields = z.nullable(z.record(z.string(), z.unknown()))

/** The actor, action, target, time and origin of a change or use. */
export const AuditLog = z.object({
  id: entry.id,
  status: entry.status,
  /** Without id and name when no user was signed in. */
  processor: Processor,
  event: z.enum(AUDIT_EVENTS),
  target: z.nullable(AuditTarget),
  /** IP address of the caller; null for actions of the product itself. */
  address: z.nullable(z.string()),
  /** The browser's user agent, shortened. */
  browser: z.nullable(z.string()),
  /** The changed fields before the change; null for a new record. Never contains secrets. */
  before: Fields,
  /** The same fields after the change; null for a deleted record. */
  after: Fields,
  created_at: Instant,
})
export type AuditLog = z.infer<typeof AuditLog>

/** `user_id`: the actor. `target`, `target_id`: the changed record. */
export const AuditLogListQuery = z.object({
  ...listFields,
  user_id: id,
  target: z.optional(someOf(AUDIT_TARGETS)),
  target_id: id,
})
export type AuditLogListQuery = z.infer<typeof AuditLogListQuery>

const ends = {
  /** Set when `total` stopped at 10,000 because there are more rows. */
  total_capped: z.optional(z.boolean()),
  /** The row (`after_id`, `after_seq`) from which a follower continues without a gap; some rows of this page may be repeated. */
  follow_after: z.optional(z.int()),
}
export const TerminalLogPage = z.extend(pageOf(TerminalLog), ends)
export const TankLogPage = z.extend(pageOf(TankLog), ends)
export const ServerLogPage = z.extend(pageOf(ServerLog), {
  ...ends,
  /** A search of one or two characters reads only this many of the newest entries; absent when all were searched. */
  searched: z.optional(z.int()),
})
export const AuditLogPage = z.extend(pageOf(AuditLog), ends)

/** The list's filters; newest first, without a limit. */
const asFile = { format: z._default(z.enum(['csv']), 'csv'), locale: InFileLocale }
const { status, event, from, to } = listFields
const ownedFile = { ...asFile, status, event, from, to }
export const TerminalLogExportQuery = z.object({ ...ownedFile, iot_id: id })
export const TankLogExportQuery = z.object({ ...ownedFile, tank_id: id, iot_id: id })
const { level, search, include_orphans } = ServerLogListQuery.shape
export const ServerLogExportQuery = z.object({ ...asFile, level, search, from, to, include_orphans })
const { user_id, target, target_id } = AuditLogListQuery.shape
export const AuditLogExportQuery = z.object({ ...ownedFile, user_id, target, target_id })
const files = ['text/csv']

export const logsApi = {
  terminals: endpoint('GET', '/api/iot-logs', { query: TerminalLogListQuery, reply: TerminalLogPage }),
  terminal: endpoint('GET', '/api/iots/:id/logs', { params: IdParams, query: OwnLogQuery, reply: TerminalLogPage }),
  tanks: endpoint('GET', '/api/tank-logs', { query: TankLogListQuery, reply: TankLogPage }),
  tank: endpoint('GET', '/api/tanks/:id/logs', { params: IdParams, query: OwnLogQuery, reply: TankLogPage }),
  exportTerminals: endpoint('GET', '/api/iot-logs/export', { query: TerminalLogExportQuery, files }),
  exportTanks: endpoint('GET', '/api/tank-logs/export', { query: TankLogExportQuery, files }),
  exportServer: endpoint('GET', '/api/server-logs/export', { query: ServerLogExportQuery, files }),
  server: endpoint('GET', '/api/server-logs', { query: ServerLogListQuery, reply: ServerLogPage }),
  audit: endpoint('GET', '/api/audit-logs', { query: AuditLogListQuery, reply: AuditLogPage }),
  exportAudit: endpoint('GET', '/api/audit-logs/export', { query: AuditLogExportQuery, files }),
}
