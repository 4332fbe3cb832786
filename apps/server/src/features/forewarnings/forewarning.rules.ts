import { LEAST_FOREWARNINGS, LEAST_TRUE_SHARE } from '@dalyan/contracts/forewarnings'
import { isBeyond, type Side } from '@dalyan/contracts/out-of-range'
import { mean, median, standardDeviation } from 'simple-statistics'

/** The length of a bucket of a course. */
const STEP_MINUTES = 15
export const STEP_MS = STEP_MINUTES * 60_000
export const DAY_STEPS = (24 * 60) / STEP_MINUTES
const stepsOf = (minutes: number) => minutes / STEP_MINUTES

/** How far ahead values are predicted: 15, 30, 45, 60, 90 and 120 minutes. */
export const HORIZONS = [15, 30, 45, 60, 90, 120].map(stepsOf)
/** The days that make the daily pattern, and how many of them must have values. */
const PATTERN_DAYS = 5
const LEAST_PATTERN_DAYS = 3
/** The trend is the slope of the last two hours, of which most buckets must have a value; it fades out with this time constant. */
const TREND_STEPS = stepsOf(120)
const LEAST_TREND_SHARE = 0.7
const FADE_STEPS = stepsOf(180)
/** The usual error is the median of the errors of the last day, of which a quarter must be known. */
const ERROR_STEPS = DAY_STEPS
const LEAST_ERRORS = ERROR_STEPS / 4
/** The time for which a value must have been inside its limit. */
const INSIDE_STEPS = stepsOf(60)
/** A forewarning ends when no crossing was predicted for this long. */
const ENDS_AFTER_STEPS = stepsOf(60)
/** A forewarning came true when its limit was crossed within this time. */
const TRUE_WITHIN_STEPS = stepsOf(180)
/** Practice limits lie this many standard deviations from the mean. */
const PRACTICE_DEVIATIONS = 1.5
/** The number of earlier buckets on which a prediction at the end of a bucket depends. */
export const LEARNED_STEPS = PATTERN_DAYS * DAY_STEPS + ERROR_STEPS + Math.max(...HORIZONS) + TREND_STEPS

/** The values of one metric of a tank, as successive buckets of 15 minutes; NaN: no accepted value. */
export interface Course {
  means: Float64Array
  lows: Float64Array
  highs: Float64Array
}

export interface ForewarnedLimit {
  kind: Side
  limit: number
}

/** The prediction made at the end of a bucket. */
export interface Prediction {
  now: number
  /** At each of `HORIZONS`; NaN: unknown. */
  values: Float64Array
  /** The change beyond the daily pattern, in units per step. */
  trend: number
}

/** A limit that will probably be crossed. */
export interface ExpectedCrossing {
  /** In steps from the end of the bucket; between half and double of the first horizon beyond the limit. */
  from: number
  to: number
}

/** A forewarning, by the indexes of buckets: when it began and when a crossing was last predicted. */
export interface OpenForewarning {
  since: number
  predicted: number
}

/** A forewarning in the past. */
export interface ReplayedForewarning {
  since: number
  /** When it ended; null: it did not. */
  ended: number | null
  crossing: ExpectedCrossing
  /** Whether the limit was crossed soon after; null: the course ends before that is known. */
  came_true: boolean | null
}

export type Predictor = ReturnType<typeof createPredictor>

/**
 * Predicts a course by what is usual at the time of day and by the trend of what is unusual: the median change of the last five days from this
 * time on, plus the Theil–Sen slope of the difference to their median (P. K. Sen, J. Am. Stat. Assoc. 63, 1968, 1379–1389), which fades out. It
 * knows nothing after the bucket at whose end it predicts, and remembers what it predicted.
 */
