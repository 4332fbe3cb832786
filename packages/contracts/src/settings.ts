import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { type KeptLevel, LEAST_DAYS, MOST_DAYS } from './measurement-retention.ts'

/** Answers have URL-encoded texts (`encodeURIComponent`), as the specified client expects; bodies have plain texts. */
export const SystemSettings = z.object({ system_name: z.string(), system_title: z.string() })

/** Of the farm above the sea, in metres: the pressure there decides how much oxygen water can hold. */
const altitude = z.int().check(z.gte(-500), z.lte(5_000))

const Flag = z.object({ enabled: z.boolean() })
const text = requiredText(120, 'required')

const days = z.int().check(z.gte(1), z.lte(3_650))
/** How many days each log is kept. */
const retention = { log_retention_iot_days: days, log_retention_tank_days: days, log_retention_server_days: days }

const keptFor = (level: KeptLevel) => z.nullable(z.int().check(z.gte(LEAST_DAYS[level]), z.lte(MOST_DAYS)))
/** How many days measurements are kept; null: for ever. A coarser level is never kept for a shorter time. */
const measurementRetention = {
  measurement_retention_raw_days: keptFor('raw'),
  measurement_retention_15m_days: keptFor('15m'),
  measurement_retention_6h_days: keptFor('6h'),
}

/** The settings that an administrator sees. */
export const AdminSystemSettings = z.extend(SystemSettings, {
  points_per_delivered_order: z.int(),
  ...retention,
  ...measurementRetention,
  /** Every channel sends a test message once a week. */
  weekly_channel_test: z.boolean(),
  altitude_metres: altitude,
})
export type AdminSystemSettings = z.infer<typeof AdminSystemSettings>

export const SystemSettingsChange = z.partial(
  z.object({
    system_name: text,
    system_title: text,
    points_per_delivered_order: z.int().check(z.gte(0), z.lte(1_000_000)),
    ...retention,
    ...measurementRetention,
    weekly_channel_test: z.boolean(),
    altitude_metres: altitude,
  }),
)
export type SystemSettingsChange = z.infer<typeof SystemSettingsChange>

export const settingsApi = {
  selfSignup: endpoint('GET', '/api/settings/self-signup', { reply: Flag }),
  /** Whether this installation can send email. */
  mail: endpoint('GET', '/api/settings/mail', { reply: Flag }),
  system: endpoint('GET', '/api/settings/system', { reply: SystemSettings }),
  altitude: endpoint('GET', '/api/settings/altitude', { reply: z.object({ metres: altitude }) }),
  adminSelfSignup: endpoint('GET', '/api/admin/settings/self-signup', { reply: Flag }),
  setSelfSignup: endpoint('POST', '/api/admin/settings/self-signup', { body: Flag, reply: Flag }),
  adminSystem: endpoint('GET', '/api/admin/settings/system', { reply: AdminSystemSettings }),
  updateSystem: endpoint('PUT', '/api/admin/settings/system', {
    body: SystemSettingsChange,
    reply: AdminSystemSettings,
  }),
  setSystemName: endpoint('PUT', '/api/admin/settings/system-name', {
    body: z.object({ name: text }),
    reply: z.object({ value: z.string() }),
  }),
  setSystemTitle: endpoint('PUT', '/api/admin/settings/system-title', {
    body: z.object({ title: text }),
    reply: z.object({ value: z.string() }),
  }),
  terminalCommLogging: endpoint('GET', '/api/admin/settings/iot-comm-logging', { reply: Flag }),
  setTerminalCommLogging: endpoint('POST', '/api/admin/settings/iot-comm-logging', { body: Flag, reply: Flag }),
}
