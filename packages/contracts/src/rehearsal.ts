import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { Series } from './measurements.ts'
import { METRIC_KEYS } from './metrics.ts'
import { SIDES } from './out-of-range.ts'
import { IdParams } from './paging.ts'
import { TankRef } from './terminals.ts'

/** How many days back limits are tried. */
export const REHEARSAL_DAYS = 30
/** An alarm raised from the first hour on, or before the last, wakes people. */
export const NIGHT_HOURS = { from: 22, to: 6 } as const
/** So many alarms are listed, the newest. */
export const MOST_REHEARSED = 50

/** An alarm that the limits would have raised. `peak`: the worst value; `cleared_at` null: still active at the end of the window. */
const RehearsedAlarm = z.object({
  tank: TankRef,
  kind: z.enum(SIDES),
  raised_at: Instant,
  cleared_at: z.nullable(Instant),
  peak: z.number(),
})
export type RehearsedAlarm = z.infer<typeof RehearsedAlarm>

/** Limits of one metric and a delay, tried on what the tanks of a template have measured; either limit may be null. */
export const RehearsalInput = z.object({
  metric: z.enum(METRIC_KEYS),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  delay_seconds: z.int().check(z.gte(0), z.lte(3600)),
  /** Continues with the tanks after this one, as `next` of the answer before says. */
  after: z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647))),
})
export type RehearsalInput = z.infer<typeof RehearsalInput>

/**
 * The alarms that limits would have raised from `from` to `to`, if each had been acknowledged at once: an alarm that returns within 30 minutes
 * counts once. The counts are those of this call's tanks; add the calls up until `next` is null.
 */
export const Rehearsal = z.object({
  from: Instant,
  to: Instant,
  /** The active tanks of the template, and those that this call evaluated. */
  tanks: z.int(),
  evaluated_tanks: z.int(),
  /** Null: all tanks are evaluated. */
  next: z.nullable(z.int()),
  alarms: z.int(),
  alarmed_tanks: z.int(),
  /** Of the alarms those raised at night (`NIGHT_HOURS`, Istanbul). */
  night_alarms: z.int(),
  /** How long values were out of range, whatever the delay; several terminals of a tank at once count once. */
  out_of_range_seconds: z.number(),
  /** Newest first. */
  newest: z.array(RehearsedAlarm),
})
export type Rehearsal = z.infer<typeof Rehearsal>

export const rehearsalApi = {
  /** What the active tanks of a template measured in the last `REHEARSAL_DAYS`, all of them together, in buckets of six hours or less. */
  history: endpoint('GET', '/api/range-templates/:id/history', { params: IdParams, reply: Series }),
  rehearse: endpoint('POST', '/api/range-templates/:id/rehearse', {
    params: IdParams,
    body: RehearsalInput,
    reply: Rehearsal,
  }),
}
