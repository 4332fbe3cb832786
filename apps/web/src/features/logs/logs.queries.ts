import { queryOptions } from '@tanstack/react-query'
import { type LogSource, readLogPage } from './log-source.ts'
import type { LogSearch } from './log-search.ts'

/** One page; a live view goes on from it by itself, so nothing else asks for it again. */
export const logQueries = {
  page: (source: LogSource, search: LogSearch) =>
    queryOptions({
      queryKey: ['logs', source, { ...search, refresh: undefined }],
      queryFn: ({ signal }) => readLogPage(source, search, signal),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
}
