import { alarmStatisticsApi, type AlarmStatisticsListQuery } from '@dalyan/contracts/alarm-statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { type OpenTimeRange, toLocal, windowQuery } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { type AlarmSearch, DEFAULT_PAGE_SIZE } from '../alarm-search.ts'

const REFRESH_MS = 60_000

/** Not below the key of all alarms: statistics over weeks need not follow every alarm. */
export const alarmStatisticsQueries = {
  summary: (search: AlarmSearch) => {
    const query = askedFilters(search)
    return queryOptions({
      queryKey: ['alarm-statistics', 'summary', query],
      queryFn: ({ signal }) => call(alarmStatisticsApi.summary, { query }, signal),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    })
  },
  performance: (search: AlarmSearch) => {
    const query = askedFilters(search)
    return queryOptions({
      queryKey: ['alarm-statistics', 'performance', query],
      queryFn: ({ signal }) => call(alarmStatisticsApi.performance, { query }, signal),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    })
  },
  /** The lines by tank or firm. */
  list: (search: AlarmSearch) => {
    const { by = 'tank', sort = '-raised', page = 1, per_page = DEFAULT_PAGE_SIZE } = search
    const order = { field: sort.replace('-', '') as never, descending: sort.startsWith('-') }
    const query = {
      ...askedFilters(search),
      by,
      page,
      per_page,
      sort: [order],
    } satisfies Partial<AlarmStatisticsListQuery>
    return queryOptions({
      queryKey: ['alarm-statistics', 'list', query],
      queryFn: ({ signal }) => call(alarmStatisticsApi.list, { query }, signal),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    })
  },
}

const askedFilters = (search: AlarmSearch) => ({
  ...askedWindow(search, serverNow()),
  tank_id: search.tank,
  firm_id: search.firm,
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
const DEFAULT_FROM = 'now-30d'
const FULL_DAYS = /^now-(\d+)d$/

/** The window for the addresses of other tabs; a window in days begins at the midnight of its first day. @param now epoch milliseconds */
export function wallWindow({ from = DEFAULT_FROM, to }: OpenTimeRange, now: number): OpenTimeRange & { from: string } {
  const days = to === undefined ? FULL_DAYS.exec(from)?.[1] : undefined
  if (days === undefined) return { from, to }
  return { from: `${toLocal(now - (Number(days) - 1) * DAY_MS).slice(0, 10)}T00:00` }
}

/**
 * The window for the server, as instants rounded to the minute, so that a window that follows the clock does not change with each request. No end:
 * now.
 */
export function askedWindow(window: OpenTimeRange, now: number): { from?: string; to?: string } {
  const { from, to } = wallWindow(window, now)
  return windowQuery({ from, to: to === 'now' ? undefined : to }, now - (now % MINUTE_MS))
}

/** One day or several as a window, from the first midnight to the one after the last. */
export function windowOfDays(first: string, last: string): Required<OpenTimeRange> {
  const next = new Date(Date.parse(last) + DAY_MS).toISOString().slice(0, 10)
  return { from: `${first}T00:00`, to: `${next}T00:00` }
}
