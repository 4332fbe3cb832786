import { homeApi } from '@dalyan/contracts/home'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

/** Alarms change by live messages; the numbers of tanks out of range or stale also change by themselves. */
const REFRESH_MS = 30_000
const NOW_REFRESH_MS = 60_000

export const homeKeys = { all: ['home'] as const }

export const homeQueries = {
  /** The first data of the home page. */
  overview: () =>
    queryOptions({
      queryKey: homeKeys.all,
      queryFn: ({ signal }) => call(homeApi.home, undefined, signal),
      meta: { live: true },
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
  /** What needs the user now, and the last day of the tanks. */
  now: () =>
    queryOptions({
      queryKey: [...homeKeys.all, 'now'],
      queryFn: ({ signal }) => call(homeApi.now, undefined, signal),
      refetchInterval: NOW_REFRESH_MS,
    }),
}
