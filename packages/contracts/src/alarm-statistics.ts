import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { pageOf, pageQuery, sortOf, wholeNumber } from './paging.ts'

/**
 * What a window of time looked like. Occurrences are counted: an alarm that came back counts once more, in the window in which it did.
 * Times are the readings' own, cut to the window: several values of one tank out at the same time count once, and what is out still
 * counts to the window's end, to now at most. A firm's time is the sum of its tanks'.
 */
const figures = {
  /** Occurrences of alarms raised in the window, shelved ones too: by how grave they were last, and by kind. */
  raised: z.int(),
  critical: z.int(),
  warning: z.int(),
  info: z.int(),
  low: z.int(),
  high: z.int(),
  silent: z.int(),
  /** How long at least one alarm of a value was active: from the first value out until it cleared. */
  out_seconds: z.int(),
  /** How long something that should have delivered was silent. */
  silent_seconds: z.int(),
  /** Of the occurrences raised in the window, those that a user acknowledged, and how long the first time took from their `raised_at`. */
  acknowledged: z.int(),
  ack_median_seconds: z.nullable(z.int()),
  ack_p90_seconds: z.nullable(z.int()),
  /** As they are now, whatever the window; `open` without the shelved ones, as the list has them. */
  open: z.int(),
  shelved: z.int(),
}
export const AlarmFigures = z.object(figures)
export type AlarmFigures = z.infer<typeof AlarmFigures>

/** Occurrences raised on one day of Europe/Istanbul; days without alarms are there too. */
export const AlarmDay = z.object({ day: z.string(), critical: z.int(), warning: z.int(), info: z.int() })
export type AlarmDay = z.infer<typeof AlarmDay>

/** The occurrences of one metric (null: of terminals that sent nothing at all), and how long it was out of its range. */
export const AlarmsOfMetric = z.object({
  metric: z.nullable(z.enum(METRIC_KEYS)),
  raised: z.int(),
  out_seconds: z.int(),
})
export type AlarmsOfMetric = z.infer<typeof AlarmsOfMetric>

export const AlarmStatistics = z.object({
  /** The window, as asked or by default. */
  from: Instant,
  to: Instant,
  ...figures,
  days: z.array(AlarmDay),
  /** The most alarming first. */
  metrics: z.array(AlarmsOfMetric),
})
export type AlarmStatistics = z.infer<typeof AlarmStatistics>

/** Of one tank or firm. `of` null: the tanks that belong to no firm; `id` is 0 then. */
export const AlarmStatisticsRow = z.object({
  id: z.int(),
  of: z.nullable(z.object({ id: z.int(), code: z.string(), name: z.string() })),
  ...figures,
})
export type AlarmStatisticsRow = z.infer<typeof AlarmStatisticsRow>

export const LONGEST_STATISTICS_DAYS = 366

const window = {
  /** Up to here, without it; now where it is left out. */
  to: z.optional(InstantInput),
  /** From here; where it is left out, 30 days before `to`. At most 366 days before it. */
  from: z.optional(InstantInput),
  tank_id: z.optional(wholeNumber(1, 2_147_483_647)),
  /** Tanks that belong to this firm now. */
  firm_id: z.optional(wholeNumber(1, 2_147_483_647)),
}
export const AlarmStatisticsQuery = z.object(window)
export type AlarmStatisticsQuery = z.infer<typeof AlarmStatisticsQuery>

export const STATISTICS_SORTS = [
  'id',
  'code',
  'name',
  'raised',
  'critical',
  'out_seconds',
  'silent_seconds',
  'ack_median_seconds',
  'open',
] as const
export const AlarmStatisticsListQuery = z.object({
  ...pageQuery(),
  ...window,
  by: z._default(z.enum(['tank', 'firm']), 'tank'),
  /** Most alarms first where it is left out. */
  sort: z.optional(sortOf(STATISTICS_SORTS)),
})
export type AlarmStatisticsListQuery = z.infer<typeof AlarmStatisticsListQuery>

export const alarmStatisticsApi = {
  /** The caller's tanks together. */
  summary: endpoint('GET', '/api/alarms/statistics', { query: AlarmStatisticsQuery, reply: AlarmStatistics }),
  /** By tank or by firm: those that had an alarm, were out or silent in the window, or have an alarm open now. */
  list: endpoint('GET', '/api/alarms/statistics/list', {
    query: AlarmStatisticsListQuery,
    reply: pageOf(AlarmStatisticsRow),
  }),
}
