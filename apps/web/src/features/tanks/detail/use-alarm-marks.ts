import { type MetricKey, perMetric } from '@dalyan/contracts/metrics'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { spanOf, type TimeRange } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { alarmQueries } from '../../alarms/alarms.queries.ts'

/** A chart with more marks than this says nothing. */
const MOST = 200

/** When the alarms of a range, open or over, were raised, by metric; epoch seconds. */
export function useAlarmMarks(tankId: number, range: TimeRange): Record<MetricKey, number[]> {
  const { from, to } = range
  // A range that follows the clock has no end, so that alarms raised meanwhile are in it.
  const query = useMemo(() => {
    const span = spanOf({ from, to }, serverNow())
    return {
      tank_id: tankId,
      status: 'all' as const,
      per_page: MOST,
      ...(span ? { from: new Date(span.from).toISOString() } : {}),
      ...(span && to !== 'now' ? { to: new Date(span.to).toISOString() } : {}),
    }
  }, [tankId, from, to])
  const alarms = useQuery(alarmQueries.list(query)).data?.data
  return useMemo(
    () =>
      perMetric((metric) =>
        (alarms ?? []).flatMap((alarm) => (alarm.metric === metric ? [Date.parse(alarm.raised_at) / 1000] : [])),
      ),
    [alarms],
  )
}
