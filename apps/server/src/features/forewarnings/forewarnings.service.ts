import { setImmediate } from 'node:timers/promises'
import { FOREWARNED_METRICS, type ForewarnedMetric } from '@dalyan/contracts/forewarnings'
import { limitOf, SIDES } from '@dalyan/contracts/out-of-range'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { CourseRow } from '../measurements/rollups/courses.sql.ts'
import {
  createPredictor,
  DAY_STEPS,
  HORIZONS,
  isEarned,
  LEARNED_STEPS,
  nextForewarning,
  replayRecord,
  STEP_MS,
  type Course,
  type ForewarnedLimit,
  type Prediction,
  type Predictor,
} from './forewarning.rules.ts'
import { forewarningsRepository, type ForewarningRow, type LimitedMetric, type RecordRow } from './forewarnings.sql.ts'

/** Readings of a bucket are still arriving for this long. */
const SETTLED_AFTER_MS = 60_000
const RECORD_DAYS = 60
const DAY_MS = DAY_STEPS * STEP_MS
const TANKS_AT_ONCE = 20
/** Tanks whose past is replayed in a minute: a thousand take two hours, without being felt. */
const REPLAYED_AT_ONCE = 10
const HOUR_STEPS = 3_600_000 / STEP_MS

interface ForewarningNeeds extends Pick<Basics, 'database' | 'clock'> {
  /** The buckets of these tanks that have values, by tank and time. */
  readCourses: (query: {
    tankIds: readonly number[]
    metrics: readonly ForewarnedMetric[]
    from: number
    to: number
  }) => Promise<CourseRow[]>
  /** Notifies users of a forewarning that has begun. */
  notify: (tankId: number, forewarning: ForewarningRow, record: RecordRow) => Promise<void>
}

/**
 * Predicts, at the end of each quarter of an hour, whether a limit will be crossed soon, for the metrics of tanks whose past earned it. What a
 * metric earned is replayed once a day, and when its limits change.
 * @returns a function to call once a minute: it replays what is outdated, of some tanks at a time, and looks at the newest full bucket if it did
 * not yet.
 */
export function createForewarnings(needs: ForewarningNeeds): () => Promise<void> {
  /** Number of the last bucket that was looked at, since the epoch. */
  let done = -Infinity
  return async () => {
    const bucket = Math.floor((needs.clock.now() - SETTLED_AFTER_MS) / STEP_MS) - 1
    const limited = await forewarningsRepository(needs.database).findLimited()
    const records = await replayOutdated(needs, limited, bucket)
    if (bucket <= done) return
    await predictAll(needs, limited, records, bucket)
    done = bucket
  }
}

/**
 * Replays tanks with a metric that has no record for its limits, or one older than a day: those without a record first. @returns the records
 * that earn, by `keyOf`
 */
async function replayOutdated(
  needs: ForewarningNeeds,
  limited: readonly LimitedMetric[],
  bucket: number,
): Promise<Map<string, RecordRow>> {
  const { database, clock } = needs
  const known = new Map((await forewarningsRepository(database).findRecords()).map((row) => [keyOf(row), row]))
  const recordOf = (of: LimitedMetric) => {
    const record = known.get(keyOf(of))
    return record?.lo === of.min && record.hi === of.max ? record : undefined
  }
  const oldest = instantAt(clock.now() - DAY_MS)
  const outdated = [...Map.groupBy(limited, ({ tank_id }) => tank_id)]
    .map(([id, of]) => ({ id, of, since: of.map((one) => recordOf(one)?.replayed_at ?? '').sort()[0] ?? '' }))
    .filter(({ since }) => since < oldest)
    .sort((a, b) => (a.since < b.since ? -1 : 1))
  for (const { id, of } of outdated.slice(0, REPLAYED_AT_ONCE))
    for (const record of await replayTank(needs, id, of, bucket)) known.set(keyOf(record), record)
  return new Map(
    limited
      .flatMap((of) => recordOf(of) ?? [])
      .filter(isEarned)
      .map((record) => [keyOf(record), record]),
  )
}

async function replayTank(
  { database, clock, readCourses }: ForewarningNeeds,
  tankId: number,
  limited: readonly LimitedMetric[],
  bucket: number,
): Promise<RecordRow[]> {
  const first = bucket + 1 - RECORD_DAYS * DAY_STEPS
  const metrics = limited.map(({ metric }) => metric)
  const rows = await readCourses({ tankIds: [tankId], metrics, from: first * STEP_MS, to: (bucket + 1) * STEP_MS })
  const records: RecordRow[] = []
  for (const of of limited) {
    const course = courseOf(rows, of.metric, first, bucket)
    const since = course.means.findIndex((mean) => !Number.isNaN(mean))
    const predictor = createPredictor(course)
    // Other work goes on in between: sixty days are a tenth of a second.
    for (let i = 0; i < predictor.length; i += 1) {
      predictor.predictionAt(i)
      if (i % DAY_STEPS === 0) await setImmediate()
    }
    records.push({
      tank_id: tankId,
      metric: of.metric,
      lo: of.min,
      hi: of.max,
      ...replayRecord(predictor, limitsOf(of), course),
      days: since < 0 ? 0 : Math.ceil((predictor.length - since) / DAY_STEPS),
      replayed_at: instantAt(clock.now()),
    })
  }
  await database.transact((on) => forewarningsRepository(on).saveRecords(tankId, records))
  return records
}

