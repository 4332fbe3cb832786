import { diagnosisApi } from '@dalyan/contracts/diagnosis'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { terminalKeys } from '../../records/public/terminal-keys.ts'

const REFRESH_MS = 10_000
const LISTEN_MS = 2_000
const HEALTH_MS = 60_000

export const diagnosisKeys = {
  of: (id: number) => [...terminalKeys.all, 'diagnosis', id] as const,
}

export const diagnosisQueries = {
  /** What arrives from a terminal while the page listens. */
  messages: (id: number) =>
    queryOptions({
      queryKey: [...diagnosisKeys.of(id), 'messages'],
      queryFn: async ({ signal }) => (await call(diagnosisApi.listen, { params: { id } }, signal)).messages,
      refetchInterval: () => (navigator.onLine ? LISTEN_MS : false),
      gcTime: 0,
    }),
  /** Battery and signal of the last seven days. */
  health: (id: number) =>
    queryOptions({
      queryKey: [...diagnosisKeys.of(id), 'health'],
      queryFn: ({ signal }) => call(diagnosisApi.health, { params: { id } }, signal),
      staleTime: HEALTH_MS,
      refetchInterval: () => (navigator.onLine ? HEALTH_MS : false),
    }),
  /** Why a terminal is silent. */
  of: (id: number) =>
    queryOptions({
      queryKey: diagnosisKeys.of(id),
      queryFn: ({ signal }) => call(diagnosisApi.get, { params: { id } }, signal),
      refetchInterval: () => (navigator.onLine ? REFRESH_MS : false),
    }),
}
