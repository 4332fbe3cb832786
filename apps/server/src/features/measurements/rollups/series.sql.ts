import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { mergedPoints, metricPoints } from './metric-points.sql.ts'
import { readingCounts } from './reading-counts.sql.ts'
import { inScope } from '../lists/scope-condition.sql.ts'
import { planChart, type ChartPlan } from './time-spans.rules.ts'

// SQL text because the query builder does not support time buckets.

interface SeriesWindow {
  /** Epoch milliseconds; `to` is exclusive. */
  from: number
  to: number
  points: number
  metrics: readonly MetricKey[]
}

type SeriesRow = { t: number } & Record<string, number | null>

/** Chart data: minimum, mean and maximum per metric and bucket. `plan` chooses their source. */
export function seriesRepository(database: Database, plan: typeof planChart = planChart) {
  return {
    async read(scope: MeasurementScope, window: SeriesWindow): Promise<Series> {
      return inSnapshot(database, async (connection) => {
        const counts = readingCounts(connection)
        const rolledUp = await counts.rolledUp(scope)
        const inWindow = await counts.list(scope, window.from, window.to, rolledUp)
        const readings = inWindow.reduce((sum, count) => sum + count.n, 0)
        const chosen = plan({ ...window, readings, terminals: scope.terminals?.length ?? 1 })
        const rows = readings === 0 ? [] : await drawn(connection, scope, window, chosen, rolledUp.until)
        return columnar(rows, window, chosen)
      })
    },
  }
}

function columnar(rows: readonly SeriesRow[], { from, to, metrics }: SeriesWindow, plan: ChartPlan): Series {
  const column = (name: string) => rows.map((row) => row[name] ?? null)
  return {
    from: instantAt(from),
    to: instantAt(to),
    bucket_seconds: plan.seconds,
    times: rows.map((row) => row.t),
    metrics: Object.fromEntries(
      metrics.map((m) => [m, { min: column(`${m}_min`), avg: column(`${m}_avg`), max: column(`${m}_max`) }]),
    ),
  }
}

async function drawn(
  connection: Connection,
  scope: MeasurementScope,
  window: SeriesWindow,
  plan: ChartPlan,
  done: number,
): Promise<SeriesRow[]> {
  const query =
    plan.source === 'raw'
      ? fromReadings(scope, window, plan.seconds)
      : fromRollup(scope, window, { ...plan, source: plan.source }, done)
  return (await sql<SeriesRow>`${query}`.execute(connection.db)).rows
}

/** SQL: start of the bucket, to group by. An instant sorts three times as fast as the long number that `extract` returns. */
const binned = (at: RawBuilder<unknown>, seconds: number) => sql`date_bin(${sql.lit(`${seconds} s`)}, ${at}, 'epoch')`

/** Without buckets, a reading is its own minimum, mean and maximum. */
function fromReadings(
  scope: MeasurementScope,
  { from, to, metrics }: SeriesWindow,
  seconds: number,
): RawBuilder<unknown> {
  const start = seconds === 0 ? sql`m.measured_at` : binned(sql`m.measured_at`, seconds)
  const values = metrics.map((m) => {
    const value = sql.ref(`m.${m}`)
    return sql`min(${value}) as ${sql.ref(`${m}_min`)}, avg(${value})::real as ${sql.ref(`${m}_avg`)}, max(${value}) as ${sql.ref(`${m}_max`)}`
  })
  return sql`select extract(epoch from ${start})::float8 as t, ${sql.join(values)} from measurements m
    where m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)} ${inScope(scope)} group by ${start} order by ${start}`
}

function fromRollup(
  scope: MeasurementScope,
  { from, to, metrics }: SeriesWindow,
  plan: ChartPlan & { source: '15m' | '6h' },
  done: number,
): RawBuilder<unknown> {
  const points = metricPoints({ scope, from, to, metrics, levels: [plan.source], done })
  const start = binned(sql`source.t`, plan.seconds)
  return sql`select extract(epoch from ${start})::float8 as t, ${mergedPoints(metrics)}
    from (${points}) source group by ${start} order by ${start}`
}
