import { RETENTION_SETTINGS, shorterThanFiner } from '@dalyan/contracts/measurement-retention'
import type { AdminSystemSettings, SystemSettingsChange } from '@dalyan/contracts/settings'
import type { Basics } from '../../basics.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { settingsRepository, type Settings } from './settings.repository.ts'

// Settings of the installation. Every change emits an event for modules that hold settings in memory. Texts are returned URL-encoded.

export type SettingsNeeds = Pick<Basics, 'database' | 'events' | 'audit'>

/** The settings that an administrator switches on and off. */
type Switch = 'self_signup' | 'iot_comm_logging'
type Text = 'system_name' | 'system_title'

export async function readSwitch({ database }: Pick<SettingsNeeds, 'database'>, key: Switch) {
  return { enabled: await settingsRepository(database).get(key) }
}

export async function readAltitude({ database }: Pick<SettingsNeeds, 'database'>) {
  return { metres: await settingsRepository(database).get('altitude_metres') }
}

export async function readSystem({ database }: Pick<SettingsNeeds, 'database'>): Promise<AdminSystemSettings> {
  const { get } = settingsRepository(database)
  return {
    system_name: await readText({ database }, 'system_name'),
    system_title: await readText({ database }, 'system_title'),
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

export async function setSwitch(needs: SettingsNeeds, key: Switch, enabled: boolean, actor: UserActor) {
  await changeSettings(needs, { [key]: enabled }, actor)
  return readSwitch(needs, key)
}

export async function setText(needs: SettingsNeeds, key: Text, plain: string, actor: UserActor) {
  await changeSettings(needs, { [key]: plain }, actor)
  return { value: await readText(needs, key) }
}

export async function updateSystem(needs: SettingsNeeds, values: SystemSettingsChange, actor: UserActor) {
  await changeSettings(needs, values as Partial<Settings>, actor)
  return readSystem(needs)
}

/**
 * @returns a function that gives the system's name as its last call found it, empty at first: the page is served also while the database does not
 * answer.
 */
export function keepSystemName({ database }: Pick<SettingsNeeds, 'database'>): () => string {
  let known = ''
  return () => {
    settingsRepository(database)
      .get('system_name')
      .then(
        (name) => (known = name),
        // The name of the last call stays.
        () => undefined,
      )
    return known
  }
}

async function readText({ database }: Pick<SettingsNeeds, 'database'>, key: Text): Promise<string> {
  return encodeURIComponent(await settingsRepository(database).get(key))
}

async function changeSettings({ database, events, audit }: SettingsNeeds, values: Partial<Settings>, actor: UserActor) {
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
