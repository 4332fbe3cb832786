import type { AnswerOf, Endpoint, QueryOf } from '@dalyan/contracts/endpoint'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../api/query-client.ts'
import { call, callTagged, type Tagged } from '../api/call.ts'

/** The records that a list endpoint answers with. */
export type ListedOf<L extends Endpoint> = AnswerOf<L> extends { data: (infer T)[] } ? T : never

interface PickerOptions {
  /** The field by which the records of a picker are sorted. */
  by?: 'code' | 'name'
  /** The most records that a picker offers at once. */
  size?: number
  staleTime?: number
}

export type ResourceQueries<A extends { list: Endpoint; get: Endpoint }> = ReturnType<typeof resourceQueries<A>>

/** The queries of one kind of record, from its endpoint table; `name` begins all their keys. */
export function resourceQueries<A extends { list: Endpoint; get: Endpoint }>(
  name: string,
  api: A,
  { by = 'code', size = 100, staleTime = 0 }: PickerOptions = {},
) {
  const list = (query: object, signal: AbortSignal) =>
    call(api.list as Endpoint, { query }, signal) as Promise<AnswerOf<A['list']>>
  const key = (...parts: readonly unknown[]): QueryKey => [name, ...parts]
  return {
    all: key(),
    list: (query: Partial<QueryOf<A['list']>>) =>
      queryOptions({
        queryKey: key('list', query),
        queryFn: ({ signal }) => list(query as object, signal),
        placeholderData: keepPreviousData,
      }),
    /** The records that a picker offers for a search. */
    options: (search = '') =>
      queryOptions({
        queryKey: key('options', search),
        queryFn: async ({ signal }) => {
          const query = { search, per_page: size, sort: [{ field: by, descending: false }] }
          return ((await list(query, signal)) as { data: ListedOf<A['list']>[] }).data
        },
        placeholderData: keepPreviousData,
        staleTime,
      }),
    /** One record with the tag of its version, for a dialog. */
    edited: (id: number) =>
      queryOptions({
        queryKey: key('edited', id),
        queryFn: ({ signal }) =>
          callTagged(api.get as Endpoint, { params: { id } }, signal) as Promise<Tagged<AnswerOf<A['get']>>>,
        ...ASKED_ANEW,
      }),
  }
}
