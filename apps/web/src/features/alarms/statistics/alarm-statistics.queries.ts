import {
  type AlarmStatisticsListQuery,
  type AlarmStatisticsQuery,
  alarmStatisticsApi,
} from '@dalyan/contracts/alarm-statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

const REFRESH_MS = 60_000

/** Not below the key of all alarms: statistics over weeks need not follow every alarm. */
export const alarmStatisticsQueries = {
  summary: (query: Partial<AlarmStatisticsQuery>) =>
    queryOptions({
      queryKey: ['alarm-statistics', 'summary', query],
      queryFn: ({ signal }) => call(alarmStatisticsApi.summary, { query }, signal),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  list: (query: Partial<AlarmStatisticsListQuery>) =>
    queryOptions({
      queryKey: ['alarm-statistics', 'list', query],
      queryFn: ({ signal }) => call(alarmStatisticsApi.list, { query }, signal),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
}
