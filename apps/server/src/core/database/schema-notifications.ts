import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '@dalyan/contracts/instant'
import type {
  ChannelsBySeverity,
  InboxItem,
  NotificationChannel,
  NotificationPreferences,
} from '@dalyan/contracts/notifications'
import type { WebhookReason } from '@dalyan/contracts/webhooks'
import type { Severity } from '@dalyan/contracts/alarm-words'
import type { OptionalInstants, Stamped, VersionColumns } from './schema-columns.ts'

/** One message for one recipient, a user or a webhook, by one channel. Rows that wait are the queue. */
export interface NotificationRow {
  id: number
  /** Null: a test message, or one about the server itself. */
  alarm_id: number | null
  /** When the episode of the alarm, or the cause of a message about the server, began. */
  episode_at: Instant
  /** 0: the first message, then the number of the reminder. */
  reminder_number: number
  reason: WebhookReason
  /** Null: the recipient is a webhook. */
  user_id: number | null
  webhook_id: number | null
  channel: NotificationChannel | 'webhook'
  queued_at: Instant
  /** Held back until then by quiet hours or a digest. */
  not_before: Instant | null
  tries: number
  /** Null: sent or given up. */
  next_try_at: Instant | null
  tried_at: Instant | null
  sent_at: Instant | null
  /** When it was given up or was no longer worth sending. */
  dropped_at: Instant | null
  /** The notification whose message contains this one. */
  digest_id: number | null
  /** How long the last try took, in milliseconds. */
  took_ms: number | null
  /** The HTTP status of a webhook's answer; null: there was no answer. */
  status: number | null
  error: string | null
  /** The beginning of an answer that refused the message. */
  answer: string | null
}

/** The newest result of each kind. */
type NewestResults = OptionalInstants<'last_success_at' | 'last_failure_at'>

/** The recipients of notifications, with the channel and the result of each. */
export interface NotificationTables {
  notification_preferences: {
    user_id: number
    channels: ColumnType<ChannelsBySeverity, string, string>
    quiet_from: string | null
    quiet_to: string | null
    time_zone: string
    all_firms: boolean
    forewarnings: Generated<NotificationPreferences['forewarnings']>
    monthly_report: Generated<boolean>
    updated_at: Stamped
  }
  on_call: { firm_id: number; position: number; user_id: number; delay_minutes: number }
  escalations: { alarm_id: number; episode_at: Instant; due_at: Instant | null }
  notifications: Omit<NotificationRow, 'id' | 'tries'> & { id: Generated<number>; tries: Generated<number> }
  inbox_items: {
    id: Generated<number>
    user_id: number
    notification_id: number | null
    reason: InboxItem['reason']
    severity: Severity
    title: string
    body: string
    alarm_ids: number[]
    /** Of an item about a tank and no alarm. */
    tank_id: Generated<number | null>
    /** The incident of its alarms; null: a digest or a test message. */
    incident_id: number | null
    created_at: Instant
    read_at: Instant | null
  }
  push_subscriptions: {
    id: Generated<number>
    user_id: number
    /** The session that the subscription belongs to and ends with. */
    token_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_at: Stamped
  }
  webhooks: VersionColumns &
    NewestResults & {
      id: Generated<number>
      firm_id: number
      url: string
      events: string[]
      secret: string
      template: string | null
      active: Generated<boolean>
      last_error: string | null
    }
  channel_health: NewestResults & {
    channel: string
    tested_at: Instant | null
    last_error: string | null
    /** The last week in which this channel sent its test message. */
    tested_week: number | null
  }
  /** Each user's own test messages. */
  channel_tests: NewestResults & { user_id: number; channel: NotificationChannel }
  signing_keys: { name: string; value: ColumnType<unknown, string, string>; created_at: Stamped }
}
