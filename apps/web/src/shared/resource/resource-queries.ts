import type { AnswerOf, Endpoint, QueryOf } from '@dalyan/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ASKED_ANEW } from '../api/asked-anew.ts'
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

/** The queries of one kind of record, from its endpoint table; `name` begins all their keys. */
export function resourceQueries<const N extends string, L extends Endpoint, G extends Endpoint>(
  name: N,
  api: { list: L; get: G },
  { by = 'code', size = 100, staleTime = 0 }: PickerOptions = {},
) {
  const list = (query: object, signal: AbortSignal) =>
    call(api.list as Endpoint, { query }, signal) as Promise<AnswerOf<L>>
  return {
    all: [name] as const,
    list: (query: Partial<QueryOf<L>>) =>
      queryOptions({
        queryKey: [name, 'list', query] as const,
        queryFn: ({ signal }) => list(query as object, signal),
        placeholderData: keepPreviousData,
      }),
    /** The records that a picker offers for a search. */
    options: (search = '') =>
      queryOptions({
        queryKey: [name, 'options', search] as const,
        queryFn: async ({ signal }) => {
          const query = { search, per_page: size, sort: [{ field: by, descending: false }] }
          return ((await list(query, signal)) as { data: ListedOf<L>[] }).data
        },
        placeholderData: keepPreviousData,
        staleTime,
      }),
    /** One record with the tag of its version, for a dialog. */
    edited: (id: number) =>
      queryOptions({
        queryKey: [name, 'edited', id] as const,
        queryFn: ({ signal }) =>
          callTagged(api.get as Endpoint, { params: { id } }, signal) as Promise<Tagged<AnswerOf<G>>>,
        ...ASKED_ANEW,
      }),
  }
}
