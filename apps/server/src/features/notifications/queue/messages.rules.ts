import type { AlarmKind } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import { isCalling, type WebhookReason } from '@dalyan/contracts/webhooks'
import { nextTryAfter } from '../../../core/outbound/next-try.rules.ts'
import { DIGEST_WINDOW_MS, isDigest } from './notifications.rules.ts'

/** The fields of a notification that the rules need. */
export interface QueuedNotification {
  id: number
  alarm_id: number | null
  kind: AlarmKind | null
  firm_id: number | null
  webhook_id: number | null
  reason: WebhookReason
  reminder_number: number
  queued_at: Instant
  tries: number
  next_try_at: Instant | null
  tried_at: Instant | null
  digest_id: number | null
}

/** One message: a notification, or a digest of several. */
export interface PlannedMessage<T> {
  rows: T[]
  /** The alarms of a digest, this message's included, that are notified within five minutes; null: no digest. */
  digest: number[] | null
}

/** Notifications that wait for the next digest because one was just sent. */
export interface HeldNotifications<T> {
  rows: T[]
  until: Instant
}

/**
 * Alarms of one firm count together, reminders separately, so that a new alarm never waits for them. A webhook counts all firms together.
 */
const groupOf = ({ webhook_id, firm_id, reminder_number }: QueuedNotification) =>
  `${webhook_id === null ? firm_id : ''} ${reminder_number > 0}`

/** A digest, or a message to a webhook, keeps its alarms once it was tried: a repeat with the same id has the same content. */
const isFixed = ({ tries, digest_id, webhook_id }: QueuedNotification) =>
  tries > 0 && (digest_id !== null || webhook_id !== null)

const isAlone = ({ alarm_id, reason }: QueuedNotification) => alarm_id === null || !isCalling(reason)

/**
 * The digest rule: how the due notifications of one destination are grouped into messages. `recent`: all that wait for it, or were sent to
 * it within five minutes.
 */
export function planMessages<T extends QueuedNotification>(
  due: readonly T[],
  recent: readonly T[],
  now: Instant,
): { messages: PlannedMessage<T>[]; held: HeldNotifications<T>[] } {
  const messages: PlannedMessage<T>[] = []
  const held: HeldNotifications<T>[] = []
  const since = new Date(Date.parse(now) - DIGEST_WINDOW_MS).toISOString()
  const keyOf = (row: T) => {
    if (isFixed(row)) return `fixed ${row.digest_id ?? row.id}`
    return isAlone(row) ? `alone ${row.id}` : groupOf(row)
  }
  for (const [key, rows] of Map.groupBy(due, keyOf)) {
    const [first] = rows
    if (!first) continue
    const alike = recent.filter((row) => !isAlone(row) && groupOf(row) === groupOf(first))
    const counted = alike.filter((row) => isCounted(row, since))
    const alarms = [...new Map(counted.map((row) => [row.alarm_id, row])).values()]
    const digest = alarms.flatMap(({ alarm_id }) => alarm_id ?? [])
    if (key.startsWith('fixed ')) {
      messages.push({ rows, digest: first.digest_id === null ? null : digest })
      continue
    }
    const joinsDigest = !isAlone(first) && (isDigest(alarms) || rows.some(({ digest_id }) => digest_id !== null))
    if (!joinsDigest) {
      messages.push(...rows.map((row) => ({ rows: [row], digest: null })))
      continue
    }
    const last = alike.flatMap(({ id, digest_id, tried_at }) =>
      id === digest_id && tried_at !== null ? [tried_at] : [],
    )
    const lastAt = last
      .filter((at) => at > since)
      .toSorted()
      .at(-1)
    if (lastAt === undefined) messages.push({ rows, digest })
    else held.push({ rows, until: new Date(Date.parse(lastAt) + DIGEST_WINDOW_MS).toISOString() })
  }
  return { messages, held }
}

/** Notifications that wait for an unreachable webhook are no flood of alarms. */
function isCounted({ queued_at, next_try_at, webhook_id }: QueuedNotification, since: Instant): boolean {
  return queued_at > since || (next_try_at !== null && webhook_id === null)
}

const DAY_MS = 24 * 3_600_000
const TO_USERS = { firstPause: 5, longestPause: 600, triedForMs: DAY_MS }
/** Few enough tries to spare a receiver that is down, and often enough to reach it soon after it returns. */
const TO_WEBHOOKS = { firstPause: 15, longestPause: 3600, triedForMs: DAY_MS }

/** When a notification is tried again after its `tries`th try failed; null: that was the last try. */
export function nextTry(
  { webhook_id, queued_at, not_before }: { webhook_id: number | null; queued_at: Instant; not_before: Instant | null },
  tries: number,
  now: number,
): Instant | null {
  const rule = webhook_id === null ? TO_USERS : TO_WEBHOOKS
  return nextTryAfter(rule, { since: not_before ?? queued_at, tries }, now)
}
