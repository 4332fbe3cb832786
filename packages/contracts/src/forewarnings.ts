import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import type { MetricKey } from './metrics.ts'
import { SIDES } from './out-of-range.ts'
import { IdParams } from './paging.ts'

/**
 * The metrics whose course recorded measurements have shown to be predictable. Salinity, ORP and humidity are not: most of what was predicted of
 * them did not come true (`benchmarks/results/signals.md`).
 */
export const FOREWARNED_METRICS = [
  'tank_temperature',
  'cabinet_temperature',
  'ph',
  'dissolved_oxygen',
] as const satisfies readonly MetricKey[]
export type ForewarnedMetric = (typeof FOREWARNED_METRICS)[number]

/** Forewarnings of a metric are made where its past has at least so many, and this share of them came true. */
export const LEAST_FOREWARNINGS = 6
export const LEAST_TRUE_SHARE = 0.7

/** How many forewarnings the limits of a metric would have raised in the past days, and how many came true. */
export const ForewarningRecord = z.object({
  metric: z.enum(FOREWARNED_METRICS),
  made: z.int(),
  came_true: z.int(),
  /** Days of measurements that were replayed, at most 60. */
  days: z.int(),
  /** The tank's own limits were crossed too seldom, so that narrower ones were replayed. */
  is_practice: z.boolean(),
  /** Enough of them came true: forewarnings of this metric are shown. */
  is_earned: z.boolean(),
})
export type ForewarningRecord = z.infer<typeof ForewarningRecord>

/** A limit that a metric of a tank will probably cross soon. */
export const Forewarning = z.object({
  metric: z.enum(FOREWARNED_METRICS),
  kind: z.enum(SIDES),
  limit: z.number(),
  /** When it began. */
  since: Instant,
  /** When it was last predicted; the times below count from here. */
  predicted_at: Instant,
  /** The limit is probably crossed between these times. */
  expected_from: Instant,
  expected_to: Instant,
  /** Change of the last two hours beyond what is usual at this time of day, in units per hour. */
  trend_per_hour: z.number(),
  /** Of `ForewarningRecord`. */
  made: z.int(),
  came_true: z.int(),
})
export type Forewarning = z.infer<typeof Forewarning>

/** A length of time as people say it: minutes in fives below an hour, then halves of hours. */
export function roughLength(ms: number): { n: number; unit: 'minutes' | 'hours' } {
  const minutes = Math.max(5, Math.round(ms / 300_000) * 5)
  return minutes < 60 ? { n: minutes, unit: 'minutes' } : { n: Math.round(minutes / 30) / 2, unit: 'hours' }
}

/** What is predicted of a metric: its value now, then at each horizon, with the usual error on either side. */
export const PredictedCourse = z.object({
  times: z.array(Instant),
  values: z.array(z.number()),
  errors: z.array(z.number()),
})
export type PredictedCourse = z.infer<typeof PredictedCourse>

export const TankForewarnings = z.object({
  data: z.array(z.object({ ...Forewarning.shape, course: PredictedCourse })),
  /** Of each limited metric that can be forewarned of, once it was replayed. */
  records: z.array(ForewarningRecord),
})
export type TankForewarnings = z.infer<typeof TankForewarnings>
export type TankForewarning = TankForewarnings['data'][number]

export const forewarningsApi = {
  ofTank: endpoint('GET', '/api/tanks/:id/forewarnings', { params: IdParams, reply: TankForewarnings }),
}
