import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Values go out URL-encoded (`encodeURIComponent`), as the specified client expects. */
export const SystemSettings = z.object({ system_name: z.string(), system_title: z.string() })

export const settingsApi = {
  selfSignup: endpoint('GET', '/api/settings/self-signup', { reply: z.object({ enabled: z.boolean() }) }),
  system: endpoint('GET', '/api/settings/system', { reply: SystemSettings }),
}
