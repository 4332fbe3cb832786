import { type AdminSystemSettings, settingsApi } from '@dalyan/contracts/settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { decoded } from './settings.queries.ts'

/** The system's settings with decoded names. */
export const readSystem = (settings: AdminSystemSettings): AdminSystemSettings => ({
  ...settings,
  system_name: decoded(settings.system_name),
  system_title: decoded(settings.system_title),
})

/** The settings that only an administrator sees. */
export const adminSettingsQueries = {
  system: () =>
    queryOptions({
      queryKey: ['settings', 'admin', 'system'],
      queryFn: async ({ signal }) => readSystem(await call(settingsApi.adminSystem, undefined, signal)),
    }),
  selfSignup: () =>
    queryOptions({
      queryKey: ['settings', 'admin', 'self-signup'],
      queryFn: ({ signal }) => call(settingsApi.adminSelfSignup, undefined, signal),
    }),
  commLogging: () =>
    queryOptions({
      queryKey: ['settings', 'admin', 'iot-comm-logging'],
      queryFn: ({ signal }) => call(settingsApi.terminalCommLogging, undefined, signal),
    }),
}
