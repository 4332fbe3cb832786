import type { Instant } from '@dalyan/contracts/instant'
import type {
  ChannelsBySeverity,
  NotificationChannel,
  QuietHours,
  NotificationReason,
} from '@dalyan/contracts/notifications'
import type { Severity } from '@dalyan/contracts/range-templates'
import { quietUntil } from '../preferences/quiet-hours.rules.ts'

const MINUTE_MS = 60_000
/** How often an alarm that nobody acknowledges is told again. */
const REMINDED_EVERY_MS: Record<Severity, number> = {
  critical: 5 * MINUTE_MS,
  warning: 60 * MINUTE_MS,
  info: 60 * MINUTE_MS,
}
/** Between one on call and the next, where nothing else is said. */
export const ON_CALL_DELAY_MINUTES = 10
/** Within so long many alarms are one message. */
export const DIGEST_WINDOW_MS = 5 * MINUTE_MS
/** So long after an alarm that has cleared again it is still told. */
const NEWS_FOR_MS = 60 * MINUTE_MS
const MANY = { moreSilentThan: 5, alarms: 10 }

/** Somebody who may be told of an alarm. */
export interface AlarmRecipient {
  user_id: number
  channels: ChannelsBySeverity
  quiet_hours: QuietHours | null
  /** When his turn on call comes, after the alarm was told; null: he stands in no order. */
  on_call_after_ms: number | null
}

/** One message that is wanted. */
export interface PlannedNotification {
  user_id: number
  channel: NotificationChannel
  reason: NotificationReason
  not_before: Instant | null
}

/** How many reminders are past after so long; 0 at first. */
export function reminderNumberAfter(severity: Severity, elapsedMs: number): number {
  return Math.max(0, Math.floor(elapsedMs / REMINDED_EVERY_MS[severity]))
}

/** When an alarm that is still unanswered is told next, in ms after it was told. */
export function nextNotificationAfter(
  severity: Severity,
  elapsedMs: number,
  listeners: readonly AlarmRecipient[],
): number {
  const reminder = (reminderNumberAfter(severity, elapsedMs) + 1) * REMINDED_EVERY_MS[severity]
  const turns = listeners.flatMap(({ on_call_after_ms: after }) => (after !== null && after > elapsedMs ? [after] : []))
  return Math.min(reminder, ...turns)
}

/**
 * Who is to be told of an unanswered alarm by which channel, so long after it was told first. Before his turn comes, one on call only finds it
 * in the page; when it comes, something that wakes him is used whatever he chose.
 */
export function planNotifications(
  {
    severity,
    reason,
    elapsedMs,
    now,
  }: { severity: Severity; reason: NotificationReason; elapsedMs: number; now: number },
  listeners: readonly AlarmRecipient[],
): PlannedNotification[] {
  const reminder_number = reminderNumberAfter(severity, elapsedMs)
  return listeners.flatMap((listener) => {
    const after = listener.on_call_after_ms
    const hasCome = after !== null && after > 0 && after <= elapsedMs
    const isHisTurn = hasCome && reminder_number === reminderNumberAfter(severity, after)
    return channelsFor(listener, severity, elapsedMs).map((channel) => ({
      user_id: listener.user_id,
      channel,
      reason: reasonFor(isHisTurn, reminder_number, reason),
      not_before: channel === 'app' ? null : heldUntil(listener, severity, now),
    }))
  })
}

function reasonFor(isHisTurn: boolean, reminder_number: number, reason: NotificationReason): NotificationReason {
  if (isHisTurn) return 'escalated'
  return reminder_number === 0 ? reason : 'reminder'
}

function channelsFor(listener: AlarmRecipient, severity: Severity, elapsedMs: number): readonly NotificationChannel[] {
  const chosen = listener.channels[severity]
  const after = listener.on_call_after_ms
  if (after === null) return chosen
  if (after > elapsedMs) return ['app']
  return chosen.includes('push') || chosen.includes('mail') ? chosen : [...chosen, 'push', 'mail']
}

function heldUntil({ quiet_hours }: AlarmRecipient, severity: Severity, now: number): Instant | null {
  return severity === 'critical' || quiet_hours === null ? null : quietUntil(quiet_hours, now)
}

/** Whether so much happened to one firm within five minutes that it is told as one message (docs/behaviour/notifications.md). */
export function isDigest(alarms: readonly { kind: 'low' | 'high' | 'silent' }[]): boolean {
  return alarms.filter(({ kind }) => kind === 'silent').length > MANY.moreSilentThan || alarms.length >= MANY.alarms
}

/** An alarm as it stands when its message is about to leave. */
export interface AlarmStanding {
  state: 'active_unack' | 'active_ack' | 'rtn_unack' | 'closed'
  /** Since when an acknowledgement lets it stand, also one of an earlier occurrence. */
  ack_since: Instant | null
  shelved_until: Instant | null
  notified_at: Instant | null
}

/** Whether a message was held back over quiet hours; what only waits beside a list of many is in the next one, whatever became of it. */
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
 * Whether a message is still worth sending: nobody has answered, put it aside, or been told anew since. What has cleared before anybody
 * could be told is told all the same, but not as news when it is long over.
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

/** What one message is about, among several that wait. */
export interface WaitingNotification {
  id: number
  alarm_id: number
  episode_at: Instant
  reminder_number: number
}

/**
 * Of several messages about one alarm that wait for the same person, by night or because the channel was away, the one that leaves: the
 * newest occasion, and of that the first message.
 */
export function newestOfEachAlarm<T extends WaitingNotification>(rows: readonly T[]): T[] {
  const best = new Map<number, T>()
  for (const row of rows) {
    const other = best.get(row.alarm_id)
    const isBetter =
      !other ||
      row.episode_at > other.episode_at ||
      (row.episode_at === other.episode_at && row.reminder_number < other.reminder_number)
    if (isBetter) best.set(row.alarm_id, row)
  }
  return [...best.values()]
}
