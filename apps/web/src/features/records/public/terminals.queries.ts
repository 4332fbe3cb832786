import type { AnswerOf } from '@dalyan/contracts/endpoint'
import { terminalTrafficApi } from '@dalyan/contracts/terminal-traffic'
import { type TerminalListQuery, terminalsApi } from '@dalyan/contracts/terminals'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { resourceQueries } from '../../../shared/resource/resource-queries.ts'
import { terminalKeys } from './terminal-keys.ts'

const REFRESH_MS = 15_000
const refetchOnline = () => (navigator.onLine ? REFRESH_MS : false)

export { terminalKeys }

const queries = resourceQueries('terminals', terminalsApi, { size: 200 })

export const terminalQueries = {
  ...queries,
  list: (query: Partial<TerminalListQuery>) =>
    // Connections change by themselves, and no live channel covers all terminals.
    queryOptions({ ...queries.list(query), refetchInterval: refetchOnline }),
  /** How many terminals match a filter. */
  count: (filter: Partial<TerminalListQuery>) =>
    queryOptions({
      queryKey: [...terminalKeys.all, 'count', filter],
      queryFn: async ({ signal }): Promise<number> =>
        (await call(terminalsApi.list, { query: { ...filter, per_page: 1 } }, signal)).total,
      refetchInterval: refetchOnline,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: terminalKeys.one(id),
      queryFn: ({ signal }) => call(terminalsApi.get, { params: { id } }, signal),
      meta: { live: true },
    }),
  /** The readings and outages of the last week, and the last message. */
  traffic: (id: number) =>
    queryOptions({
      queryKey: [...terminalKeys.all, 'traffic', id],
      queryFn: ({ signal }) => call(terminalTrafficApi.get, { params: { id } }, signal),
      refetchInterval: refetchOnline,
    }),
  /** The addresses for terminals; only a restart of the server changes them. */
  deviceAddress: () =>
    queryOptions({
      queryKey: ['device-api', 'address'],
      queryFn: ({ signal }) => call(terminalsApi.deviceAddress, undefined, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** Until when the enrolment window is open. */
  enrolment: () =>
    queryOptions({
      queryKey: ['device-api', 'enrolment'],
      queryFn: ({ signal }) => call(terminalsApi.enrolment, undefined, signal),
    }),
}

/** The end of the enrolment window; null: it is closed, or that is not known yet. @param now epoch milliseconds */
export function openUntil(enrolment: AnswerOf<typeof terminalsApi.enrolment> | undefined, now: number): string | null {
  const until = enrolment?.until ?? null
  return until !== null && now < Date.parse(until) ? until : null
}

/** Opens the enrolment window for some minutes; 0 closes it. */
export function useEnrolment() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (minutes: number) => call(terminalsApi.enrol, { body: { minutes } }),
    onSuccess: (state) => cache.setQueryData(terminalQueries.enrolment().queryKey, state),
  })
}