async function predictAll(
  { database, readCourses, notify }: ForewarningNeeds,
  limited: readonly LimitedMetric[],
  records: ReadonlyMap<string, RecordRow>,
  bucket: number,
): Promise<void> {
  const before = new Map((await forewarningsRepository(database).findAll()).map((row) => [keyOfForewarning(row), row]))
  const byTank = Map.groupBy(
    limited.filter((of) => records.has(keyOf(of))),
    ({ tank_id }) => tank_id,
  )
  const tankIds = [...byTank.keys()]
  const after: ForewarningRow[] = []
  for (let i = 0; i < tankIds.length; i += TANKS_AT_ONCE) {
    const some = tankIds.slice(i, i + TANKS_AT_ONCE)
    const first = bucket - LEARNED_STEPS
    const window = { from: first * STEP_MS, to: (bucket + 1) * STEP_MS }
    const rows = await readCourses({ tankIds: some, metrics: FOREWARNED_METRICS, ...window })
    const rowsOf = Map.groupBy(rows, ({ tank_id }) => tank_id)
    for (const of of some.flatMap((id) => byTank.get(id) ?? [])) {
      const predictor = createPredictor(courseOf(rowsOf.get(of.tank_id) ?? [], of.metric, first, bucket))
      for (const limit of limitsOf(of)) {
        const next = nextRow(predictor, { ...of, ...limit }, bucket, before)
        if (next) after.push(next)
      }
      await setImmediate()
    }
  }
  await database.transact((on) => forewarningsRepository(on).replaceAll(after))
  for (const row of after) {
    const record = records.get(keyOf(row))
    if (record && row.since === row.predicted_at && !before.has(keyOfForewarning(row)))
      await notify(row.tank_id, row, record)
  }
}

const keyOf = ({ tank_id, metric }: Pick<LimitedMetric, 'tank_id' | 'metric'>) => `${tank_id} ${metric}`
const keyOfForewarning = (row: Pick<ForewarningRow, 'tank_id' | 'metric' | 'kind' | 'limit_value'>) =>
  `${keyOf(row)} ${row.kind} ${row.limit_value}`

function limitsOf(limits: LimitedMetric): ForewarnedLimit[] {
  return SIDES.flatMap((kind) => {
    const limit = limitOf(limits, kind)
    return limit === null ? [] : { kind, limit }
  })
}

/** The buckets from one to another, by their numbers since the epoch. */
function courseOf(rows: readonly CourseRow[], metric: ForewarnedMetric, first: number, last: number): Course {
  const empty = () => new Float64Array(last - first + 1).fill(Number.NaN)
  const course = { means: empty(), lows: empty(), highs: empty() }
  for (const row of rows) {
    const i = row.from / STEP_MS - first
    course.means[i] = row[`${metric}_avg`] ?? Number.NaN
    course.lows[i] = row[`${metric}_min`] ?? Number.NaN
    course.highs[i] = row[`${metric}_max`] ?? Number.NaN
  }
  return course
}

/** The forewarning of a limit after the last bucket of the course; null: none. */
function nextRow(
  predictor: Predictor,
  { tank_id, metric, kind, limit }: LimitedMetric & ForewarnedLimit,
  bucket: number,
  before: ReadonlyMap<string, ForewarningRow>,
): ForewarningRow | null {
  const i = predictor.length - 1
  const prediction = predictor.predictionAt(i)
  const crossing = predictor.crossingAt(i, { kind, limit })
  const key = { tank_id, metric, kind, limit_value: limit }
  const known = before.get(keyOfForewarning(key))
  const open = known ? { since: bucketOf(known.since), predicted: bucketOf(known.predicted_at) } : null
  const isOut = predictor.isOutAt(i, { kind, limit })
  const next = nextForewarning(open, bucket, { isOut, isPredicted: crossing !== null })
  if (!next) return null
  // Without a new prediction the last one stands.
  if (!prediction || !crossing) return known ?? null
  const end = (bucket + 1) * STEP_MS
  return {
    ...key,
    since: instantAt((next.since + 1) * STEP_MS),
    predicted_at: instantAt(end),
    expected_from: instantAt(end + crossing.from * STEP_MS),
    expected_to: instantAt(end + crossing.to * STEP_MS),
    trend_per_hour: prediction.trend * HOUR_STEPS,
    course: predictedCourse(predictor, prediction, end - STEP_MS / 2),
  }
}

/** A prediction is known at the end of its bucket. */
const bucketOf = (at: string) => Date.parse(at) / STEP_MS - 1

/** @param middle of the last bucket, in epoch milliseconds */
function predictedCourse(predictor: Predictor, { now, values }: Prediction, middle: number): ForewarningRow['course'] {
  const i = predictor.length - 1
  const known = HORIZONS.flatMap((ahead, n) => {
    const point = { at: middle + ahead * STEP_MS, value: values[n] ?? Number.NaN, error: predictor.errorAt(i, n) }
    return Number.isNaN(point.value + point.error) ? [] : [point]
  })
  const points = [{ at: middle, value: now, error: 0 }, ...known]
  return {
    times: points.map(({ at }) => instantAt(at)),
    values: points.map(({ value }) => value),
    errors: points.map(({ error }) => error),
  }
}