export function createPredictor({ means, lows, highs }: Course) {
  const predictions: (Prediction | null | undefined)[] = []

  const valuesOfDays = (at: (daysAgo: number) => number): number[] => {
    const values: number[] = []
    for (let day = 1; day <= PATTERN_DAYS; day += 1) {
      const value = at(day * DAY_STEPS)
      if (!Number.isNaN(value)) values.push(value)
    }
    return values
  }

  const meanAt = (i: number) => means[i] ?? Number.NaN

  /** The median of `at` over the same time of the days before; NaN: too few days. */
  function usual(at: (stepsAgo: number) => number): number {
    const values = valuesOfDays(at)
    return values.length < LEAST_PATTERN_DAYS ? Number.NaN : median(values)
  }

  /** The slope of the difference to the usual value, in units per step; null: too few values. */
  function trendAt(i: number): number | null {
    const differences: { at: number; value: number }[] = []
    for (let at = i - TREND_STEPS + 1; at <= i; at += 1) {
      const value = meanAt(at) - usual((ago) => meanAt(at - ago))
      if (!Number.isNaN(value)) differences.push({ at, value })
    }
    if (differences.length < LEAST_TREND_SHARE * TREND_STEPS) return null
    return median(
      differences.flatMap((later, n) =>
        differences.slice(0, n).map((earlier) => (later.value - earlier.value) / (later.at - earlier.at)),
      ),
    )
  }

  function predict(i: number): Prediction | null {
    const now = meanAt(i)
    const trend = Number.isNaN(now) ? null : trendAt(i)
    if (trend === null) return null
    const values = HORIZONS.map((ahead) => {
      const pattern = usual((ago) => meanAt(i - ago + ahead) - meanAt(i - ago))
      return now + pattern + trend * FADE_STEPS * (1 - Math.exp(-ahead / FADE_STEPS))
    })
    return { now, values: Float64Array.from(values), trend }
  }

  function predictionAt(i: number): Prediction | null {
    if (i < 0) return null
    return (predictions[i] ??= predict(i))
  }

  /** The usual error of the n-th horizon, as it is known at the end of a bucket; NaN: unknown. */
  function errorAt(i: number, n: number): number {
    const ahead = HORIZONS[n] ?? 0
    const errors: number[] = []
    for (let at = i; at > i - ERROR_STEPS; at -= 1) {
      const error = Math.abs((predictionAt(at - ahead)?.values[n] ?? Number.NaN) - meanAt(at))
      if (!Number.isNaN(error)) errors.push(error)
    }
    return errors.length < LEAST_ERRORS ? Number.NaN : median(errors)
  }

  function isOutAt(i: number, { kind, limit }: ForewarnedLimit): boolean {
    const extreme = (kind === 'low' ? lows : highs)[i]
    return extreme !== undefined && isBeyond(kind, extreme, limit)
  }

  function wasInside(i: number, limit: ForewarnedLimit): boolean {
    for (let at = i; at > i - INSIDE_STEPS; at -= 1) if (isOutAt(at, limit)) return false
    return true
  }

  return {
    length: means.length,
    predictionAt,
    errorAt,
    isOutAt,

    /** Whether a value that is inside its limit will probably cross it: the prediction lies beyond the limit by more than the usual error. */
    crossingAt(i: number, limit: ForewarnedLimit): ExpectedCrossing | null {
      const prediction = predictionAt(i)
      if (!prediction || !wasInside(i, limit)) return null
      const first = HORIZONS.findIndex((_, n) => {
        const value = prediction.values[n] ?? Number.NaN
        return isBeyond(limit.kind, value, limit.limit) && Math.abs(value - limit.limit) > errorAt(i, n)
      })
      const ahead = HORIZONS[first]
      return ahead === undefined ? null : { from: ahead / 2, to: Math.min(2 * ahead, TRUE_WITHIN_STEPS) }
    },
  }
}

/** A forewarning after one more bucket: it begins when a crossing is predicted, and ends with it or an hour after the last prediction. */
export function nextForewarning(
  open: OpenForewarning | null,
  i: number,
  { isOut, isPredicted }: { isOut: boolean; isPredicted: boolean },
): OpenForewarning | null {
  if (isOut) return null
  if (isPredicted) return { since: open?.since ?? i, predicted: i }
  return open && i - open.predicted >= ENDS_AFTER_STEPS ? null : open
}

/** The forewarnings of a limit that would have been given from a bucket on. */
export function replayLimit(predictor: Predictor, limit: ForewarnedLimit, from: number): ReplayedForewarning[] {
  const made: ReplayedForewarning[] = []
  let open: OpenForewarning | null = null
  for (let i = from; i < predictor.length; i += 1) {
    const isOut = predictor.isOutAt(i, limit)
    const crossing = isOut ? null : predictor.crossingAt(i, limit)
    const next = nextForewarning(open, i, { isOut, isPredicted: crossing !== null })
    const last = made.at(-1)
    if (open && !next && last) last.ended = i
    if (!open && next && crossing)
      made.push({ since: i, ended: null, crossing, came_true: cameTrue(predictor, limit, i) })
    open = next
  }
  return made
}

function cameTrue({ isOutAt, length }: Predictor, limit: ForewarnedLimit, since: number): boolean | null {
  for (let i = since + 1; i <= since + TRUE_WITHIN_STEPS; i += 1) if (isOutAt(i, limit)) return true
  return since + TRUE_WITHIN_STEPS < length ? false : null
}

/** Returns limits this many standard deviations from the mean of a course; none where it has no values. */
export function limitsAround({ means }: Pick<Course, 'means'>, deviations: number): ForewarnedLimit[] {
  const known = Array.from(means).filter((value) => !Number.isNaN(value))
  if (known.length === 0) return []
  const [middle, deviation] = [mean(known), deviations * standardDeviation(known)]
  return [
    { kind: 'low', limit: middle - deviation },
    { kind: 'high', limit: middle + deviation },
  ]
}

export interface EarnedRecord {
  made: number
  came_true: number
  is_practice: boolean
}

/** The record of a course with these limits, or with practice limits where its own are crossed too seldom. */
export function replayRecord(predictor: Predictor, limits: readonly ForewarnedLimit[], course: Course): EarnedRecord {
  const own = countTrue(predictor, limits)
  if (own.made >= LEAST_FOREWARNINGS) return { ...own, is_practice: false }
  return { ...countTrue(predictor, limitsAround(course, PRACTICE_DEVIATIONS)), is_practice: true }
}

function countTrue(predictor: Predictor, limits: readonly ForewarnedLimit[]): Omit<EarnedRecord, 'is_practice'> {
  const known = limits
    .flatMap((limit) => replayLimit(predictor, limit, 0))
    .filter(({ came_true }) => came_true !== null)
  return { made: known.length, came_true: known.filter(({ came_true }) => came_true).length }
}

/** Whether forewarnings are shown. */
export function isEarned({ made, came_true }: Pick<EarnedRecord, 'made' | 'came_true'>): boolean {
  return made >= LEAST_FOREWARNINGS && came_true >= LEAST_TRUE_SHARE * made
}
