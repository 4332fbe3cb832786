import type { Stats } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection, Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { dirtyInScope, type MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { mergedPoints, metricPoints, ROLLED_LEVELS } from '../rollups/metric-points.sql.ts'
import { keptOf, toKept } from '../rollups/kept.rules.ts'
import { outOfRangeTime } from '../rollups/out-of-range-time.sql.ts'
import { rollupsRepository } from '../rollups/rollups.sql.ts'
import { BUCKET_MS, splitAround, type LevelSpan, type TimeWindow } from '../rollups/time-spans.rules.ts'
import { readTankLimits } from '../storing/tank-limits.sql.ts'

// SQL text because the columns depend on the requested metrics.

interface StatsWindow extends TimeWindow {
  metrics: readonly MetricKey[]
  /** Epoch milliseconds. */
  now: number
}

/** A tank, or the part of one terminal in it (0: all of its terminals). */
export interface StatsOwner {
  tank_id: number
  terminal_id: number
}

const TABLES = { '6h': 'out_of_range_6h', '15m': 'out_of_range_15m' } as const

/** Minimum, mean and maximum, and the time out of range, of one tank. `scope`: the owner's readings. */
export async function readStats(
  database: Queries,
  owner: StatsOwner,
  scope: MeasurementScope,
  { metrics, now, ...window }: StatsWindow,
): Promise<Stats> {
  return inSnapshot(database, async (connection) => {
    const state = await rollupsRepository(connection).state()
    const done = Date.parse(state.done_until)
    const { from, to } = toKept(window, keptOf(state))
    // The future does not count, even if the newest values are not stale yet.
    const until = Math.min(to, now)
    const dirty = await dirtyBuckets(connection, scope, { from, to })
    const points = metricPoints({
      scope,
      metrics,
      from,
      to,
      levels: ROLLED_LEVELS,
      done,
      hasDirty: dirty.length > 0,
      isDistributed: connection.isDistributed,
    })
    const { rows } = await sql<
      Record<string, number | null>
    >`select ${mergedPoints(metrics)} from (${points}) source`.execute(connection.db)
    const seconds = await secondsOut(connection, owner, metrics, splitAround({ from, to: until, done, dirty }))
    const limits = (await readTankLimits(connection, [owner.tank_id])).get(owner.tank_id)
    return Object.fromEntries(
      metrics.map((metric) => {
        const of = (part: string) => rows[0]?.[`${metric}_${part}`] ?? null
        const stats = { min: of('min'), avg: of('avg'), max: of('max'), count: of('n') ?? 0 }
        const out = seconds.get(metric) ?? 0
        const isLimited = Boolean(limits?.[METRIC_KEYS.indexOf(metric)])
        return [metric, { ...stats, out_of_range_seconds: isLimited || out > 0 ? out : null }]
      }),
    )
  })
}

/** Starts of the 15-minute buckets whose roll-ups lack readings. */
async function dirtyBuckets({ db }: Connection, scope: MeasurementScope, { from, to }: TimeWindow): Promise<number[]> {
  const { rows } = await sql<{ bucket: string }>`select distinct d.bucket from rollup_dirty d
    where d.bucket > ${instantAt(from - BUCKET_MS)} and d.bucket < ${instantAt(to)} ${dirtyInScope(scope)} order by 1`.execute(
    db,
  )
  return rows.map(({ bucket }) => Date.parse(bucket))
}

/** Seconds that the owner's metrics were out of range: from the sums beside the roll-ups where available, else from the readings. */
async function secondsOut(
  connection: Connection,
  { tank_id, terminal_id }: StatsOwner,
  metrics: readonly MetricKey[],
  spans: readonly LevelSpan[],
): Promise<Map<MetricKey, number>> {
  const raw = spans.filter(({ level }) => level === 'raw').map(({ from, to }) => ({ tank_id, from, to }))
  const asked = { intervals: raw, metrics, terminal_id: terminal_id === 0 ? null : terminal_id }
  const seconds = await outOfRangeTime(connection).sum(asked)
  const sums = sql.join(
    metrics.map((metric) => sql`coalesce(sum(o.${sql.ref(metric)}), 0)::float8 as ${sql.ref(metric)}`),
  )
  for (const level of ['6h', '15m'] as const) {
    const ofLevel = spans.filter((span) => span.level === level)
    if (ofLevel.length === 0) continue
    // `offset 0` keeps the planner from reading all buckets of the tank for the few of a short interval.
    const { rows } = await sql<Record<MetricKey, number>>`
      select ${sums} from unnest(${ofLevel.map(({ from }) => instantAt(from))}::timestamptz[], ${ofLevel.map(({ to }) => instantAt(to))}::timestamptz[]) w(from_at, to_at)
      cross join lateral (
        select * from ${sql.table(TABLES[level])} o
        where o.tank_id = ${tank_id} and o.terminal_id = ${terminal_id} and o.bucket >= w.from_at and o.bucket < w.to_at offset 0
      ) o`.execute(connection.db)
    for (const metric of metrics) seconds.set(metric, (seconds.get(metric) ?? 0) + (rows[0]?.[metric] ?? 0) / 1000)
  }
  return seconds
}
