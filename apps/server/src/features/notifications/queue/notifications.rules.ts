import type { Instant } from '@dalyan/contracts/instant'
import type {
  ChannelsBySeverity,
  NotificationChannel,
  NotificationPreferences,
  NotificationReason,
  QuietHours,
} from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/alarm-words'
import { webhookEventOf, type WebhookReason } from '@dalyan/contracts/webhooks'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import { nextTryAfter } from '../../../core/outbound/next-try.rules.ts'
import { DIGEST_WINDOW_MS } from './digests.rules.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** How often recipients are reminded of an unacknowledged alarm: a faulty sensor is one notice a day, whatever its severity. */
export type Urgency = Severity | 'fault'
const REMINDED_EVERY_MS: Record<Urgency, number> = {
  fault: DAY_MINUTES * MINUTE_MS,
  critical: 5 * MINUTE_MS,
  warning: 60 * MINUTE_MS,
  info: 60 * MINUTE_MS,
}
/** Minutes between two users on call, unless the order has its own delay. */
export const ON_CALL_DELAY_MINUTES = 10
/** A cleared alarm is still news for this long after it began. */
const NEWS_FOR_MS = 60 * MINUTE_MS

/** A user who may be notified of an alarm. */
export interface AlarmRecipient {
  user_id: number
  channels: ChannelsBySeverity
  quiet_hours: QuietHours | null
  time_zone: string
  /** When the user wants forewarnings. */
  forewarnings: NotificationPreferences['forewarnings']
  /** Delay after which this user on call is notified; null: not on call. */
  on_call_after_ms: number | null
}

/** A webhook that is subscribed to alarms of a tank. */
export interface WebhookRecipient {
  id: number
  events: readonly string[]
}

/** One message for one recipient by one channel. */
export type PlannedNotification = Pick<NotificationRow, 'user_id' | 'webhook_id' | 'channel' | 'reason' | 'not_before'>

export const urgencyOf = ({ severity, kind }: Pick<AlarmRow, 'severity' | 'kind'>): Urgency =>
  kind === 'fault' ? kind : severity

/** The number of the reminder that is due after this time; 0: the first message. */
export function reminderNumberAfter(urgency: Urgency, elapsedMs: number): number {
  return Math.max(0, Math.floor(elapsedMs / REMINDED_EVERY_MS[urgency]))
}

/** When the recipients of an unanswered alarm are next notified, in ms after the start of its episode. */
export function nextNotificationAfter(
  urgency: Urgency,
  elapsedMs: number,
  recipients: readonly AlarmRecipient[],
): number {
  const reminder = (reminderNumberAfter(urgency, elapsedMs) + 1) * REMINDED_EVERY_MS[urgency]
  if (urgency === 'fault') return reminder
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
  alarm: Pick<AlarmRow, 'severity' | 'kind'> & { reason: NotificationReason; elapsedMs: number; now: number },
  recipients: readonly AlarmRecipient[],
): PlannedNotification[] {
  const { severity, reason, elapsedMs, now } = alarm
  const urgency = urgencyOf(alarm)
  const number = reminderNumberAfter(urgency, elapsedMs)
  return recipients.flatMap((recipient) => {
    const after = recipient.on_call_after_ms
    const isEscalation =
      after !== null && after > 0 && after <= elapsedMs && number === reminderNumberAfter(urgency, after)
    return channelsFor(recipient, severity, elapsedMs).map((channel) => ({
      user_id: recipient.user_id,
      webhook_id: null,
      channel,
      reason: isEscalation ? 'escalated' : number === 0 ? reason : 'reminder',
      not_before: channel === 'app' ? null : heldUntil(recipient, severity, now),
    }))
  })
}

/** The messages about the server itself: by the channels chosen for this severity, and in the inbox in any case. */
export function planServerNotice(
  recipients: readonly AlarmRecipient[],
  { reason, severity }: { reason: 'interrupted' | 'low_disk'; severity: Severity },
  now: number,
): PlannedNotification[] {
  return recipients.flatMap((recipient) =>
    [...new Set<NotificationChannel>(['app', ...recipient.channels[severity]])].map((channel) => ({
      user_id: recipient.user_id,
      webhook_id: null,
      channel,
      reason,
      not_before: channel === 'app' ? null : heldUntil(recipient, severity, now),
    })),
  )
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

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** The minute of the day in a time zone. */
function minuteAt(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minutesOf(format.format(ms))
}

/** End of the quiet hours that contain this instant; null: outside them. They cross midnight when `to` is before `from`. */
export function quietUntil({ from, to, time_zone }: QuietHours, now: number): Instant | null {
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  const since = (minuteAt(now, time_zone) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return null
  return new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS + (length - since) * MINUTE_MS).toISOString()
}

/** An alarm when its message is about to be sent; the acknowledgement in force may be that of an earlier occurrence. */
export type AlarmStanding = Pick<AlarmRow, 'state' | 'ack_since' | 'shelved_until' | 'notified_at'>

/** Whether quiet hours held a message back. One that only waited for the next digest stays in it, whatever has happened to its alarm. */
export function wasHeldByQuietHours(message: { queued_at: Instant; not_before: Instant | null }): boolean {
  const { queued_at, not_before } = message
  return not_before !== null && Date.parse(not_before) - Date.parse(queued_at) > DIGEST_WINDOW_MS
}

/**
 * Whether a message to a user is still worth sending: its alarm has not been answered, shelved or notified anew since. One that cleared
 * before its first message is still sent, unless it began long ago.
 */
export function isWorthSending(
  alarm: AlarmStanding,
  {
    episode_at,
    reminder_number,
    wasHeld,
  }: Pick<NotificationRow, 'episode_at' | 'reminder_number'> & { wasHeld: boolean },
  now: Instant,
): boolean {
  if (alarm.shelved_until !== null && alarm.shelved_until > now) return false
  if (reminder_number > 0 || wasHeld) return alarm.state === 'active_unack' && alarm.notified_at === episode_at
  if (alarm.state === 'rtn_unack' && Date.parse(now) - Date.parse(episode_at) > NEWS_FOR_MS) return false
  return alarm.state !== 'closed' && (alarm.ack_since === null || alarm.ack_since <= episode_at)
}

/**
 * Of several messages about one alarm that wait for the same user, because of quiet hours or an unreachable channel: the first message of
 * the newest episode.
 */
export function newestOfEachAlarm<
  T extends Pick<NotificationRow, 'id' | 'alarm_id' | 'episode_at' | 'reminder_number'>,
>(rows: readonly T[]): T[] {
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

const DAY_MS = 24 * 3_600_000
const TO_USERS = { firstPause: 5, longestPause: 600, triedForMs: DAY_MS }
/** Few enough tries to spare a receiver that is down, and often enough to reach it soon after it returns. */
const TO_WEBHOOKS = { firstPause: 15, longestPause: 3600, triedForMs: DAY_MS }

/** When a notification is tried again after its `tries`th try failed; null: that was the last try. */
export function nextTry(
  { webhook_id, queued_at, not_before }: Pick<NotificationRow, 'webhook_id' | 'queued_at' | 'not_before'>,
  tries: number,
  now: number,
): Instant | null {
  const rule = webhook_id === null ? TO_USERS : TO_WEBHOOKS
  return nextTryAfter(rule, { since: not_before ?? queued_at, tries }, now)
}
