import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS, type MetricKey } from './metrics.ts'
import { IdParams, pageOf, pageQuery, someOf, sortOf, wholeNumber } from './paging.ts'

const value = z.nullable(z.number())

/** One reading of a terminal; `iot_id` null: entered by hand; `tank_id` is the tank at `measured_at`. */
export const Measurement = z.object({
  iot_id: z.nullable(z.int()),
  tank_id: z.nullable(z.int()),
  measured_at: Instant,
  received_at: Instant,
  /** The terminal's own clock was wrong: the arrival time stands in `measured_at`. */
  clock_skew: z.boolean(),
  ...(Object.fromEntries(METRIC_KEYS.map((key) => [key, value])) as Record<MetricKey, typeof value>),
})
export type Measurement = z.infer<typeof Measurement>

const listFields = {
  ...pageQuery(),
  iot_id: z.optional(wholeNumber(1, 2_147_483_647)),
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  sort: z.optional(sortOf(['measured_at'])),
}
export const TankMeasurementListQuery = z.object(listFields)
export type TankMeasurementListQuery = z.infer<typeof TankMeasurementListQuery>
export const MeasurementListQuery = z.object({
  ...listFields,
  filter_tank_id: z.optional(wholeNumber(1, 2_147_483_647)),
  filter_firm_id: z.optional(wholeNumber(1, 2_147_483_647)),
})
export type MeasurementListQuery = z.infer<typeof MeasurementListQuery>

export const SeriesQuery = z.object({
  metrics: z.optional(someOf(METRIC_KEYS)),
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  points: z._default(wholeNumber(10, 5000), 500),
})
export type SeriesQuery = z.infer<typeof SeriesQuery>

const column = z.array(value)
export const MetricSeries = z.object({ min: column, avg: column, max: column })
export type MetricSeries = z.infer<typeof MetricSeries>

/**
 * Columnar chart data. `times`: epoch seconds, starts of buckets, or readings' own times (with decimals) where `bucket_seconds` is 0.
 * Buckets without readings are left out; a metric without a value in a bucket is null there.
 */
export const Series = z.object({
  from: Instant,
  to: Instant,
  bucket_seconds: z.int(),
  times: z.array(z.number()),
  metrics: z.partialRecord(z.enum(METRIC_KEYS), MetricSeries),
})
export type Series = z.infer<typeof Series>

export const measurementsApi = {
  list: endpoint('GET', '/api/measurements', { query: MeasurementListQuery, reply: pageOf(Measurement) }),
  tankList: endpoint('GET', '/api/tanks/:id/measurements', {
    params: IdParams,
    query: TankMeasurementListQuery,
    reply: pageOf(Measurement),
  }),
  tankSeries: endpoint('GET', '/api/tanks/:id/series', { params: IdParams, query: SeriesQuery, reply: Series }),
  terminalSeries: endpoint('GET', '/api/iots/:id/series', { params: IdParams, query: SeriesQuery, reply: Series }),
}
