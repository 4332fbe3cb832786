import type { Instant } from '@dalyan/contracts/instant'
import type { ChannelHealth, NotificationChannel } from '@dalyan/contracts/notifications'
import type { Connection } from '../../../core/database/database.ts'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'

// SQL text: an insert that keeps the other columns of an existing row is hard to read in the builder.

/** The last success and failure of each channel, for the installation and for each user's own test messages. */
export function channelHealthRepository({ db, query }: Connection) {
  return {
    async findAll(): Promise<Map<string, Partial<ChannelHealth>>> {
      const columns = ['channel', 'tested_at', 'last_success_at', 'last_failure_at', 'last_error'] as const
      const rows = await db.selectFrom('channel_health').select(columns).execute()
      return new Map(rows.map(({ channel, ...health }) => [channel, health]))
    },

    /** `error` null: it was sent; otherwise it contains no address. `tested`: a test message to a user who receives alarms. */
    async note(channel: NotificationRow['channel'], at: Instant, error: string | null, tested = false): Promise<void> {
      await query(
        `insert into channel_health as h (channel, tested_at, last_success_at, last_failure_at, last_error)
values ($1, case when $4 and $3::text is null then $2::timestamptz end, case when $3::text is null then $2::timestamptz end,
  case when $3::text is not null then $2::timestamptz end, $3)
on conflict (channel) do update set tested_at = coalesce(excluded.tested_at, h.tested_at),
last_success_at = coalesce(excluded.last_success_at, h.last_success_at),
last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at), last_error = coalesce(excluded.last_error, h.last_error)`,
        [channel, at, error, tested],
      )
    },

    /** The user's own test messages, by channel; a success is a test. */
    async findTestsOf(userId: number): Promise<Map<string, Partial<ChannelHealth>>> {
      const rows = await db.selectFrom('channel_tests').selectAll().where('user_id', '=', userId).execute()
      return new Map(
        rows.map(({ channel, last_success_at, last_failure_at }) => [
          channel,
          { tested_at: last_success_at, last_success_at, last_failure_at },
        ]),
      )
    },

    async recordTest(userId: number, channel: NotificationChannel, at: Instant, isSent: boolean): Promise<void> {
      await query(
        `insert into channel_tests as t (user_id, channel, last_success_at, last_failure_at)
values ($1, $2, case when $4 then $3::timestamptz end, case when not $4 then $3::timestamptz end)
on conflict (user_id, channel) do update set last_success_at = coalesce(excluded.last_success_at, t.last_success_at),
last_failure_at = coalesce(excluded.last_failure_at, t.last_failure_at)`,
        [userId, channel, at, isSent],
      )
    },

    /** Claims this week's test message of the channel; false when it is already claimed. */
    async takeWeek(channel: NotificationChannel, week: number): Promise<boolean> {
      const { rows } = await query(
        `insert into channel_health as h (channel, tested_week) values ($1, $2)
on conflict (channel) do update set tested_week = excluded.tested_week where h.tested_week is null or h.tested_week < excluded.tested_week
returning channel`,
        [channel, week],
      )
      return rows.length > 0
    },
  }
}
