import { RETENTION_SETTINGS, shorterThanFiner } from '@dalyan/contracts/measurement-retention'
import type { AdminSystemSettings, SystemSettingsChange } from '@dalyan/contracts/settings'
import type { Basics } from '../../basics.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { settingsRepository, type Settings } from './settings.repository.ts'

/** The settings that an administrator switches on and off. */
type Switch = 'self_signup' | 'iot_comm_logging'

export type SettingsService = ReturnType<typeof createSettingsService>

/** Settings of the installation. Every change emits an event for modules that hold settings in memory. Texts are returned URL-encoded. */
export function createSettingsService({ database, events, audit }: Pick<Basics, 'database' | 'events' | 'audit'>) {
  async function change(values: Partial<Settings>, actor: UserActor): Promise<void> {
    await database.transact(async (on) => {
      const before: Partial<Record<keyof Settings, unknown>> = {}
      const after: typeof before = {}
      for (const key of Object.keys(values) as (keyof Settings)[]) {
        const value = values[key]
        if (value === undefined) continue
        before[key] = await settingsRepository(on).get(key)
        after[key] = value
        await settingsRepository(on).set(key, value)
      }
      const level = shorterThanFiner(await settingsRepository(on).retentionDays())
      if (level) throw invalidField(RETENTION_SETTINGS[level], 'shorter_than_finer')
      const name = Object.keys(after).join(', ')
      await audit(on, actor, { event: 'settings_changed', target: { kind: 'settings', id: null, name }, before, after })
    })
    events.emit('settings.changed', { keys: Object.keys(values) })
  }

  async function flag(key: Switch): Promise<{ enabled: boolean }> {
    return { enabled: await settingsRepository(database).get(key) }
  }

  async function text(key: 'system_name' | 'system_title'): Promise<string> {
    return encodeURIComponent(await settingsRepository(database).get(key))
  }

  async function system(): Promise<AdminSystemSettings> {
    const { get } = settingsRepository(database)
    return {
      system_name: await text('system_name'),
      system_title: await text('system_title'),
      points_per_delivered_order: await get('points_per_delivered_order'),
      log_retention_iot_days: await get('log_retention_iot_days'),
      log_retention_tank_days: await get('log_retention_tank_days'),
      log_retention_server_days: await get('log_retention_server_days'),
      measurement_retention_raw_days: await get('measurement_retention_raw_days'),
      measurement_retention_15m_days: await get('measurement_retention_15m_days'),
      measurement_retention_6h_days: await get('measurement_retention_6h_days'),
      weekly_channel_test: await get('weekly_channel_test'),
      altitude_metres: await get('altitude_metres'),
    }
  }

  let knownName = ''

  return {
    flag,
    system,
    altitude: async () => ({ metres: await settingsRepository(database).get('altitude_metres') }),

    /** The system's name as the last call found it, empty at first: the page is served also while the database does not answer. */
    knownName(): string {
      settingsRepository(database)
        .get('system_name')
        .then(
          (name) => (knownName = name),
          // The name of the last call stays.
          () => undefined,
        )
      return knownName
    },

    async setFlag(key: Switch, enabled: boolean, actor: UserActor): Promise<{ enabled: boolean }> {
      await change({ [key]: enabled }, actor)
      return flag(key)
    },

    async setText(key: 'system_name' | 'system_title', plain: string, actor: UserActor): Promise<{ value: string }> {
      await change({ [key]: plain }, actor)
      return { value: await text(key) }
    },

    async updateSystem(values: SystemSettingsChange, actor: UserActor): Promise<AdminSystemSettings> {
      await change(values as Partial<Settings>, actor)
      return system()
    },
  }
}
