import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { MOST_COMPARED } from './measurements.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdInQuery, someIds, wholeNumber } from './paging.ts'

const value = z.nullable(z.number())
const metric = z.enum(METRIC_KEYS)
const ofTime = { from: z.optional(InstantInput), to: z.optional(InstantInput) }

/** The maximum number of points that a relation is drawn with; all pairs are counted. */
export const MOST_DRAWN = 1500
/** Fewer pairs than this say nothing about a relation. */
export const LEAST_PAIRS = 30
/** The longest lag between the two values of a pair, in both directions. */
export const MOST_LAG_MINUTES = 360

/** `x` of the tank against `y` of the same tank, or of another one. */
export const ScatterQuery = z.object({
  tank_id: IdInQuery,
  other_tank_id: z.optional(IdInQuery),
  x: metric,
  y: metric,
  ...ofTime,
  /** How much later the values of `y` are; negative: earlier. */
  lag_minutes: z._default(wholeNumber(-MOST_LAG_MINUTES, MOST_LAG_MINUTES), 0),
})
export type ScatterQuery = z.infer<typeof ScatterQuery>

/** Pearson's r and the straight line through `n` pairs; null: too few pairs, or one side never changes. */
export const Relation = z.object({ n: z.int(), r: value, slope: value, intercept: value })
export type Relation = z.infer<typeof Relation>

export const Scatter = z.extend(Relation, {
  from: Instant,
  to: Instant,
  /** 0: each pair is one reading; else both values are means of buckets of this length. */
  step_seconds: z.int(),
  /** The lag that was used: the requested one, rounded to full steps. */
  lag_minutes: z.int(),
  /** At most `MOST_DRAWN` of the pairs, evenly over time. `times`: epoch seconds of the values of `x`. */
  points: z.object({ times: z.array(z.number()), x: z.array(z.number()), y: z.array(z.number()) }),
  /** r by lag; null where fewer than `LEAST_PAIRS` pairs are left. */
  lags: z.object({ minutes: z.array(z.int()), r: z.array(value) }),
  /** The lag at which the relation is strongest. */
  best_lag: z.nullable(z.object({ minutes: z.int(), r: z.number() })),
  /** The relations of all metrics of the tank (of two tanks: of each metric in both), strongest first, without a lag. */
  pairs: z.array(z.object({ x: metric, y: metric, n: z.int(), r: z.number() })),
})
export type Scatter = z.infer<typeof Scatter>

const column = z.array(value)

/** A name of the time zone database, as `Europe/Istanbul`. */
const TimeZone = z.string().check(z.refine((name) => isZoneName(name), { error: 'unknown_time_zone' }))

/** Offsets such as `+03:00` are refused, because databases read their sign inverted. */
function isZoneName(name: string): boolean {
  return name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)
}

export const DayPatternQuery = z.object({
  tank_id: IdInQuery,
  metric,
  ...ofTime,
  time_zone: z._default(TimeZone, 'Europe/Istanbul'),
})
export type DayPatternQuery = z.infer<typeof DayPatternQuery>

/** Days read for a pattern at most: a longer window is cut at its beginning. */
export const MOST_PATTERN_DAYS = 731

/** How a metric runs over the day, from means of 15 minutes, by the clock of the time zone. `quarter` 0…95: a quarter of an hour of the day. */
export const DayPattern = z.object({
  from: Instant,
  to: Instant,
  /** Local days with a value. */
  days: z.int(),
  /** Percentiles over the days. Quarters without a value are left out; `n` counts values, two for an hour that a change of clocks repeats. */
  band: z.object({
    quarters: z.array(z.int()),
    n: z.array(z.int()),
    p10: z.array(z.number()),
    p25: z.array(z.number()),
    p50: z.array(z.number()),
    p75: z.array(z.number()),
    p90: z.array(z.number()),
  }),
  /** The last two local days of the window, newest first, in order of time. */
  recent: z.array(z.object({ date: z.string(), quarters: z.array(z.int()), values: z.array(z.number()) })),
  /**
   * Means by hour; each row is a local day, or `step_days` of them from `date` on. A day on which clocks change has 23 or 25 hours, of
   * which one is missing in `hours` or stands there twice; null: no value.
   */
  heat: z.object({
    step_days: z.int(),
    rows: z.array(z.object({ date: z.string(), hours: z.array(z.int()), values: column })),
  }),
})
export type DayPattern = z.infer<typeof DayPattern>

export const AGAINST = ['place', 'firm'] as const
/** The tanks that a median is taken of at most. */
export const MOST_REFERENCE_TANKS = 200

export const CompareQuery = z.object({
  tank_ids: someIds(MOST_COMPARED),
  metric,
  ...ofTime,
  points: z._default(wholeNumber(10, MOST_DRAWN), 300),
  /** Whose median: the tanks of the first tank's place, or of its firm. A tank without a place is compared with its firm. */
  against: z._default(z.enum(AGAINST), 'place'),
})
export type CompareQuery = z.infer<typeof CompareQuery>

/** Means of several tanks in the same buckets; columns are as long as `times`, null where a tank has no value. */
export const Comparison = z.object({
  from: Instant,
  to: Instant,
  step_seconds: z.int(),
  /** Epoch seconds, starts of buckets; those in which no tank has a value are left out. */
  times: z.array(z.number()),
  tanks: z.array(
    z.object({
      id: z.int(),
      code: z.string(),
      values: column,
      /** The value minus the median. */
      difference: column,
    }),
  ),
  /** The median of the tanks around, and the middle half of them. Null: the first tank has neither place nor firm. */
  reference: z.nullable(
    z.object({
      kind: z.enum(AGAINST),
      name: z.string(),
      /** Tanks with a value in the window, of which the median is taken: at most `MOST_REFERENCE_TANKS` of `total`. */
      used: z.int(),
      total: z.int(),
      median: column,
      p25: column,
      p75: column,
    }),
  ),
})
export type Comparison = z.infer<typeof Comparison>

/** Views that compare or summarise readings; gaps stay gaps. */
export const exploreApi = {
  scatter: endpoint('GET', '/api/explore/scatter', { query: ScatterQuery, reply: Scatter }),
  dayPattern: endpoint('GET', '/api/explore/daypattern', { query: DayPatternQuery, reply: DayPattern }),
  compare: endpoint('GET', '/api/explore/compare', { query: CompareQuery, reply: Comparison }),
}
