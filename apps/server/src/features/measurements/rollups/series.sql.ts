import { REFUSED_DAYS, type RefusedPoint, type Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { isIn, type MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { shortestBucket, toKept } from './kept.rules.ts'
import { mergedPoints, metricPoints, ROLLED_LEVELS, type RolledLevel } from './metric-points.sql.ts'
import { readingCounts, sumOf } from './reading-counts.sql.ts'
import { planChart, type ChartPlan, type TimeWindow } from './time-spans.rules.ts'

// SQL text because the query builder does not support time buckets.

export interface SeriesWindow extends TimeWindow {
  points: number
  metrics: readonly MetricKey[]
}

type SeriesRow = { t: number } & Record<string, number | null>

/** Chart data: minimum, mean and maximum per metric and bucket. `plan` chooses their source. */
export async function readSeries(
  database: Queries,
  scope: MeasurementScope,
  window: SeriesWindow,
  plan: typeof planChart = planChart,
): Promise<Series> {
  return inSnapshot(database, async (connection) => {
    const counts = await readingCounts(connection, scope)
    const kept = toKept(window, counts.kept)
    const readings = sumOf(await counts.list(kept))
    const least = shortestBucket(counts.kept, kept.from)
    const { source, seconds } = plan({ ...window, readings, terminals: scope.terminals?.length ?? 1, least })
    if (readings === 0) return columnar([], window, seconds)
    const query =
      source === 'raw'
        ? fromReadings(scope, kept, seconds)
        : fromRollup(scope, kept, {
            source,
            seconds,
            done: counts.until,
            hasDirty: counts.hasDirty,
            isDistributed: connection.isDistributed,
          })
    const { rows } = await sql<SeriesRow>`${query}`.execute(connection.db)
    return {
      ...columnar(rows, window, seconds),
      ...(await refusedIn(connection, scope, { ...window, ...kept }, seconds)),
    }
  })
}

/** The first refused value of each metric and bucket. */
async function refusedIn(
  { db }: Connection,
  scope: MeasurementScope,
  { metrics, ...window }: SeriesWindow,
  seconds: number,
): Promise<Pick<Series, 'refused'>> {
  if (window.to - window.from > REFUSED_DAYS * DAY_MS) return {}
  const start = seconds === 0 ? sql`m.measured_at` : binned(sql`m.measured_at`, seconds)
  const { rows } = await sql<RefusedPoint & { metric: MetricKey }>`
    select distinct on (r.key, ${start}) r.key as metric, extract(epoch from m.measured_at)::float8 as time,
      (r.value->>'value')::float8 as value, r.value->>'reason' as reason
    from measurements m, jsonb_each(m.refused) r
    where ${isIn(window, scope)} and m.refused is not null and r.key = any(${[...metrics]}::text[])
    order by r.key, ${start}, m.measured_at`.execute(db)
  if (rows.length === 0) return {}
  const byMetric = Map.groupBy(rows, ({ metric }) => metric)
  return {
    refused: Object.fromEntries(
      [...byMetric].map(([metric, points]) => [
        metric,
        points.map(({ time, value, reason }) => ({ time, value, reason })),
      ]),
    ),
  }
}

const DAY_MS = 86_400_000

function columnar(rows: readonly SeriesRow[], { from, to, metrics }: SeriesWindow, seconds: number): Series {
  const column = (name: string) => rows.map((row) => row[name] ?? null)
  return {
    from: instantAt(from),
    to: instantAt(to),
    bucket_seconds: seconds,
    times: rows.map((row) => row.t),
    metrics: Object.fromEntries(
      metrics.map((m) => [m, { min: column(`${m}_min`), avg: column(`${m}_avg`), max: column(`${m}_max`) }]),
    ),
  }
}

/** SQL: start of the bucket, to group by. An instant sorts three times as fast as the long number that `extract` returns. */
const binned = (at: RawBuilder<unknown>, seconds: number) => sql`date_bin(${sql.lit(`${seconds} s`)}, ${at}, 'epoch')`

/** Without buckets, a reading is its own minimum, mean and maximum. */
function fromReadings(scope: MeasurementScope, window: SeriesWindow, seconds: number): RawBuilder<unknown> {
  const start = seconds === 0 ? sql`m.measured_at` : binned(sql`m.measured_at`, seconds)
  const values = window.metrics.map((m) => {
    const value = sql.ref(`m.${m}`)
    return sql`min(${value}) as ${sql.ref(`${m}_min`)}, avg(${value})::real as ${sql.ref(`${m}_avg`)}, max(${value}) as ${sql.ref(`${m}_max`)}`
  })
  return sql`select extract(epoch from ${start})::float8 as t, ${sql.join(values)} from measurements m
    where ${isIn(window, scope)} group by ${start} order by ${start}`
}

function fromRollup(
  scope: MeasurementScope,
  { from, to, metrics }: SeriesWindow,
  {
    source,
    seconds,
    ...state
  }: ChartPlan & { source: RolledLevel; done: number; hasDirty: boolean; isDistributed: boolean | undefined },
): RawBuilder<unknown> {
  // The ends of a window over dropped readings are finer buckets.
  const levels = ROLLED_LEVELS.slice(ROLLED_LEVELS.indexOf(source))
  const points = metricPoints({ scope, from, to, metrics, levels, ...state })
  const start = binned(sql`source.t`, seconds)
  return sql`select extract(epoch from ${start})::float8 as t, ${mergedPoints(metrics)}
    from (${points}) source group by ${start} order by ${start}`
}
