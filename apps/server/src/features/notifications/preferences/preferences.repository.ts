import { DEFAULT_CHANNELS, type ChannelsBySeverity, type QuietHours } from '@dalyan/contracts/notifications'
import type { Connection } from '../../../core/database/database.ts'
import { quietHoursOf } from '../recipients/alarm-recipients.repository.ts'

/** Used when a user has not chosen quiet hours. */
export const TIME_ZONE = 'Europe/Istanbul'

export interface Preferences {
  channels: ChannelsBySeverity
  quiet_hours: QuietHours | null
  all_firms: boolean
}

/** The preferences of users. */
export function preferencesRepository({ query }: Pick<Connection, 'query'>) {
  return {
    async find(userId: number): Promise<Preferences> {
      const { rows } = await query<{
        channels: ChannelsBySeverity
        quiet_from: string | null
        quiet_to: string | null
        time_zone: string
        all_firms: boolean
      }>(
        'select channels, quiet_from, quiet_to, time_zone, all_firms from notification_preferences where user_id = $1',
        [userId],
      )
      const [row] = rows
      if (!row) return { channels: DEFAULT_CHANNELS, quiet_hours: null, all_firms: false }
      return { channels: row.channels, quiet_hours: quietHoursOf(row), all_firms: row.all_firms }
    },

    async save(userId: number, { channels, quiet_hours, all_firms }: Preferences, at: string): Promise<void> {
      await query(
        `insert into notification_preferences (user_id, channels, quiet_from, quiet_to, time_zone, all_firms, updated_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (user_id) do update set channels = excluded.channels, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
time_zone = excluded.time_zone, all_firms = excluded.all_firms, updated_at = excluded.updated_at`,
        [
          userId,
          JSON.stringify(channels),
          quiet_hours?.from ?? null,
          quiet_hours?.to ?? null,
          quiet_hours?.time_zone ?? TIME_ZONE,
          all_firms,
          at,
        ],
      )
    },
  }
}
