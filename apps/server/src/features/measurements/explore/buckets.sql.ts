import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { metricPoints, type RolledLevel } from '../rollups/metric-points.sql.ts'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'

// SQL text because the query builder does not support time buckets.

interface BucketsQuery extends TimeWindow {
  scope: MeasurementScope
  metrics: readonly MetricKey[]
  /** Length of a bucket in seconds. */
  step: number
  /** All readings before this instant are rolled up, except in dirty buckets. */
  done: number
  hasDirty?: boolean
  isDistributed: boolean | undefined
}

/** SQL: rows `at, tank_id, {metric} …`: means by bucket and tank; buckets without readings are left out. */
export function bucketsSql({ step, metrics, ...query }: BucketsQuery): RawBuilder<unknown> {
  const points = metricPoints({ ...query, metrics, levels: levelsOf(step) })
  const means = metrics.map(
    (m) =>
      sql`sum(${sql.ref(`${m}_avg`)}::float8 * ${sql.ref(`${m}_n`)}) / nullif(sum(${sql.ref(`${m}_n`)}), 0) as ${sql.ref(m)}`,
  )
  return sql`select date_bin(${sql.lit(`${step} s`)}, source.t, 'epoch') as at, tank_id, ${sql.join(means)}
    from (${points}) source group by 1, 2`
}

/** The mean of each metric in one bucket of one tank; null: no value there. `t`: epoch seconds of its start. */
type BucketRow = { t: number; tank_id: number } & Record<MetricKey, number | null>

/** The rows of `bucketsSql`, in order of time. */
export async function readBuckets(db: Connection['db'], query: BucketsQuery): Promise<BucketRow[]> {
  const values = sql.join(query.metrics.map((metric) => sql.ref(metric)))
  const { rows } = await sql<BucketRow>`select extract(epoch from at)::float8 as t, tank_id, ${values}
    from (${bucketsSql(query)}) bucket order by at`.execute(db)
  return rows
}

/** The roll-ups of which every bucket lies within one of the buckets. */
function levelsOf(step: number): RolledLevel[] {
  if (step % 86_400 === 0) return ['day', '6h', '15m']
  if (step % 21_600 === 0) return ['6h', '15m']
  return step % 900 === 0 ? ['15m'] : []
}
