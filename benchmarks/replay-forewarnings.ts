import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { isBeyond } from '@dalyan/contracts/out-of-range'
import { DEMO_TEMPLATES } from '../apps/server/src/demo/demo-plan.ts'
import {
  createPredictor,
  isEarned,
  limitsAround,
  replayLimit,
  replayRecord,
  STEP_MS,
  type Course,
  type ForewarnedLimit,
  type Predictor,
} from '../apps/server/src/features/forewarnings/forewarning.rules.ts'
import type { KnownMetric, RecordedSeries } from './recorded-series.ts'
import type { ReplayedReading } from './replay-alarms.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 86_400_000
/** Crossings later after the beginning of a forewarning do not make it true. */
const TRUE_WITHIN_MS = 180 * MINUTE_MS
/** Limits besides those of the demo, in standard deviations from the mean of the first half. */
const DEVIATIONS = [1.5, 2, 2.5]

/** How many crossings of some limits were predicted. */
export interface ForewarningCounts {
  crossings: number
  seen: number
  /** Minutes from the beginning of the forewarning to the crossing, for the predicted ones. */
  leads: number[]
  made: number
  cameTrue: number
  /** Weeks of each limit's tank, summed over the sets of limits. */
  weeks: number
}

export interface ForewarnedSeries {
  name: string
  metric: KnownMetric
  all: ForewarningCounts
  /** Only where the first half of the recording earned it, and only where it did not. */
  shown: ForewarningCounts
  hidden: ForewarningCounts
}

interface TimedValue {
  at: number
  value: number
}

const none = (): ForewarningCounts => ({ crossings: 0, seen: 0, leads: [], made: 0, cameTrue: 0, weeks: 0 })

export function sumOfForewarnings(all: readonly ForewarningCounts[]): ForewarningCounts {
  const sum = none()
  for (const of of all) {
    for (const key of ['crossings', 'seen', 'made', 'cameTrue', 'weeks'] as const) sum[key] += of[key]
    sum.leads.push(...of.leads)
  }
  return sum
}

/**
 * Replays a metric of a recording bucket by bucket, with the limits of the demo and others that come from its first half, and counts what happened
 * in its second half. Null: it was not measured.
 */
export function replayForewarnings(
  { name, template }: RecordedSeries,
  readings: readonly ReplayedReading[],
  metric: KnownMetric,
): ForewarnedSeries | null {
  const column = METRIC_KEYS.indexOf(metric)
  const values = readings.flatMap(({ measured_at: at, values: all, refused }): TimedValue[] => {
    const value = all[column] ?? null
    return value === null || refused?.has(metric) ? [] : [{ at, value }]
  })
  if (values.length === 0) return null
  const first = Math.floor((values[0]?.at ?? 0) / STEP_MS)
  const course = courseOf(values, first)
  const half = course.means.length >> 1
  const predictor = createPredictor(course)
  const past = sliced(course, half)
  const parts = limitSets(template, metric, past).map((limits) => {
    const counts = sumOfForewarnings(limits.map((limit) => countOf(predictor, values, limit, first, half)))
    counts.weeks = ((course.means.length - half) * STEP_MS) / WEEK_MS
    return { counts, isShown: isEarned(replayRecord(createPredictor(past), limits, past)) }
  })
  const sum = (which: (isShown: boolean) => boolean) =>
    sumOfForewarnings(parts.filter(({ isShown }) => which(isShown)).map(({ counts }) => counts))
  return { name, metric, all: sum(() => true), shown: sum((isShown) => isShown), hidden: sum((isShown) => !isShown) }
}

function courseOf(values: readonly TimedValue[], first: number): Course {
  const length = Math.floor((values.at(-1)?.at ?? 0) / STEP_MS) - first + 1
  const empty = () => new Float64Array(length).fill(Number.NaN)
  const course = { means: empty(), lows: empty(), highs: empty() }
  for (const [index, of] of Map.groupBy(values, ({ at }) => Math.floor(at / STEP_MS) - first)) {
    const known = of.map(({ value }) => value)
    course.means[index] = known.reduce((sum, value) => sum + value) / known.length
    course.lows[index] = Math.min(...known)
    course.highs[index] = Math.max(...known)
  }
  return course
}

function sliced({ means, lows, highs }: Course, end: number): Course {
  return { means: means.slice(0, end), lows: lows.slice(0, end), highs: highs.slice(0, end) }
}

function limitSets(template: RecordedSeries['template'], metric: KnownMetric, past: Course): ForewarnedLimit[][] {
  const ranges: Partial<Record<KnownMetric, { min?: number; max?: number }>> = DEMO_TEMPLATES[template].ranges
  const { min, max } = ranges[metric] ?? {}
  const ofDemo = [
    ...(min === undefined ? [] : [{ kind: 'low' as const, limit: min }]),
    ...(max === undefined ? [] : [{ kind: 'high' as const, limit: max }]),
  ]
  return [ofDemo, ...DEVIATIONS.map((deviations) => limitsAround(past, deviations))]
}

/** Of the buckets from `half` on; `first`: the index of the first bucket since the epoch. */
function countOf(
  predictor: Predictor,
  values: readonly TimedValue[],
  limit: ForewarnedLimit,
  first: number,
  half: number,
): ForewarningCounts {
  const crossings = crossingsOf(values, limit).filter((at) => at >= (first + half) * STEP_MS)
  // A prediction is known at the end of its bucket.
  const made = replayLimit(predictor, limit, 0)
    .filter(({ since }) => since >= half)
    .map(({ since }) => (first + since + 1) * STEP_MS)
  const firstBefore = (crossing: number) => made.find((at) => at < crossing && crossing <= at + TRUE_WITHIN_MS)
  const leads = crossings.flatMap((crossing) => {
    const at = firstBefore(crossing)
    return at === undefined ? [] : [(crossing - at) / MINUTE_MS]
  })
  const cameTrue = made.filter((at) => crossings.some((crossing) => at < crossing && crossing <= at + TRUE_WITHIN_MS))
  return {
    ...none(),
    crossings: crossings.length,
    seen: leads.length,
    leads,
    made: made.length,
    cameTrue: cameTrue.length,
  }
}

/** The times at which a value crossed its limit after an hour inside, most of which was measured. */
function crossingsOf(values: readonly TimedValue[], { kind, limit }: ForewarnedLimit): number[] {
  const HOUR_MS = 60 * MINUTE_MS
  const crossings: number[] = []
  let lastOut = -Infinity
  let begin = 0
  values.forEach(({ at, value }, i) => {
    while ((values[begin]?.at ?? at) < at - HOUR_MS) begin += 1
    if (!isBeyond(kind, value, limit)) return
    const measured = new Set(values.slice(begin, i).map((before) => Math.floor(before.at / STEP_MS)))
    if (at - lastOut >= HOUR_MS && measured.size >= 3) crossings.push(at)
    lastOut = at
  })
  return crossings
}
