import type { Stats } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import type { Database } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { mergedPoints, metricPoints } from '../rollups/metric-points.repository.ts'
import type { MeasurementScope } from '../lists/measurement-scope.repository.ts'
import { outOfRangeDays, type DayOwner } from '../out-of-range-days.repository.ts'
import { outOfRangeTime } from '../out-of-range-time.repository.ts'
import { tankJudging, type StaleAfterSeconds } from '../tank-judging.repository.ts'

interface Window {
  metrics: readonly MetricKey[]
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  now: number
}

/** Least, mean and greatest value, and the time out of range, of one tank. `scope`: the tank's. */
export function statsRepository(database: Database, staleAfterSeconds: StaleAfterSeconds) {
  /** One snapshot of everything, and the days that were judged on the way. */
  function readAll(owner: DayOwner, scope: MeasurementScope, { metrics, from, to, now }: Window) {
    return inSnapshot(database, async (connection) => {
      const { tank_id } = owner
      const judging = await tankJudging(connection, staleAfterSeconds).read(tank_id, scope.terminals ?? [], metrics)
      const points = metricPoints({ scope, metrics, from, to, levels: ['6h', '15m'], done: judging.done })
      const { rows } = await sql<
        Record<string, number | null>
      >`select ${mergedPoints(metrics)} from (${points}) source`.execute(connection.db)
      // What will be is not known, whatever still counts.
      const wanted = { ...judging, tank_id, from, to: Math.min(to, now) }
      return { values: rows[0], ...(await outOfRangeTime(connection).read(wanted, owner)) }
    })
  }

  return {
    /** `owner`: whose; `scope`: its readings. */
    async read(owner: DayOwner, scope: MeasurementScope, window: Window): Promise<Stats> {
      const { values, seconds, counted } = await readAll(owner, scope, window)
      await outOfRangeDays(database).keep(owner, counted)
      return Object.fromEntries(
        window.metrics.map((metric) => {
          const of = (part: string) => values?.[`${metric}_${part}`] ?? null
          const stats = { min: of('min'), avg: of('avg'), max: of('max'), count: of('n') ?? 0 }
          return [metric, { ...stats, out_of_range_seconds: seconds.get(metric) ?? null }]
        }),
      )
    },
  }
}
