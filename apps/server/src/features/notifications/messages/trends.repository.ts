import type { Alarm } from '@dalyan/contracts/alarms'
import { metricOf } from '@dalyan/contracts/metrics'
import type { Connection } from '../../../core/database/database.ts'
import type { Trend } from './compose-message.ts'

/** Steps of the last shown digit by which a value must move within 15 minutes to have a trend. */
const STEPS = 2

/** The trend of an alarm's value: its newest reading against that of 15 minutes before, from the same terminal. */
export async function findTrend(
  { query }: Pick<Connection, 'query'>,
  { iot, metric, value, last_at }: Alarm,
): Promise<Trend> {
  if (iot === null || metric === null || value === null) return null
  const { rows } = await query<{ value: number }>(
    `select ${metric} as value from measurements
where terminal_id = $1 and measured_at between $2::timestamptz - interval '30 minutes' and $2::timestamptz - interval '10 minutes' and ${metric} is not null
order by measured_at desc limit 1`,
    [iot.id, last_at],
  )
  const [before] = rows
  if (!before) return null
  const difference = value - before.value
  if (Math.abs(difference) < STEPS * 10 ** -metricOf(metric).decimals) return 'steady'
  return difference > 0 ? 'rising' : 'falling'
}
