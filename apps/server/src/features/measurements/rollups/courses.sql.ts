import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import type { Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { mergedPoints, metricPoints } from './metric-points.sql.ts'
import { BUCKET_MS, type TimeWindow } from './time-spans.rules.ts'

// SQL text because the query builder does not support time buckets.

/** One bucket of 15 minutes of a tank: least, mean and greatest value of each metric that terminals measured in it. */
export type CourseRow = { tank_id: number; from: number } & Partial<
  Record<`${MetricKey}_${'min' | 'avg' | 'max'}`, number | null>
>

interface CoursesQuery extends TimeWindow {
  tankIds: readonly number[]
  metrics: readonly MetricKey[]
}

/**
 * The courses of metrics of tanks, by tank and time; `from` in epoch milliseconds. Buckets without readings, readings entered by hand and refused
 * values are left out.
 */
export async function readCourses(
  database: Queries,
  { tankIds, metrics, ...window }: CoursesQuery,
): Promise<CourseRow[]> {
  if (tankIds.length === 0) return []
  return inSnapshot(database, async ({ db, isDistributed }) => {
    const { done_until } = await db.selectFrom('rollup_state').select('done_until').executeTakeFirstOrThrow()
    const terminals = await db
      .selectFrom('latest as l')
      .innerJoin('terminals as t', 't.id', 'l.terminal_id')
      .select('l.terminal_id')
      .distinct()
      .where('t.kind', '=', 'device')
      .where('l.tank_id', '=', sql<number>`any(${[...tankIds]}::int[])`)
      .execute()
    const scope = { terminals: terminals.map(({ terminal_id }) => terminal_id), tanks: tankIds }
    const done = Date.parse(done_until)
    const points = metricPoints({ ...window, scope, metrics, levels: ['15m'], done, isDistributed })
    const start = sql`date_bin(${sql.lit(`${BUCKET_MS / 1000} s`)}, source.t, 'epoch')`
    const { rows } = await sql<CourseRow>`
      select tank_id, extract(epoch from ${start})::float8 * 1000 as "from", ${mergedPoints(metrics)}
      from (${points}) source group by tank_id, ${start} order by tank_id, ${start}`.execute(db)
    return rows
  })
}
