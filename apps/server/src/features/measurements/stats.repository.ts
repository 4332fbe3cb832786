import type { Stats } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import type { Connection, Database } from '../../core/database/database.ts'
import { inSnapshot } from '../../core/database/snapshot.ts'
import { mergedPoints, metricPoints } from './metric-points.repository.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { outOfRange, type Holding, type MetricLimits } from './out-of-range.repository.ts'

interface Window {
  metrics: readonly MetricKey[]
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  now: number
}

/** Age in seconds at which a value of a terminal with this usual interval is stale (`terminal-presence.rules.ts`). */
export type StaleAfterSeconds = (interval: number | null) => number

/** Least, mean and greatest value, and the time out of range, of one tank. `scope`: the tank's. */
export function statsRepository(database: Database, staleAfterSeconds: StaleAfterSeconds) {
  async function holdings({ db }: Connection, terminals: readonly number[]): Promise<Holding[]> {
    const { rows } = await sql<{ id: number; interval: number | null }>`
      select t.id, coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval
      from terminals t left join terminal_presence p on p.terminal_id = t.id where t.id = any(${terminals}::int[])`.execute(
      db,
    )
    return rows.map(({ id, interval }) => ({ terminal_id: id, seconds: staleAfterSeconds(interval) }))
  }

  return {
    async read(tankId: number, scope: MeasurementScope, { metrics, from, to, now }: Window): Promise<Stats> {
      return inSnapshot(database, async (connection) => {
        const { done, limits } = await limitsOf(connection, tankId, metrics)
        const points = metricPoints({ scope, metrics, from, to, levels: ['6h', '15m'], done })
        const { rows } = await sql<
          Record<string, number | null>
        >`select ${mergedPoints(metrics)} from (${points}) source`.execute(connection.db)
        const seconds = await outOfRange(connection).seconds({
          tank_id: tankId,
          terminals: await holdings(connection, scope.terminals ?? []),
          limits,
          from,
          // What will be is not known, whatever still counts.
          to: Math.min(to, now),
          done,
        })
        return Object.fromEntries(
          metrics.map((metric) => {
            const of = (part: string) => rows[0]?.[`${metric}_${part}`] ?? null
            const stats = { min: of('min'), avg: of('avg'), max: of('max'), count: of('n') ?? 0 }
            const hasLimits = limits.some((one) => one.metric === metric)
            return [metric, { ...stats, out_of_range_seconds: hasLimits ? (seconds.get(metric) ?? 0) : null }]
          }),
        )
      })
    },
  }
}

/** How far roll-ups go, and what the tank's template says of these metrics now. */
async function limitsOf(
  { db }: Connection,
  tankId: number,
  metrics: readonly MetricKey[],
): Promise<{ done: number; limits: MetricLimits[] }> {
  type Row = { done_until: string; lo: (number | null)[] | null; hi: (number | null)[] | null }
  const { rows } = await sql<Row>`select s.done_until, r.lo, r.hi from rollup_state s
    left join tanks k on k.id = ${tankId}
    left join range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null`.execute(db)
  const { done_until = '', lo = null, hi = null } = rows[0] ?? {}
  const limits = METRIC_KEYS.map((metric, place) => ({ metric, lo: lo?.[place] ?? null, hi: hi?.[place] ?? null }))
  return {
    done: Date.parse(done_until),
    limits: limits.filter((one) => metrics.includes(one.metric) && (one.lo !== null || one.hi !== null)),
  }
}
