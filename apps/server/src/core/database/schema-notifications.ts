import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '@dalyan/contracts/instant'
import type { ChannelsBySeverity, NotificationChannel, NotificationReason } from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/range-templates'
import type { Stamped } from './schema.ts'

/** One event for one webhook, and its last try (`migrations/0020_webhook_deliveries.ts`). */
export interface WebhookDeliveryRow {
  id: number
  webhook_id: number
  /** Null: a trial, or of many. */
  alarm_id: number | null
  /** Of many alarms in one (`migrations/0025_webhook_lists.ts`); null: of one. */
  alarm_ids: number[] | null
  event: string
  /** Names the event: the same in every try. */
  delivery: string
  queued_at: Instant
  tries: number
  /** Null: nothing more is tried. */
  next_try_at: Instant | null
  tried_at: Instant | null
  took_ms: number | null
  /** Of the answer; null: none came. */
  status: number | null
  error: string | null
  /** How the answer that refused it begins. */
  answer: string | null
  delivered_at: Instant | null
}

/** One job: this alarm, on this occasion, to this person, by this channel. */
export interface NotificationRow {
  id: number
  alarm_id: number
  /** Since when the alarm is told anew. */
  episode_at: Instant
  occurrence: number
  /** 0 at first, then the number of the reminder. */
  reminder_number: number
  reason: NotificationReason
  user_id: number
  channel: NotificationChannel
  queued_at: Instant
  /** Held back until then, by quiet hours or beside many others. */
  not_before: Instant | null
  sent_at: Instant | null
  /** When it was no longer worth telling. */
  dropped_at: Instant | null
  /** Told together with others, in the message of that telling. */
  digest_id: number | null
}

/** Who is told, how, and what came of it (`migrations/0018_notifications.ts`). */
export interface NotificationTables {
  notification_preferences: {
    user_id: number
    channels: ColumnType<ChannelsBySeverity, string, string>
    quiet_from: string | null
    quiet_to: string | null
    time_zone: string
    all_firms: boolean
    updated_at: Stamped
  }
  on_call: { firm_id: number; place: number; user_id: number; delay_minutes: number }
  escalations: { alarm_id: number; episode_at: Instant; due_at: Instant | null }
  notifications: Omit<NotificationRow, 'id'> & { id: Generated<number> }
  inbox_items: {
    id: Generated<number>
    user_id: number
    notification_id: number | null
    reason: NotificationReason
    severity: Severity
    title: string
    body: string
    alarm_ids: number[]
    created_at: Instant
    read_at: Instant | null
  }
  push_subscriptions: {
    id: Generated<number>
    user_id: number
    /** The session that it belongs to, and ends with. */
    token_id: number
    endpoint: string
    p256dh: string
    auth: string
    created_at: Stamped
  }
  webhooks: {
    id: Generated<number>
    firm_id: number
    url: string
    events: string[]
    secret: string
    template: string | null
    active: Generated<boolean>
    last_success_at: Instant | null
    last_failure_at: Instant | null
    last_error: string | null
    version: Generated<number>
    created_at: Stamped
    updated_at: Stamped
  }
  webhook_deliveries: Omit<WebhookDeliveryRow, 'id' | 'tries'> & { id: Generated<number>; tries: Generated<number> }
  channel_health: {
    channel: string
    tested_at: Instant | null
    last_success_at: Instant | null
    last_failure_at: Instant | null
    last_error: string | null
    /** The last week in which it was tried by itself. */
    tested_week: number | null
  }
  /** Each user's own test messages (`migrations/0035_own_channel_tests.ts`). */
  channel_tests: {
    user_id: number
    channel: NotificationChannel
    last_success_at: Instant | null
    last_failure_at: Instant | null
  }
  signing_keys: { name: string; value: ColumnType<unknown, string, never>; created_at: Stamped }
}
