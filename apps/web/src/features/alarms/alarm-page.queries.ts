import { alarmsApi, type ShelveInput } from '@dalyan/contracts/alarms'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { type AlarmListTab, type AlarmSearch, alarmQuery } from './alarm-search.ts'
import { alarmKeys } from './public/alarms.queries.ts'

/** How often the latest values of returned alarms are fetched: live messages do not bring them. */
const LATEST_EVERY_MS = 60_000

/** The queries of the alarm page; those in `public/` load with the shell. */
export const alarmPageQueries = {
  page: (tab: AlarmListTab, search: AlarmSearch) =>
    queryOptions({
      queryKey: [...alarmKeys.all, 'page', search],
      queryFn: ({ signal }) => call(alarmsApi.list, { query: alarmQuery(tab, search, serverNow()) }, signal),
      placeholderData: (before, query) => {
        // Alarms of another tab must not be shown as a placeholder.
        const shown = query?.queryKey[2] as AlarmSearch | undefined
        return shown?.tab === search.tab ? keepPreviousData(before) : undefined
      },
      refetchInterval: ({ state }) =>
        navigator.onLine && state.data?.data.some(({ latest }) => latest !== null) ? LATEST_EVERY_MS : false,
      meta: { live: true },
    }),

  /** How many alarms a tab has. */
  count: (tab: 'open' | 'shelved') =>
    queryOptions({
      queryKey: [...alarmKeys.all, 'count', tab],
      queryFn: async ({ signal }) =>
        (await call(alarmsApi.list, { query: { status: tab, per_page: 1 } }, signal)).total,
      meta: { live: true },
    }),
}

export const acknowledgeAlarms = ({ ids, note }: { ids: number[]; note: string | null }) =>
  call(alarmsApi.acknowledgeMany, { body: { ids, note } })

export const shelveAlarm = (id: number, body: ShelveInput) => call(alarmsApi.shelve, { params: { id }, body })

export const unshelveAlarm = (id: number) => call(alarmsApi.unshelve, { params: { id } })
