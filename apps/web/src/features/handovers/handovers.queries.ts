import { handoversApi, type HandoverInput } from '@dalyan/contracts/handovers'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'

const keys = { all: ['handovers'] as const }
const SHOWN = 10
/** What a shift leaves changes slowly; alarms that change meanwhile are in the next answer. */
const REFRESH_MS = 60_000

export const handoverQueries = {
  /** The shift that ends now. */
  shift: () =>
    queryOptions({
      queryKey: [...keys.all, 'shift'],
      queryFn: ({ signal }) => call(handoversApi.shift, undefined, signal),
      refetchInterval: REFRESH_MS,
    }),
  /** The newest handovers. */
  newest: () =>
    queryOptions({
      queryKey: [...keys.all, 'list'],
      queryFn: ({ signal }) => call(handoversApi.list, { query: { per_page: SHOWN } }, signal),
      refetchInterval: REFRESH_MS,
    }),
}

export const handoverMutations = {
  create: (cache: QueryClient) => ({
    mutationFn: (body: Pick<HandoverInput, 'note' | 'to_user_id' | 'moves_on_call' | 'remarks'>) =>
      call(handoversApi.create, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.all }),
  }),
  take: (cache: QueryClient) => ({
    mutationFn: (id: number) => call(handoversApi.take, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.all }),
  }),
  addNote: (cache: QueryClient) => ({
    mutationFn: ({ id, note }: { id: number; note: string }) =>
      call(handoversApi.addNote, { params: { id }, body: { note } }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.all }),
  }),
}
