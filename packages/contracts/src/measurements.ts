import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { FURTHER_METRICS, METRIC_KEYS, METRICS, type MetricKey } from './metrics.ts'
import { REFUSAL_REASONS } from './refusals.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, someIds, someOf, sortOf, wholeNumber, yesNo } from './paging.ts'

const value = z.nullable(z.number())

/** One reading of a terminal; `iot_id` null: entered by hand; `tank_id` is the tank at `measured_at`. */
export const Measurement = z.object({
  iot_id: z.nullable(z.int()),
  tank_id: z.nullable(z.int()),
  measured_at: Instant,
  received_at: Instant,
  /** The terminal's own clock was wrong, so `measured_at` is the arrival time. */
  clock_skew: z.boolean(),
  /** Why values of it were refused: they raise no alarm and count in no mean. Null: none was. */
  refused: z.nullable(z.partialRecord(z.enum(METRIC_KEYS), z.enum(REFUSAL_REASONS))),
  ...(Object.fromEntries(METRIC_KEYS.map((key) => [key, value])) as Record<MetricKey, typeof value>),
})
export type Measurement = z.infer<typeof Measurement>

/** The maximum number of tanks in a comparison. */
export const MOST_COMPARED = 6
const id = z.optional(IdInQuery)
const ofOneTank = {
  iot_id: id,
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
  sort: z.optional(sortOf(['measured_at'])),
  /** Readings with a value that was outside the limits of its tank when it was stored. */
  only_out_of_range: z._default(yesNo, false),
  /** The metrics that `only_out_of_range` checks; default: all. Each reading is returned with all of its values. */
  metrics: z.optional(someOf(METRIC_KEYS)),
}
const ofAllTanks = { ...ofOneTank, filter_tank_id: z.optional(someIds(MOST_COMPARED)), filter_firm_id: id }

export const TankMeasurementListQuery = z.object({ ...pageQuery(), ...ofOneTank })
export type TankMeasurementListQuery = z.infer<typeof TankMeasurementListQuery>
export const MeasurementListQuery = z.object({ ...pageQuery(), ...ofAllTanks })
export type MeasurementListQuery = z.infer<typeof MeasurementListQuery>

/** Readings out of range are counted up to this number; beyond it `total_capped` is set. */
export const MOST_COUNTED = 10_000
export const MeasurementPage = z.extend(pageOf(Measurement), {
  total_capped: z.optional(z.boolean()),
  /** Readings from before were dropped, and the window begins before it; roll-ups may be left. */
  kept_from: z.optional(Instant),
})
export type MeasurementPage = z.infer<typeof MeasurementPage>

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** Media type of each export format. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** What one row of a file stands for: a reading, or the means of a tank over 15 minutes, an hour or a day of the file's time zone. */
export const EXPORT_STEPS = ['raw', '15m', '1h', '1d'] as const
export type ExportStep = (typeof EXPORT_STEPS)[number]
/** `locale` tr: Turkish titles with units, Istanbul time, and in a CSV semicolon and decimal comma; en: for machines, UTC. */
const asFile = {
  format: z._default(z.enum(EXPORT_FORMATS), 'csv'),
  locale: z._default(z.enum(['tr', 'en']), 'en'),
  /** Means cannot be taken of the readings out of range alone. */
  step: z._default(z.enum(EXPORT_STEPS), 'raw'),
}

export const TankExportQuery = z.object({ ...asFile, ...ofOneTank })
export const MeasurementExportQuery = z.object({ ...asFile, ...ofAllTanks })
export type MeasurementExportQuery = z.infer<typeof MeasurementExportQuery>

const ofTime = {
  metrics: z.optional(someOf(METRIC_KEYS)),
  from: z.optional(InstantInput),
  to: z.optional(InstantInput),
}
/** The part of a tank's readings from one terminal; empty where it has none there. */
const ofOneTerminal = { iot_id: id }

export const SeriesQuery = z.object({ ...ofTime, points: z._default(wholeNumber(10, 5000), 500) })
export type SeriesQuery = z.infer<typeof SeriesQuery>
export const TankSeriesQuery = z.object({ ...SeriesQuery.shape, ...ofOneTerminal })

const column = z.array(value)
export const MetricSeries = z.object({ min: column, avg: column, max: column })
export type MetricSeries = z.infer<typeof MetricSeries>

/** A value that the quality gate refused; `time` in epoch seconds. */
const RefusedPoint = z.object({ time: z.number(), value: z.number(), reason: z.enum(REFUSAL_REASONS) })
export type RefusedPoint = z.infer<typeof RefusedPoint>
/** In longer windows the refused values are not listed: all of them would have to be read. */
export const REFUSED_DAYS = 31

/** Limits in force from a time (epoch seconds) until the next step, in the unit of their metric; both null: there were none. */
export const LimitStep = z.object({ from: z.number(), min: value, max: value })
export type LimitStep = z.infer<typeof LimitStep>
/** Of more changes of a tank's limits in one window only the newest are listed. */
export const MOST_LIMIT_STEPS = 1_000

/**
 * Columnar chart data. `times`: epoch seconds, starts of buckets, or the readings' own times (with decimals) when `bucket_seconds` is 0.
 * Buckets without readings are left out; a metric without a value in a bucket is null there.
 */
