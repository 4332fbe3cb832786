import { type Wall, wallApi } from '@dalyan/contracts/wall'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { wallKeys } from './wall-keys.ts'

/** Values and alarms are live; a tank becomes stale or silent by itself. */
const REFRESH_MS = 15_000

export const wallQueries = {
  /** The same of some tanks, such as a page of a list; not live. */
  ofTanks: (ids: readonly number[]) =>
    queryOptions({
      queryKey: [...wallKeys.all, ids],
      queryFn: ({ signal }): Promise<Wall> => call(wallApi.get, { query: { tank_ids: [...ids] } }, signal),
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: () => (navigator.onLine ? 4 * REFRESH_MS : false),
    }),

  /** Everything the overview shows. */
  overview: () =>
    queryOptions({
      queryKey: wallKeys.all,
      queryFn: ({ signal }): Promise<Wall> => call(wallApi.get, {}, signal),
      meta: { live: true },
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
}
