import * as z from 'zod/mini'
import { ALARM_KINDS, ALARM_STATES, SEVERITIES } from './alarm-words.ts'
import { BulkAnswer, BulkInput, MAX_BULK_BYTES } from './bulk.ts'
import { Code, plainText, requiredText } from './codes.ts'
import { endpoint, recordEndpoints } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS, type MetricKey } from './metrics.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, RecordId, SearchText, someOf, sortOf, yesNo } from './paging.ts'
import { Ranges } from './range-templates.ts'
import { CONDUCTIVITY_KINDS } from './quality-rules.ts'
import { REFUSAL_REASONS } from './refusals.ts'
import { TankMode } from './tank-modes.ts'
import { CONNECTIONS, TankRef, TERMINAL_STATUSES } from './terminals.ts'
import { FirmRef, UserRef } from './users.ts'

export const TANK_STATUSES = ['active', 'inactive', 'suspended', 'deleted'] as const
export type TankStatus = (typeof TANK_STATUSES)[number]
export const WRITABLE_TANK_STATUSES = ['active', 'inactive', 'suspended'] as const

/** The fields of a terminal that its tank shows. */
export const TankTerminal = z.object({
  id: z.int(),
  code: z.string(),
  status: z.enum(TERMINAL_STATUSES),
  connection: z.enum(CONNECTIONS),
  last_seen_at: z.nullable(Instant),
  /** Age at which this terminal's values are stale (docs/behaviour/terminals.md), so that a page knows it without another request. */
  stale_after_seconds: z.number(),
  /** The kind of conductivity that it sends, by its profile; null: unknown. */
  conductivity: z.nullable(z.enum(CONDUCTIVITY_KINDS)),
})
export type TankTerminal = z.infer<typeof TankTerminal>

/** The newest value of one metric on this tank; `iot_id` null: entered by hand. */
export const LatestValue = z.object({ value: z.number(), measured_at: Instant, iot_id: z.nullable(z.int()) })
export type LatestValue = z.infer<typeof LatestValue>

const latest = z.nullable(LatestValue)
/** The newest value of a metric, which the quality gate refused. */
export const RefusedLatest = z.extend(LatestValue, { reason: z.enum(REFUSAL_REASONS) })

export const LastMeasurement = z.object({
  measured_at: Instant,
  /** The metrics whose newest value was refused: it is newer than the accepted one beside it. Absent: none. */
  refused: z.optional(z.partialRecord(z.enum(METRIC_KEYS), RefusedLatest)),
  ...(Object.fromEntries(METRIC_KEYS.map((key) => [key, latest])) as Record<MetricKey, typeof latest>),
})
export type LastMeasurement = z.infer<typeof LastMeasurement>

/** The newest values of one of the tank's terminals; `iot_id` null: values entered by hand. */
export const TerminalLatest = z.extend(LastMeasurement, { iot_id: z.nullable(z.int()) })
export type TerminalLatest = z.infer<typeof TerminalLatest>

export const TankAlarm = z.object({
  id: z.int(),
  metric: z.nullable(z.enum(METRIC_KEYS)),
  kind: z.enum(ALARM_KINDS),
  severity: z.enum(SEVERITIES),
  state: z.enum(ALARM_STATES),
})

export const Tank = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  firm: z.nullable(FirmRef),
  status: z.enum(TANK_STATUSES),
  location: z.nullable(z.string()),
  province: z.nullable(z.string()),
  district: z.nullable(z.string()),
  address: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  suspended_until: z.nullable(Instant),
  range_template: z.nullable(z.object({ id: z.int(), name: z.string(), active: z.boolean(), ranges: Ranges })),
  iots: z.array(TankTerminal),
  last_measurement: z.nullable(LastMeasurement),
  open_alarms: z.array(TankAlarm),
  /** Null: in no mode. */
  mode: z.nullable(TankMode),
  last_modified_by: z.nullable(UserRef),
  last_action_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})
