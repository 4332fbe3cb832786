import {
  type Tank,
  type TankListQuery,
  type TankNeighbours,
  type TankOrderQuery,
  type TankPage,
  type TerminalLatest,
  tanksApi,
} from '@dalyan/contracts/tanks'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../../../shared/api/asked-anew.ts'
import { call, callTagged } from '../../../shared/api/call.ts'

const COUNTS_EVERY_MS = 15_000
const NEIGHBOURS_STALE_MS = 60_000

/** Keys, from the wide to the narrow: a live message finds its records by them. */
export const tankKeys = {
  all: ['tanks'] as const,
  lists: ['tanks', 'list'] as const,
  ones: ['tanks', 'one'] as const,
  list: (query: Partial<TankListQuery>) => ['tanks', 'list', query] as const,
  one: (id: number) => ['tanks', 'one', id] as const,
  latest: (id: number) => ['tanks', 'latest', id] as const,
}

export const tankQueries = {
  list: (query: Partial<TankListQuery>) =>
    queryOptions({
      queryKey: tankKeys.list(query),
      queryFn: ({ signal }): Promise<TankPage> => call(tanksApi.list, { query }, signal),
      placeholderData: keepPreviousData,
      // Rows are live; the counts over all pages only come with the list.
      refetchInterval: () => (navigator.onLine ? COUNTS_EVERY_MS : false),
      meta: { live: true },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: tankKeys.one(id),
      queryFn: ({ signal }): Promise<Tank> => call(tanksApi.get, { params: { id } }, signal),
      meta: { live: true },
    }),
  /** What each of these terminals measured last on the tank. */
  latest: (id: number, terminalIds: readonly number[]) =>
    queryOptions({
      queryKey: [...tankKeys.latest(id), terminalIds],
      queryFn: async ({ signal }): Promise<TerminalLatest[]> =>
        (await call(tanksApi.latest, { params: { id } }, signal)).data,
      meta: { live: true },
    }),
  /** Who stands beside a tank in a list. */
  neighbours: (id: number, query: TankOrderQuery) =>
    queryOptions({
      queryKey: ['tanks', 'neighbours', id, query],
      queryFn: ({ signal }): Promise<TankNeighbours> => call(tanksApi.neighbours, { params: { id }, query }, signal),
      staleTime: NEIGHBOURS_STALE_MS,
    }),
  /** Those that can be picked, by code. */
  options: (search = '') =>
    queryOptions({
      queryKey: ['tanks', 'options', search],
      queryFn: async ({ signal }): Promise<Tank[]> => {
        const query = { search, per_page: 50, sort: [{ field: 'code' as const, descending: false }] }
        return (await call(tanksApi.list, { query }, signal)).data
      },
      placeholderData: keepPreviousData,
    }),
  /** One to edit, with the tag of its version; asked anew each time. */
  edited: (id: number) =>
    queryOptions({
      queryKey: ['tanks', 'edited', id],
      queryFn: ({ signal }) => callTagged(tanksApi.get, { params: { id } }, signal),
      ...ASKED_ANEW,
    }),
}
