import { isOfLimit } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import { metricOf } from '@dalyan/contracts/metrics'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { Trend } from './compose-message.ts'

const MINUTE_MS = 60_000
/** Steps of the last shown digit by which a value must move within 15 minutes to have a trend. */
const STEPS = 2

/** The trend of a value beyond its limit: its newest reading against that of 15 minutes before, from the same terminal. */
export async function findTrend(
  { db }: Pick<Connection, 'db'>,
  { iot, kind, metric, value, last_at }: Alarm,
): Promise<Trend> {
  // A value that no sensor can have measured has no trend.
  if (!isOfLimit(kind) || iot === null || metric === null || value === null) return null
  const before = await db
    .selectFrom('measurements')
    .select(metric)
    .where('terminal_id', '=', iot.id)
    .where('measured_at', '>=', instantAt(Date.parse(last_at) - 30 * MINUTE_MS))
    .where('measured_at', '<=', instantAt(Date.parse(last_at) - 10 * MINUTE_MS))
    .where(metric, 'is not', null)
    .orderBy('measured_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const earlier = before?.[metric] ?? null
  if (earlier === null) return null
  const difference = value - earlier
  if (Math.abs(difference) < STEPS * 10 ** -metricOf(metric).decimals) return 'steady'
  return difference > 0 ? 'rising' : 'falling'
}