export type Tank = z.infer<typeof Tank>

const id = z.nullable(RecordId)
const fields = {
  code: Code,
  name: requiredText(120, 'tank_name_required'),
  firm_id: id,
  range_template_id: id,
  iot_ids: z.array(RecordId).check(z.maxLength(100)),
  status: z.enum(WRITABLE_TANK_STATUSES),
  suspended_until: z.nullable(InstantInput),
  location: z.nullable(plainText(200)),
  province: z.nullable(plainText(60)),
  district: z.nullable(plainText(60)),
  address: z.nullable(plainText(500)),
  notes: z.nullable(plainText(4000)),
}

export const TankChange = z.partial(z.object(fields))
export type TankChange = z.infer<typeof TankChange>
export const TankInput = z.extend(TankChange, {
  code: fields.code,
  name: fields.name,
  status: z._default(fields.status, 'inactive'),
})
export type TankInput = z.infer<typeof TankInput>

/** The conditions in the list's `counts`: a fresh newest value outside its limits; values, but no fresh one. */
export const TANK_CONDITIONS = ['out_of_range', 'stale'] as const

export const TankListQuery = z.object({
  ...pageQuery(),
  search: z.optional(SearchText),
  filter_code: z.optional(SearchText),
  filter_name: z.optional(SearchText),
  filter_status: z.optional(someOf(TANK_STATUSES)),
  filter_province: z.optional(SearchText),
  filter_district: z.optional(SearchText),
  filter_notes: z.optional(SearchText),
  filter_range_template_id: z.optional(IdInQuery),
  filter_firm_id: z.optional(IdInQuery),
  filter_iot_code: z.optional(SearchText),
  filter_has_iot: z.optional(yesNo),
  filter_condition: z.optional(someOf(TANK_CONDITIONS)),
  include_deleted: z.optional(yesNo),
  sort: z.optional(
    sortOf([
      'id',
      'code',
      'name',
      'status',
      'province',
      'district',
      'created_at',
      'updated_at',
      'last_action_at',
      'danger',
    ]),
  ),
})
export type TankListQuery = z.infer<typeof TankListQuery>

/** A list's filters and order without its pages. */
export const TankOrderQuery = z.omit(TankListQuery, { page: true, per_page: true })
export type TankOrderQuery = z.infer<typeof TankOrderQuery>

/** The tanks before and after a tank in a list; `position` counts from 1, null: the tank is not in that list. */
export const TankNeighbours = z.object({
  previous: z.nullable(TankRef),
  next: z.nullable(TankRef),
  position: z.nullable(z.int()),
})
export type TankNeighbours = z.infer<typeof TankNeighbours>

export const TankPage = z.extend(pageOf(Tank), {
  /** Counted over the full filter, not the page. */
  counts: z.object({ out_of_range: z.int(), stale: z.int() }),
})
export type TankPage = z.infer<typeof TankPage>

export const tanksApi = {
  ...recordEndpoints('/api/tanks', { query: TankListQuery, record: Tank, input: TankInput, change: TankChange }),
  list: endpoint('GET', '/api/tanks', { query: TankListQuery, reply: TankPage }),
  /** By terminal currently on the tank: where two deliver the same metric, each is evaluated separately (docs/behaviour/alarms.md). */
  latest: endpoint('GET', '/api/tanks/:id/latest', {
    params: IdParams,
    reply: z.object({ data: z.array(TerminalLatest) }),
  }),
  neighbours: endpoint('GET', '/api/tanks/:id/neighbours', {
    params: IdParams,
    query: TankOrderQuery,
    reply: TankNeighbours,
  }),
  /** 200 after a dry run. */
  createFromFile: endpoint('POST', '/api/tanks/bulk', {
    body: BulkInput,
    reply: BulkAnswer,
    status: 201,
    maxBytes: MAX_BULK_BYTES,
  }),
  restore: endpoint('POST', '/api/tanks/:id/restore', { params: IdParams, reply: Tank }),
}
