import type { AdminSystemSettings, SystemSettingsChange } from '@dalyan/contracts/settings'
import type { Database } from '../../core/database/database.ts'
import type { AppEvents } from '../../events.ts'
import { settingsRepository, type Settings } from './settings.repository.ts'

interface Needs {
  database: Database
  events: AppEvents
}

/** What an administrator switches on and off. */
type Switch = 'self_signup' | 'iot_comm_logging'

export type SettingsService = ReturnType<typeof createSettingsService>

/** What is set for the whole product; those who keep settings in memory hear of every change. Texts leave it URL-encoded. */
export function createSettingsService({ database, events }: Needs) {
  async function change(values: Partial<Settings>): Promise<void> {
    await database.transact(async (on) => {
      for (const key of Object.keys(values) as (keyof Settings)[]) {
        const value = values[key]
        if (value !== undefined) await settingsRepository.set(on, key, value)
      }
    })
    events.emit('settings.changed', { keys: Object.keys(values) })
  }

  async function flag(key: Switch): Promise<{ enabled: boolean }> {
    return { enabled: await settingsRepository.get(database, key) }
  }

  async function text(key: 'system_name' | 'system_title'): Promise<string> {
    return encodeURIComponent(await settingsRepository.get(database, key))
  }

  async function system(): Promise<AdminSystemSettings> {
    return {
      system_name: await text('system_name'),
      system_title: await text('system_title'),
      points_per_delivered_order: await settingsRepository.get(database, 'points_per_delivered_order'),
      log_retention_iot_days: await settingsRepository.get(database, 'log_retention_iot_days'),
      log_retention_tank_days: await settingsRepository.get(database, 'log_retention_tank_days'),
      log_retention_server_days: await settingsRepository.get(database, 'log_retention_server_days'),
      weekly_channel_trial: await settingsRepository.get(database, 'weekly_channel_trial'),
    }
  }

  return {
    flag,
    system,

    async setFlag(key: Switch, enabled: boolean): Promise<{ enabled: boolean }> {
      await change({ [key]: enabled })
      return flag(key)
    },

    async setText(key: 'system_name' | 'system_title', plain: string): Promise<{ value: string }> {
      await change({ [key]: plain })
      return { value: await text(key) }
    },

    async updateSystem(values: SystemSettingsChange): Promise<AdminSystemSettings> {
      await change(values as Partial<Settings>)
      return system()
    },
  }
}
