import { dashboardApi } from '@dalyan/contracts/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { dashboardKeys } from './dashboard-keys.ts'

/** Not refetched while the tab is hidden. */
const refresh = { refetchInterval: () => (navigator.onLine ? 30_000 : false) as number | false }

/** Four calls that fail independently. */
export const dashboardQueries = {
  stats: (window_hours: number) =>
    queryOptions({
      queryKey: dashboardKeys.stats(window_hours),
      queryFn: ({ signal }) => call(dashboardApi.stats, { query: { window_hours } }, signal),
      meta: { live: true },
      ...refresh,
    }),
  summary: (window_hours: number) =>
    queryOptions({
      queryKey: dashboardKeys.summary(window_hours),
      queryFn: ({ signal }) => call(dashboardApi.summary, { query: { window_hours } }, signal),
      ...refresh,
    }),
  systemMetrics: () =>
    queryOptions({
      queryKey: dashboardKeys.systemMetrics,
      queryFn: ({ signal }) => call(dashboardApi.systemMetrics, undefined, signal),
      ...refresh,
    }),
  silentTerminals: () =>
    queryOptions({
      queryKey: dashboardKeys.silentTerminals,
      queryFn: ({ signal }) => call(dashboardApi.silentTerminals, undefined, signal),
      ...refresh,
    }),
}
