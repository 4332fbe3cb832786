import * as z from 'zod/mini'
import { ALARM_KINDS, ALARM_STATES, SEVERITIES } from './alarm-words.ts'
import { plainText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { InFileLocale } from './file-locale.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, RecordId, someOf, sortOf } from './paging.ts'
import { LONGEST_SHELF_MINUTES } from './shelving.ts'
import { TankRef } from './terminals.ts'
import { UserRef } from './users.ts'

export const TerminalRef = z.object({ id: z.int(), code: z.string() })
export type TerminalRef = z.infer<typeof TerminalRef>

/**
 * Values in the metric's unit; the times are those of the readings. `raised_at`, `peak` and `limit` are the alarm's; `out_since`, `value`, the
 * other times, the acknowledgement and the note are those of its newest occurrence. An alarm that came back as `active_ack` keeps the
 * acknowledgement of its earlier occurrence and has none of its own.
 */
export const Alarm = z.object({
  id: z.int(),
  /** The incident to which its newest occurrence belongs (`incidents.ts`). */
  incident_id: z.int(),
  tank: z.nullable(TankRef),
  iot: z.nullable(TerminalRef),
  kind: z.enum(ALARM_KINDS),
  metric: z.nullable(z.enum(METRIC_KEYS)),
  severity: z.enum(SEVERITIES),
  value: z.nullable(z.number()),
  peak: z.nullable(z.number()),
  /** The worst value of the newest occurrence; `peak` is the worst of all occurrences. */
  occurrence_peak: z.nullable(z.number()),
  limit: z.nullable(z.number()),
  out_since: Instant,
  raised_at: Instant,
  last_at: Instant,
  cleared_at: z.nullable(Instant),
  /** Of an alarm that has returned: the newest value of its metric on the tank. Null for others, and when there is no value. */
  latest: z.nullable(z.object({ value: z.number(), measured_at: Instant })),
  acknowledged_at: z.nullable(Instant),
  acknowledged_by: z.nullable(UserRef),
  note: z.nullable(z.string()),
  shelved_until: z.nullable(Instant),
  shelve_reason: z.nullable(z.string()),
  closed_at: z.nullable(Instant),
  occurrences: z.int(),
  chattering: z.boolean(),
  state: z.enum(ALARM_STATES),
})
export type Alarm = z.infer<typeof Alarm>

/** One occurrence of an alarm. `acknowledged_at`, `acknowledged_by`: its newest acknowledgement, even if it is no longer valid. */
export const AlarmOccurrence = z.object({
  /** Counts from 1. */
  number: z.int(),
  out_since: Instant,
  raised_at: Instant,
  cleared_at: z.nullable(Instant),
  value: z.nullable(z.number()),
  /** The worst value of this occurrence. */
  peak: z.nullable(z.number()),
  acknowledged_at: z.nullable(Instant),
  acknowledged_by: z.nullable(UserRef),
  note: z.nullable(z.string()),
})
export type AlarmOccurrence = z.infer<typeof AlarmOccurrence>

export const AlarmListQuery = z.object({
  ...pageQuery(),
  /** `open`: not closed and not shelved. */
  status: z._default(z.enum(['open', 'shelved', 'closed', 'all']), 'open'),
  state: z.optional(someOf(ALARM_STATES)),
  severity: z.optional(someOf(SEVERITIES)),
  tank_id: z.optional(IdInQuery),
  /** Alarms of tanks that belong to this firm now. */
  firm_id: z.optional(IdInQuery),
  metric: z.optional(someOf(METRIC_KEYS)),
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  /** Default: out of range or silent now before returned, then unacknowledged first, then by severity, then the newest first. */
  sort: z.optional(sortOf(['id', 'raised_at', 'last_at', 'closed_at', 'severity', 'tank_code'])),
})
export type AlarmListQuery = z.infer<typeof AlarmListQuery>

const { status, severity, tank_id, firm_id, metric, from, to } = AlarmListQuery.shape
/** The filters of the list, without its pages. */
const AlarmFilters = z.object({ status, severity, tank_id, firm_id, metric, from, to })
export type AlarmFilters = z.infer<typeof AlarmFilters>

/** The list's filters; the newest first, without a limit. */
export const AlarmExportQuery = z.extend(AlarmFilters, {
  format: z._default(z.enum(['csv']), 'csv'),
  locale: InFileLocale,
})

/** An optional note of the user who acknowledges. */
const Note = z.optional(z.nullable(plainText(1000)))
export const AcknowledgeInput = z.optional(z.object({ note: Note }))
/** At most one page of the list. */
export const MOST_ACKNOWLEDGED = 200

/** 422 beyond the caller's limit (`shelving.ts`). */
export const ShelveInput = z.object({
  minutes: z.int({ error: 'not_a_whole_number' }).check(z.gte(1), z.lte(LONGEST_SHELF_MINUTES)),
  reason: plainText(1000).check(z.minLength(1, { error: 'required' })),
})
export type ShelveInput = z.infer<typeof ShelveInput>

/** `skipped`: alarms that are closed, missing or foreign. */
export const AcknowledgedAlarms = z.object({ data: z.array(Alarm), skipped: z.array(z.int()) })
export type AcknowledgedAlarms = z.infer<typeof AcknowledgedAlarms>

export const alarmsApi = {
  list: endpoint('GET', '/api/alarms', { query: AlarmListQuery, reply: pageOf(Alarm) }),
  get: endpoint('GET', '/api/alarms/:id', { params: IdParams, reply: Alarm }),
  export: endpoint('GET', '/api/alarms/export', { query: AlarmExportQuery, files: ['text/csv'] }),
  /** Oldest first, at most the newest 1,000; an alarm from an earlier version may lack some of its first ones. */
  occurrences: endpoint('GET', '/api/alarms/:id/occurrences', {
    params: IdParams,
    reply: z.object({ data: z.array(AlarmOccurrence) }),
  }),
  acknowledge: endpoint('POST', '/api/alarms/:id/acknowledge', {
    params: IdParams,
    body: AcknowledgeInput,
    reply: Alarm,
  }),
  acknowledgeMany: endpoint('POST', '/api/alarms/acknowledge', {
    body: z.object({ ids: z.array(RecordId).check(z.minLength(1), z.maxLength(MOST_ACKNOWLEDGED)), note: Note }),
    reply: AcknowledgedAlarms,
  }),
  /** Shelves the tank, metric and side (or terminal) of the alarm, including new occurrences. */
  shelve: endpoint('POST', '/api/alarms/:id/shelve', { params: IdParams, body: ShelveInput, reply: Alarm }),
  unshelve: endpoint('POST', '/api/alarms/:id/unshelve', { params: IdParams, reply: Alarm }),
}
