import { type Alarm, alarmsApi } from '@dalyan/contracts/alarms'
import { type MetricKey, perMetric } from '@dalyan/contracts/metrics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { type TimeRange, windowOfSearch, windowQuery } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { alarmKeys } from './alarms.queries.ts'

/** More marks would make a chart unreadable. */
const MOST = 200

/** When a tank's alarms in a window were raised, open or closed: by metric, epoch seconds. */
export function alarmMarksQuery(tankId: number, range: TimeRange) {
  return queryOptions({
    queryKey: [...alarmKeys.all, 'marks', tankId, range],
    queryFn: async ({ signal }): Promise<Alarm[]> => {
      // A window that follows the clock has no end, so that later alarms are included.
      const window = windowQuery(windowOfSearch({ ...range }), serverNow())
      const query = { tank_id: tankId, status: 'all' as const, per_page: MOST, ...window }
      return (await call(alarmsApi.list, { query }, signal)).data
    },
    select: raisedAt,
    placeholderData: keepPreviousData,
    meta: { live: true },
  })
}

/** A reopened alarm has two marks: the start of its first occurrence and of its newest. */
function marksOf({ raised_at, out_since, occurrences }: Alarm): string[] {
  return occurrences > 1 ? [raised_at, out_since] : [raised_at]
}

function raisedAt(alarms: readonly Alarm[]): Record<MetricKey, number[]> {
  return perMetric((metric) =>
    alarms.flatMap((alarm) => (alarm.metric === metric ? marksOf(alarm).map((at) => Date.parse(at) / 1000) : [])),
  )
}
