import type { Instant } from '@dalyan/contracts/instant'
import type { ChannelHealth, NotificationChannel } from '@dalyan/contracts/notifications'
import type { Connection } from '../../core/database/database.ts'

export type KnownHealth = Omit<ChannelHealth, 'ready' | 'reason'>

/** How each channel fared, for the whole installation. */
export function channelHealthRepository({ query }: Pick<Connection, 'query'>) {
  return {
    async findAll(): Promise<Map<string, KnownHealth>> {
      const { rows } = await query<KnownHealth>(
        'select channel, tested_at, last_success_at, last_failure_at, last_error from channel_health',
      )
      return new Map(rows.map((row) => [row.channel, row]))
    },

    /** `error` null: it went well. `tested`: it was a trial. */
    async note(channel: NotificationChannel, at: Instant, error: string | null, tested = false): Promise<void> {
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

    /** Whether this week's trial of the channel is still to be sent; from now on it is not. */
    async takeWeek(channel: NotificationChannel, week: number): Promise<boolean> {
      const { rows } = await query(
        `insert into channel_health as h (channel, tried_week) values ($1, $2)
on conflict (channel) do update set tried_week = excluded.tried_week where h.tried_week is null or h.tried_week < excluded.tried_week
returning channel`,
        [channel, week],
      )
      return rows.length > 0
    },
  }
}
