import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { LimitStep } from './measurements.ts'
import { METRIC_KEYS } from './metrics.ts'

/** The work on a tank that its record names, by kind and day. */
export const RECORDED_WORK = ['treatment', 'water_change'] as const

/** A day of Istanbul, `2026-11-20`. */
const Day = z.string()

/** What was measured of one metric; only metrics with at least one value are in a record. */
export const OriginMetric = z.object({
  metric: z.enum(METRIC_KEYS),
  min: z.number(),
  avg: z.number(),
  max: z.number(),
  /** How long a value was outside the limits of its time; null: there were no limits. */
  out_of_range_seconds: z.nullable(z.number()),
  /** The hours of the period with at least one value. */
  measured_hours: z.int(),
  /** The limits that were in force, oldest first; empty: none. */
  limits: z.array(LimitStep),
  /** In order of time; a day without a value is left out. */
  days: z.array(z.object({ day: Day, min: z.number(), max: z.number() })),
})
export type OriginMetric = z.infer<typeof OriginMetric>

const Spans = z.object({ count: z.int(), seconds: z.number() })

/** The record of the tank that goods come from, as their customer reads it. It names no user, and no note. */
export const OriginRecord = z.object({
  order_code: z.string(),
  product: z.string(),
  quantity: z.number(),
  unit: z.string(),
  /** The firm of the tank; null: it has none. */
  grower: z.nullable(z.string()),
  tank_code: z.string(),
  /** Null: the order is not shipped yet, and the period ends now. */
  shipped_at: z.nullable(Instant),
  from: Instant,
  to: Instant,
  /** Readings from before are no longer kept, and the period begins before it; at or after `to`: none of its readings are. Null: all are kept. */
  kept_from: z.nullable(Instant),
  /** The hours of the period that are kept. */
  hours: z.int(),
  metrics: z.array(OriginMetric),
  /** Occurrences raised in the period, and how long they lasted in it: values out of range, and missing measurements. */
  alarms: z.object({ out: Spans, silent: Spans }),
  /** Each kind once a day. */
  work: z.array(z.object({ day: Day, kind: z.enum(RECORDED_WORK) })),
})
export type OriginRecord = z.infer<typeof OriginRecord>

export const originRecordsApi = {
  /** By the token of an item's code. 404 `link_over`: forged, the order was cancelled, or the item has another origin. */
  open: endpoint('POST', '/api/origin-record', {
    body: z.object({ token: z.string().check(z.maxLength(100)) }),
    reply: OriginRecord,
    status: 200,
  }),
}
