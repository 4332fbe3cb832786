import { type AlarmListQuery, alarmsApi } from '@dalyan/contracts/alarms'
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { type AlarmListTab, type AlarmSearch, alarmQuery } from '../alarm-search.ts'

/** Every change of alarms refetches all queries below this key. */
export const alarmKeys = { all: ['alarms'] as const }

/** How often the latest values of returned alarms are fetched: live messages do not bring them. */
const LATEST_EVERY_MS = 60_000

function list(query: Partial<AlarmListQuery>) {
  return queryOptions({
    queryKey: [...alarmKeys.all, 'list', query],
    queryFn: ({ signal }) => call(alarmsApi.list, { query }, signal),
    meta: { live: true },
  })
}

export const alarmQueries = {
  list,

  ofTank: (tank_id: number, status: 'open' | 'shelved') => list({ tank_id, status, per_page: 100 }),

  /** What a tab of the alarm page lists. */
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

export const alarmMutations = {
  acknowledge: (cache: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(alarmsApi.acknowledge, { params: { id }, body: {} }),
      onSettled: () => cache.invalidateQueries({ queryKey: alarmKeys.all }),
    }),

  acknowledgeMany: (cache: QueryClient) =>
    mutationOptions({
      mutationFn: (body: { ids: number[]; note: string | null }) => call(alarmsApi.acknowledgeMany, { body }),
      onSettled: () => cache.invalidateQueries({ queryKey: alarmKeys.all }),
    }),
}
