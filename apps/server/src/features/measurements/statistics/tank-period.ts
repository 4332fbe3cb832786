import type { Series, Stats } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Database } from '../../../core/database/database.ts'
import { measurementScopes } from '../lists/measurement-scope.sql.ts'
import { keptOf } from '../rollups/kept.rules.ts'
import { rollupsRepository } from '../rollups/rollups.sql.ts'
import { readTankSeries } from '../rollups/tank-series.ts'
import type { ChartPlan, TimeWindow } from '../rollups/time-spans.rules.ts'
import { readStats } from './stats.sql.ts'

/** Hours from the roll-ups of 15 minutes; where these are no longer kept, the roll-ups of six hours. */
const inHours = ({ least = 0 }: { least?: number }): ChartPlan =>
  least > 900 ? { source: '6h', seconds: 21_600 } : { source: '15m', seconds: 3_600 }

/** What was measured of a tank in a period, from the roll-ups: statistics, hours, and the limits in force. `kept_from`: since when anything is kept, epoch milliseconds. */
export async function readTankPeriod(
  database: Database,
  tankId: number,
  window: TimeWindow,
  now: number,
): Promise<{ stats: Stats; series: Series; limits: NonNullable<Series['limits']>; kept_from: number }> {
  const scope = await measurementScopes(database).resolve({ firms: 'all', tank_ids: [tankId] })
  const wish = { ...window, metrics: METRIC_KEYS }
  const [stats, { limits = {}, ...series }, state] = await Promise.all([
    readStats(database.reads, { tank_id: tankId, terminal_id: 0 }, scope, { ...wish, now }),
    readTankSeries(database.reads, tankId, scope, { ...wish, points: 0 }, inHours),
    rollupsRepository(database).state(),
  ])
  return { stats, series, limits, kept_from: keptOf(state)['6h'] }
}
