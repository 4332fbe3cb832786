import { terminalTrafficApi } from '@dalyan/contracts/terminal-traffic'
import { type Terminal, type TerminalListQuery, terminalsApi } from '@dalyan/contracts/terminals'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../../../shared/api/asked-anew.ts'
import { call, callTagged } from '../../../shared/api/call.ts'
import { terminalKeys } from './terminal-keys.ts'

const REFRESH_MS = 15_000

export { terminalKeys }

export const terminalQueries = {
  list: (query: Partial<TerminalListQuery>) =>
    queryOptions({
      queryKey: [...terminalKeys.all, 'list', query],
      queryFn: ({ signal }) => call(terminalsApi.list, { query }, signal),
      placeholderData: keepPreviousData,
      // Connections change by themselves, and no channel tells about all terminals.
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
  /** How many terminals a filter finds. */
  count: (filter: Partial<TerminalListQuery>) =>
    queryOptions({
      queryKey: [...terminalKeys.all, 'count', filter],
      queryFn: async ({ signal }): Promise<number> =>
        (await call(terminalsApi.list, { query: { ...filter, per_page: 1 } }, signal)).total,
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
  /** All that can be put on a tank, by code. */
  options: (search = '') =>
    queryOptions({
      queryKey: [...terminalKeys.all, 'options', search],
      queryFn: async ({ signal }): Promise<Terminal[]> => {
        const query = { search, per_page: 200, sort: [{ field: 'code' as const, descending: false }] }
        return (await call(terminalsApi.list, { query }, signal)).data
      },
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: terminalKeys.one(id),
      queryFn: ({ signal }) => call(terminalsApi.get, { params: { id } }, signal),
      meta: { live: true },
    }),
  /** How it talked in the last week, and what it said last. */
  traffic: (id: number) =>
    queryOptions({
      queryKey: [...terminalKeys.all, 'traffic', id],
      queryFn: ({ signal }) => call(terminalTrafficApi.get, { params: { id } }, signal),
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
  /** One to edit, with the tag of its version; asked anew each time. */
  edited: (id: number) =>
    queryOptions({
      queryKey: [...terminalKeys.all, 'edited', id],
      queryFn: ({ signal }) => callTagged(terminalsApi.get, { params: { id } }, signal),
      ...ASKED_ANEW,
    }),
}
