import type { AlarmKind } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import type {
  ChannelsBySeverity,
  NotificationChannel,
  NotificationReason,
  QuietHours,
} from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/range-templates'
import { webhookEventOf, type WebhookReason } from '@dalyan/contracts/webhooks'
import { quietUntil } from '../preferences/quiet-hours.rules.ts'

const MINUTE_MS = 60_000
/** How often recipients are reminded of an unacknowledged alarm. */
const REMINDED_EVERY_MS: Record<Severity, number> = {
  critical: 5 * MINUTE_MS,
  warning: 60 * MINUTE_MS,
  info: 60 * MINUTE_MS,
}
/** Minutes between two users on call, unless the order has its own delay. */
export const ON_CALL_DELAY_MINUTES = 10
/** Alarms within this time may become one digest. */
export const DIGEST_WINDOW_MS = 5 * MINUTE_MS
/** A cleared alarm is still news for this long after it began. */
const NEWS_FOR_MS = 60 * MINUTE_MS
const DIGEST = { moreSilentThan: 5, alarms: 10 }

/** A user who may be notified of an alarm. */
export interface AlarmRecipient {
  user_id: number
  channels: ChannelsBySeverity
  quiet_hours: QuietHours | null
  /** Delay after which this user on call is notified; null: not on call. */
  on_call_after_ms: number | null
}

/** A webhook that is subscribed to alarms of a tank. */
export interface WebhookRecipient {
  id: number
  events: readonly string[]
}

/** One message for one recipient by one channel. */
export interface PlannedNotification {
  user_id: number | null
  webhook_id: number | null
  channel: NotificationChannel | 'webhook'
  reason: WebhookReason
  not_before: Instant | null
}

/** The number of the reminder that is due after this time; 0: the first message. */
export function reminderNumberAfter(severity: Severity, elapsedMs: number): number {
  return Math.max(0, Math.floor(elapsedMs / REMINDED_EVERY_MS[severity]))
}

/** When the recipients of an unanswered alarm are next notified, in ms after the start of its episode. */
export function nextNotificationAfter(
  severity: Severity,
  elapsedMs: number,
  recipients: readonly AlarmRecipient[],
): number {
  const reminder = (reminderNumberAfter(severity, elapsedMs) + 1) * REMINDED_EVERY_MS[severity]
  const onCall = recipients.flatMap(({ on_call_after_ms: after }) =>
    after !== null && after > elapsedMs ? [after] : [],
  )
  return Math.min(reminder, ...onCall)
}

/**
 * The users and channels to notify of an unanswered alarm, this long after the start of its episode. Users on call get it only in their
 * inbox before their time, and then by push and mail too if they chose neither.
 */
export function planNotifications(
  {
    severity,
    reason,
    elapsedMs,
    now,
  }: { severity: Severity; reason: NotificationReason; elapsedMs: number; now: number },
  recipients: readonly AlarmRecipient[],
): PlannedNotification[] {
  const number = reminderNumberAfter(severity, elapsedMs)
  return recipients.flatMap((recipient) => {
    const after = recipient.on_call_after_ms
    const isTheirTurn =
      after !== null && after > 0 && after <= elapsedMs && number === reminderNumberAfter(severity, after)
    return channelsFor(recipient, severity, elapsedMs).map((channel) => ({
      user_id: recipient.user_id,
      webhook_id: null,
      channel,
      reason: isTheirTurn ? 'escalated' : number === 0 ? reason : 'reminder',
      not_before: channel === 'app' ? null : heldUntil(recipient, severity, now),
    }))
  })
}

/** The webhooks to notify. The time of a user on call is no reminder for them. */
export function planWebhooks(
  reason: WebhookReason,
  reminderNumber: number,
  webhooks: readonly WebhookRecipient[],
): PlannedNotification[] {
  if (reason === 'reminder' && reminderNumber === 0) return []
  const event = webhookEventOf(reason)
  const subscribed = webhooks.filter(({ events }) => events.includes(event))
  return subscribed.map(({ id }) => ({ user_id: null, webhook_id: id, channel: 'webhook', reason, not_before: null }))
}

function channelsFor(recipient: AlarmRecipient, severity: Severity, elapsedMs: number): readonly NotificationChannel[] {
  const chosen = recipient.channels[severity]
  const after = recipient.on_call_after_ms
  if (after === null) return chosen
  if (after > elapsedMs) return ['app']
  return chosen.includes('push') || chosen.includes('mail') ? chosen : [...chosen, 'push', 'mail']
}

function heldUntil({ quiet_hours }: AlarmRecipient, severity: Severity, now: number): Instant | null {
  return severity === 'critical' || quiet_hours === null ? null : quietUntil(quiet_hours, now)
}

/** Whether these alarms, all within five minutes, become one digest (docs/behaviour/notifications.md). */
export function isDigest(alarms: readonly { kind: AlarmKind | null }[]): boolean {
  return alarms.filter(({ kind }) => kind === 'silent').length > DIGEST.moreSilentThan || alarms.length >= DIGEST.alarms
}

/** The state of an alarm when its message is about to be sent. */
export interface AlarmStanding {
  state: 'active_unack' | 'active_ack' | 'rtn_unack' | 'closed'
  /** Start of the acknowledgement in force, which may be that of an earlier occurrence. */
  ack_since: Instant | null
  shelved_until: Instant | null
  notified_at: Instant | null
}

/** Whether quiet hours held a message back. One that only waited for the next digest stays in it, whatever has happened to its alarm. */
export function wasHeldByQuietHours({
  queued_at,
  not_before,
}: {
  queued_at: Instant
  not_before: Instant | null
}): boolean {
  return not_before !== null && Date.parse(not_before) - Date.parse(queued_at) > DIGEST_WINDOW_MS
}

/**
 * Whether a message to a user is still worth sending: its alarm has not been answered, shelved or notified anew since. One that cleared
 * before its first message is still sent, unless it began long ago.
 */
export function isWorthSending(
  alarm: AlarmStanding,
  { episode_at, reminder_number, wasHeld }: { episode_at: Instant; reminder_number: number; wasHeld: boolean },
  now: Instant,
): boolean {
  if (alarm.shelved_until !== null && alarm.shelved_until > now) return false
  if (reminder_number > 0 || wasHeld) return alarm.state === 'active_unack' && alarm.notified_at === episode_at
  if (alarm.state === 'rtn_unack' && Date.parse(now) - Date.parse(episode_at) > NEWS_FOR_MS) return false
  return alarm.state !== 'closed' && (alarm.ack_since === null || alarm.ack_since <= episode_at)
}

/** One of several waiting messages, with the alarm it is about. */
export interface WaitingNotification {
  id: number
  alarm_id: number | null
  episode_at: Instant
  reminder_number: number
}

/**
 * Of several messages about one alarm that wait for the same user, because of quiet hours or an unreachable channel: the first message of
 * the newest episode.
 */
export function newestOfEachAlarm<T extends WaitingNotification>(rows: readonly T[]): T[] {
  const best = new Map<number, T>()
  for (const row of rows) {
    const key = row.alarm_id ?? -row.id
    const other = best.get(key)
    const isBetter =
      !other ||
      row.episode_at > other.episode_at ||
      (row.episode_at === other.episode_at && row.reminder_number < other.reminder_number)
    if (isBetter) best.set(key, row)
  }
  return [...best.values()]
}
