import { homeApi } from '@dalyan/contracts/home'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

/** Alarms come live; how many tanks are out of range or stale also changes by itself. */
const REFRESH_MS = 30_000

export const homeKeys = { all: ['home'] as const }

export const homeQueries = {
  /** What stands first for whoever signed in. */
  overview: () =>
    queryOptions({
      queryKey: homeKeys.all,
      queryFn: ({ signal }) => call(homeApi.home, undefined, signal),
      meta: { live: true },
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
}
