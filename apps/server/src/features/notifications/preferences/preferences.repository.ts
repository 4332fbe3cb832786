import { DEFAULT_CHANNELS, type NotificationPreferences, type QuietHours } from '@dalyan/contracts/notifications'
import type { Connection } from '../../../core/database/database.ts'

/** Used when a user has not chosen quiet hours. */
export const TIME_ZONE = 'Europe/Istanbul'

export type Preferences = Pick<
  NotificationPreferences,
  'channels' | 'quiet_hours' | 'all_firms' | 'forewarnings' | 'monthly_report'
>

const USUAL: Preferences = {
  channels: DEFAULT_CHANNELS,
  quiet_hours: null,
  all_firms: false,
  forewarnings: 'day',
  monthly_report: false,
}

interface QuietColumns {
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string | null
}

/** Quiet hours from their columns. */
export function quietHoursOf({ quiet_from: from, quiet_to: to, time_zone }: QuietColumns): QuietHours | null {
  return from === null || to === null || time_zone === null ? null : { from, to, time_zone }
}

/** The preferences of users. */
export function preferencesRepository({ db }: Pick<Connection, 'db'>) {
  return {
    async find(userId: number): Promise<Preferences> {
      const chosen = db.selectFrom('notification_preferences').selectAll().where('user_id', '=', userId)
      const row = await chosen.executeTakeFirst()
      if (!row) return USUAL
      const { channels, all_firms, forewarnings, monthly_report } = row
      return { channels, quiet_hours: quietHoursOf(row), all_firms, forewarnings, monthly_report }
    },

    async save(userId: number, { channels, quiet_hours, ...plain }: Preferences, at: string): Promise<void> {
      const row = {
        channels: JSON.stringify(channels),
        quiet_from: quiet_hours?.from ?? null,
        quiet_to: quiet_hours?.to ?? null,
        time_zone: quiet_hours?.time_zone ?? TIME_ZONE,
        ...plain,
        updated_at: at,
      }
      await db
        .insertInto('notification_preferences')
        .values({ ...row, user_id: userId })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },
  }
}
