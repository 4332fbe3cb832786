import {
  type Tank,
  type TankListQuery,
  type TankNeighbours,
  type TankOrderQuery,
  type TerminalLatest,
  tanksApi,
} from '@dalyan/contracts/tanks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'

const COUNTS_EVERY_MS = 15_000
const NEIGHBOURS_STALE_MS = 60_000

/** Keys from general to specific: a live message finds its records by them. */
export const tankKeys = {
  all: ['tanks'] as const,
  lists: ['tanks', 'list'] as const,
  ones: ['tanks', 'one'] as const,
  list: (query: Partial<TankListQuery>) => ['tanks', 'list', query] as const,
  one: (id: number) => ['tanks', 'one', id] as const,
  latest: (id: number) => ['tanks', 'latest', id] as const,
}

const queries = resourceQueries('tanks', tanksApi, { size: 50 })

export const tankQueries = {
  ...queries,
  list: (query: Partial<TankListQuery>) =>
    queryOptions({
      ...queries.list(query),
      // Rows are live; the counts over all pages come only with the list.
      refetchInterval: () => (navigator.onLine ? COUNTS_EVERY_MS : false),
      meta: { live: true },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: tankKeys.one(id),
      queryFn: ({ signal }): Promise<Tank> => call(tanksApi.get, { params: { id } }, signal),
      meta: { live: true },
    }),
  /** The newest values of each terminal of the tank. */
  latest: (id: number, terminalIds: readonly number[]) =>
    queryOptions({
      queryKey: [...tankKeys.latest(id), terminalIds],
      queryFn: async ({ signal }): Promise<TerminalLatest[]> =>
        (await call(tanksApi.latest, { params: { id } }, signal)).data,
      meta: { live: true },
    }),
  /** The previous and the next tank of a list. */
  neighbours: (id: number, query: TankOrderQuery) =>
    queryOptions({
      queryKey: ['tanks', 'neighbours', id, query],
      queryFn: ({ signal }): Promise<TankNeighbours> => call(tanksApi.neighbours, { params: { id }, query }, signal),
      staleTime: NEIGHBOURS_STALE_MS,
    }),
}