export const Series = z.object({
  from: Instant,
  to: Instant,
  bucket_seconds: z.int(),
  times: z.array(z.number()),
  metrics: z.partialRecord(z.enum(METRIC_KEYS), MetricSeries),
  /** The first refused value of each bucket, of metrics that have some; they are in no minimum, mean or maximum. Absent: none. */
  refused: z.optional(z.partialRecord(z.enum(METRIC_KEYS), z.array(RefusedPoint))),
  /**
   * The limits that were in force in the window, of metrics that had some, oldest first: a step at the start of the window and one at each change of
   * their own. The last one holds until now. Only series of tanks have this field; empty: the tank had no limits.
   */
  limits: z.optional(z.partialRecord(z.enum(METRIC_KEYS), z.array(LimitStep))),
})
export type Series = z.infer<typeof Series>

export const StatsQuery = z.object({ ...ofTime, ...ofOneTerminal })
export type StatsQuery = z.infer<typeof StatsQuery>

/** One metric over an interval of time; minimum, mean and maximum are null when there are no readings. */
export const MetricStats = z.object({
  min: value,
  avg: value,
  max: value,
  /** Readings with a value of this metric. */
  count: z.int(),
  /**
   * How long a value was outside the limits that its tank had when it was stored; several terminals at once count once. Null: the tank has no
   * limits for this metric, and none of its values was out.
   */
  out_of_range_seconds: value,
})
export type MetricStats = z.infer<typeof MetricStats>
/** By metric: only the requested ones. */
export const Stats = z.partialRecord(z.enum(METRIC_KEYS), MetricStats)
export type Stats = z.infer<typeof Stats>

const SECONDS_BELOW = 1e11
/** The last millisecond that a Date can represent. */
const LAST_MS = 8.64e15

/** In the forms of devices: ISO 8601, epoch milliseconds, or seconds below 1e11; parsed into the wire form. */
const MeasuredAt = z.union([
  InstantInput,
  z.pipe(
    z.number().check(z.gte(-LAST_MS), z.lte(LAST_MS)),
    z.transform((given: number): Instant =>
      new Date(Math.floor(Math.abs(given) < SECONDS_BELOW ? given * 1000 : given)).toISOString(),
    ),
  ),
])

const metricInput = (metric: (typeof METRICS)[number]) =>
  z.optional(z.nullable(z.number().check(z.gte(metric.min), z.lte(metric.max))))

/** One reading entered by a user: in the form of devices, but every error is reported at its field. Default time: now. */
export const ManualReading = z
  .object({
    measured_at: z.optional(z.nullable(MeasuredAt)),
    ...(Object.fromEntries(METRICS.map((metric) => [metric.key, metricInput(metric)])) as Record<
      MetricKey,
      ReturnType<typeof metricInput>
    >),
  })
  .check(
    z.refine((reading) => METRIC_KEYS.some((key) => typeof reading[key] === 'number'), {
      error: 'no_metric',
      path: ['reading'],
    }),
  )
export type ManualReading = z.infer<typeof ManualReading>

/** A terminal that ever measured a tank; `is_on_tank`: it still does. */
export const TankSource = z.object({ id: z.int(), code: z.string(), is_on_tank: z.boolean() })
export type TankSource = z.infer<typeof TankSource>

export const measurementsApi = {
  /** The further metrics that terminals of the caller's tanks have delivered, or that their templates limit. */
  furtherMetrics: endpoint('GET', '/api/metrics/further', {
    reply: z.object({ data: z.array(z.enum(FURTHER_METRICS)) }),
  }),
  list: endpoint('GET', '/api/measurements', { query: MeasurementListQuery, reply: MeasurementPage }),
  tankList: endpoint('GET', '/api/tanks/:id/measurements', {
    params: IdParams,
    query: TankMeasurementListQuery,
    reply: MeasurementPage,
  }),
  export: endpoint('GET', '/api/measurements/export', {
    query: MeasurementExportQuery,
    files: Object.values(EXPORT_TYPES),
  }),
  tankExport: endpoint('GET', '/api/tanks/:id/measurements/export', {
    params: IdParams,
    query: TankExportQuery,
    files: Object.values(EXPORT_TYPES),
  }),
  /** The terminals that ever measured the tank; those still on it first, then by code. */
  tankSources: endpoint('GET', '/api/tanks/:id/measurements/iots', {
    params: IdParams,
    reply: z.object({ data: z.array(TankSource) }),
  }),
  tankStats: endpoint('GET', '/api/tanks/:id/measurements/stats', {
    params: IdParams,
    query: StatsQuery,
    reply: Stats,
  }),
  enter: endpoint('POST', '/api/tanks/:id/measurements', {
    params: IdParams,
    body: ManualReading,
    reply: Measurement,
    status: 201,
  }),
  tankSeries: endpoint('GET', '/api/tanks/:id/series', { params: IdParams, query: TankSeriesQuery, reply: Series }),
  terminalSeries: endpoint('GET', '/api/iots/:id/series', { params: IdParams, query: SeriesQuery, reply: Series }),
}
