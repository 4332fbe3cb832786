import { type KeptLevel, RETENTION_SETTINGS, type RetentionDays } from '@dalyan/contracts/measurement-retention'
import type { Connection } from '../../core/database/database.ts'

/** Every setting with its default. */
const DEFAULTS = {
  self_signup: false,
  system_name: 'Dalyan',
  system_title: 'Dalyan',
  iot_comm_logging: false,
  points_per_delivered_order: 10,
  altitude_metres: 0,
  log_retention_iot_days: 90,
  log_retention_tank_days: 3_650,
  log_retention_server_days: 30,
  /** Days for which measurements are kept; null: for ever. */
  measurement_retention_raw_days: null as number | null,
  measurement_retention_15m_days: null as number | null,
  measurement_retention_6h_days: null as number | null,
  /** Whether every notification channel sends its users a test message once a week. */
  weekly_channel_test: true,
  /** Until when unknown terminals may request enrolment (docs/behaviour/terminals.md); null: not now. */
  enrolment_until: null as string | null,
  /** The sessions at the operator's MQTT broker that may hold messages (`ingest/broker-sessions.ts`). */
  mqtt_sessions: [] as readonly number[],
  /** Progress of `--demo`, read by `demo/load-demo.ts`; null: never loaded. */
  demo: null as object | null,
}
export type Settings = typeof DEFAULTS

/** Settings of the installation, by key. */
export function settingsRepository({ db }: Connection) {
  return {
    async get<K extends keyof Settings>(key: K): Promise<Settings[K]> {
      const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
      return row ? (row.value as Settings[K]) : DEFAULTS[key]
    },

    /** The days of every level of measurements. */
    async retentionDays(): Promise<RetentionDays> {
      const keys = Object.values(RETENTION_SETTINGS)
      const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
      const of = (level: KeptLevel) =>
        (rows.find(({ key }) => key === RETENTION_SETTINGS[level])?.value ?? null) as number | null
      return { raw: of('raw'), '15m': of('15m'), '6h': of('6h') }
    },

    async set<K extends keyof Settings>(key: K, value: Settings[K]): Promise<void> {
      const json = JSON.stringify(value)
      await db
        .insertInto('settings')
        .values({ key, value: json })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
        .execute()
    },
  }
}
