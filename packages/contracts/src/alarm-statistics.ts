import * as z from 'zod/mini'
import { AlarmPerformance } from './alarm-performance.ts'
import { STATISTICS_SORTS } from './alarm-words.ts'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdInQuery, pageOf, pageQuery, sortOf } from './paging.ts'

/**
 * Figures of a time window. Occurrences are counted: an alarm that came back counts again, in the window of its return.
 * Times are those of the readings, cut to the window: several values of one tank out at the same time count once, and what is still out counts
 * to the end of the window, at most until now. A firm's time is the sum of its tanks'.
 */
const figures = {
  /** Occurrences of alarms raised in the window, including shelved ones: by their last severity, and by kind. */
  raised: z.int(),
  critical: z.int(),
  warning: z.int(),
  info: z.int(),
  low: z.int(),
  high: z.int(),
  silent: z.int(),
  /** How long at least one alarm of a value was active: from the first value out of range until it cleared. */
  out_seconds: z.int(),
  /** How long a terminal or tank that should have delivered was silent. */
  silent_seconds: z.int(),
  /** How long a sensor was at fault or a sonde out of the water. */
  quality_seconds: z.int(),
  /** Occurrences raised in the window that a user acknowledged, and the time from `raised_at` to the first acknowledgement. */
  acknowledged: z.int(),
  ack_median_seconds: z.nullable(z.int()),
  ack_p90_seconds: z.nullable(z.int()),
  /** The current numbers, whatever the window; `open` excludes shelved alarms, as in the list. */
  open: z.int(),
  shelved: z.int(),
}
export const AlarmFigures = z.object(figures)
export type AlarmFigures = z.infer<typeof AlarmFigures>

/** Occurrences raised on one day of Europe/Istanbul; days without alarms are included. */
export const AlarmDay = z.object({ day: z.string(), critical: z.int(), warning: z.int(), info: z.int() })
export type AlarmDay = z.infer<typeof AlarmDay>

/** The occurrences of one metric (null: of silent terminals), and how long it was out of range. */
export const AlarmsOfMetric = z.object({
  metric: z.nullable(z.enum(METRIC_KEYS)),
  raised: z.int(),
  out_seconds: z.int(),
})
export type AlarmsOfMetric = z.infer<typeof AlarmsOfMetric>

export const AlarmStatistics = z.object({
  /** The window, as requested or by default. */
  from: Instant,
  to: Instant,
  ...figures,
  days: z.array(AlarmDay),
  /** Most alarms first. */
  metrics: z.array(AlarmsOfMetric),
})
export type AlarmStatistics = z.infer<typeof AlarmStatistics>

/** Figures of one tank or firm. `of` null: the tanks without a firm; `id` is 0 then. */
export const AlarmStatisticsRow = z.object({
  id: z.int(),
  of: z.nullable(z.object({ id: z.int(), code: z.string(), name: z.string() })),
  ...figures,
})
export type AlarmStatisticsRow = z.infer<typeof AlarmStatisticsRow>

export const LONGEST_STATISTICS_DAYS = 366

const window = {
  /** End of the window, exclusive; default: now. */
  to: z.optional(InstantInput),
  /** Start of the window, at most 366 days before `to`; default: 30 days before it. */
  from: z.optional(InstantInput),
  tank_id: z.optional(IdInQuery),
  /** Tanks that belong to this firm now. */
  firm_id: z.optional(IdInQuery),
}
export const AlarmStatisticsQuery = z.object(window)
export type AlarmStatisticsQuery = z.infer<typeof AlarmStatisticsQuery>

export const AlarmStatisticsListQuery = z.object({
  ...pageQuery(),
  ...window,
  by: z._default(z.enum(['tank', 'firm']), 'tank'),
  /** Default: most alarms first. */
  sort: z.optional(sortOf(STATISTICS_SORTS)),
})
export type AlarmStatisticsListQuery = z.infer<typeof AlarmStatisticsListQuery>

export const alarmStatisticsApi = {
  /** All tanks of the caller together. */
  summary: endpoint('GET', '/api/alarms/statistics', { query: AlarmStatisticsQuery, reply: AlarmStatistics }),
  /** By tank or by firm: those with an alarm, a value out of range or silence in the window, or with an open alarm now. */
  list: endpoint('GET', '/api/alarms/statistics/list', {
    query: AlarmStatisticsListQuery,
    reply: pageOf(AlarmStatisticsRow),
  }),
  /** The performance of the alarm system by the measures of ISA-18.2, all tanks of the caller together. */
  performance: endpoint('GET', '/api/alarms/statistics/performance', {
    query: AlarmStatisticsQuery,
    reply: AlarmPerformance,
  }),
}
