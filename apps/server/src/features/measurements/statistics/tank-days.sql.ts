import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { isIn, measurementScopes, type MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { mergedPoints, metricPoints } from '../rollups/metric-points.sql.ts'
import { readingCounts, sumOf } from '../rollups/reading-counts.sql.ts'
import { BUCKET_MS, startOf } from '../rollups/time-spans.rules.ts'

// SQL text because the query builder does not support time buckets.

/** Minimum, mean, maximum and number of values of one metric on one day. */
interface DayValues {
  /** Position of the day in the question. */
  day: number
  min: number
  avg: number
  max: number
  count: number
}

/** How often a terminal of a tank sends. */
interface SendingTerminal {
  kind: 'device' | 'manual'
  interval_seconds: number | null
  offline_after_seconds: number | null
  /** What it ever measured on the tank. */
  metrics: MetricKey[]
}

/** The readings of a tank, day by day. */
export interface TankDays {
  /** Days with values, by metric. */
  days: ReadonlyMap<MetricKey, DayValues[]>
  /** Starts of the 15-minute buckets with a value, in order, by metric; epoch milliseconds. */
  filled: ReadonlyMap<MetricKey, number[]>
  readings: number
  bucketMs: number
  refused: readonly { metric: MetricKey; reason: RefusalReason; count: number }[]
  terminals: SendingTerminal[]
}

/**
 * The readings of a tank on the days between `bounds` (epoch milliseconds, n + 1 for n days), from the 15-minute roll-ups: days do not begin
 * with a bucket of 6 hours. What these no longer hold is missing.
 */
export async function readTankDays(database: Queries, tankId: number, bounds: readonly number[]): Promise<TankDays> {
  const scope = await measurementScopes(database).resolve({ firms: 'all', tank_ids: [tankId] })
  return inSnapshot(database, async (connection) => {
    const counts = await readingCounts(connection, scope)
    const to = bounds.at(-1) ?? 0
    const from = Math.min(to, Math.max(bounds[0] ?? 0, startOf('15m', counts.kept['15m'])))
    const window = { from, to }
    const points = metricPoints({
      scope,
      ...window,
      metrics: METRIC_KEYS,
      levels: ['15m'],
      done: counts.until,
      hasDirty: counts.hasDirty,
      isDistributed: connection.isDistributed,
    })
    const days = sql`select width_bucket(t, ${bounds.map(instantAt)}::timestamptz[]) - 1 as day, ${mergedPoints(METRIC_KEYS)}
      from (${points}) source group by 1 order by 1`
    const bits = METRIC_KEYS.map(
      (metric, bit) => sql`bit_or(case when ${sql.ref(`${metric}_n`)} > 0 then ${sql.lit(1 << bit)} else 0 end)`,
    )
    const buckets = sql`select extract(epoch from date_bin('15 min', t, 'epoch'))::float8 * 1000 as at, ${sql.join(bits, sql` | `)} as bits
      from (${points}) source group by 1 order by 1`
    const [byDay, byBucket] = [
      await sql<{ day: number } & Record<string, number | null>>`${days}`.execute(connection.db),
      await sql<{ at: number; bits: number }>`${buckets}`.execute(connection.db),
    ]
    return {
      days: new Map(METRIC_KEYS.map((metric) => [metric, byDay.rows.flatMap((row) => valuesOf(row, metric))])),
      filled: new Map(
        METRIC_KEYS.map((metric, bit) => [
          metric,
          byBucket.rows.filter((row) => row.bits & (1 << bit)).map(({ at }) => at),
        ]),
      ),
      bucketMs: BUCKET_MS,
      readings: sumOf(await counts.list(window)),
      refused: await refusedIn(connection, scope, window),
      terminals: await terminalsOf(connection, tankId),
    }
  })
}

function valuesOf(row: { day: number } & Record<string, number | null>, metric: MetricKey): DayValues[] {
  const [min, avg, max, count] = (['min', 'avg', 'max', 'n'] as const).map((part) => row[`${metric}_${part}`] ?? null)
  if (min == null || avg == null || max == null) return []
  return [{ day: row.day, min, avg, max, count: Number(count) }]
}

async function refusedIn({ db }: Connection, scope: MeasurementScope, window: { from: number; to: number }) {
  const { rows } = await sql<{ metric: MetricKey; reason: RefusalReason; count: number }>`
    select r.key as metric, r.value->>'reason' as reason, count(*)::int as count
    from measurements m, jsonb_each(m.refused) r where ${isIn(window, scope)} and m.refused is not null
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

async function terminalsOf({ db }: Connection, tankId: number): Promise<SendingTerminal[]> {
  const measured = METRIC_KEYS.map(
    (metric) => sql`case when bool_or(l.${sql.ref(metric)} is not null) then ${sql.lit(metric)} end`,
  )
  const { rows } = await sql<SendingTerminal>`
    select t.kind, coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval_seconds,
      t.offline_after_seconds, array_remove(array[${sql.join(measured)}], null) as metrics
    from latest l join terminals t on t.id = l.terminal_id left join terminal_presence p on p.terminal_id = t.id
    where l.tank_id = ${tankId} group by t.id, p.usual_interval_seconds order by t.id`.execute(db)
  return rows
}
