import { settingsApi } from '@dalyan/contracts/settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

/** The names of the page until the server has answered. */
const DEFAULTS = { system_name: 'Dalyan', system_title: 'Dalyan' }

/** The server sends the values URL-encoded. */
export function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export const settingsQueries = {
  system: () =>
    queryOptions({
      queryKey: ['settings', 'system'],
      queryFn: async ({ signal }) => {
        const { system_name, system_title } = await call(settingsApi.system, undefined, signal)
        return { system_name: decoded(system_name), system_title: decoded(system_title) }
      },
      placeholderData: DEFAULTS,
      staleTime: 5 * 60_000,
    }),
  /** The height of the farm above the sea, in metres. */
  altitude: () =>
    queryOptions({
      queryKey: ['settings', 'altitude'],
      queryFn: async ({ signal }) => (await call(settingsApi.altitude, undefined, signal)).metres,
      staleTime: 5 * 60_000,
    }),
  /** Whether visitors may register. */
  selfSignup: () =>
    queryOptions({
      queryKey: ['settings', 'self-signup'],
      queryFn: ({ signal }) => call(settingsApi.selfSignup, undefined, signal),
      retry: false,
    }),
  /** Whether this installation can send email. */
  mail: () =>
    queryOptions({
      queryKey: ['settings', 'mail'],
      queryFn: ({ signal }) => call(settingsApi.mail, undefined, signal),
      staleTime: 5 * 60_000,
    }),
}
