import type { AlarmKind } from '@dalyan/contracts/alarm-words'
import type { Instant } from '@dalyan/contracts/instant'
import type { Severity } from '@dalyan/contracts/alarm-words'
import { isCalling, type WebhookReason } from '@dalyan/contracts/webhooks'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'

/** Alarms within this time may become one digest. */
export const DIGEST_WINDOW_MS = 5 * 60_000
const DIGEST = { moreSilentThan: 5, alarms: 10 }

type RuledColumn =
  | 'id'
  | 'alarm_id'
  | 'webhook_id'
  | 'reason'
  | 'reminder_number'
  | 'queued_at'
  | 'tries'
  | 'next_try_at'
  | 'tried_at'
  | 'digest_id'

/** The fields of a notification that the rules need. */
export interface QueuedNotification extends Pick<NotificationRow, RuledColumn> {
  kind: AlarmKind | null
  severity: Severity | null
  firm_id: number | null
  incident_id: number | null
}

/** One message: a notification, those of one incident, or a digest of several. */
export interface PlannedMessage<T> {
  rows: T[]
  /** Its incident; null: a digest, a message to a webhook, or an alarm that notifies by itself. */
  incident_id: number | null
  /** Whether it only adds alarms to an incident of which the recipient knows. */
  isUpdate: boolean
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

/** The reasons of an alarm that joins an incident. */
const JOINING: readonly WebhookReason[] = ['raised', 'out_again', 'chattering']

/** Whether an alarm joins an incident of which the recipient was notified in this occurrence of it. */
function isJoining(
  { incident_id, reason, reminder_number }: QueuedNotification,
  notified: ReadonlySet<number>,
): boolean {
  return incident_id !== null && notified.has(incident_id) && reminder_number === 0 && JOINING.includes(reason)
}

/** A critical value that joins an incident notifies by itself. */
const isByItself = (row: QueuedNotification, notified: ReadonlySet<number>) =>
  isJoining(row, notified) && row.severity === 'critical' && row.kind !== 'silent'

/** Whether an email would only repeat an incident of which the recipient was notified by email. */
export function repeatsEmail(
  row: QueuedNotification & Pick<NotificationRow, 'channel'>,
  notified: ReadonlySet<number>,
): boolean {
  return row.channel === 'mail' && isJoining(row, notified) && !isByItself(row, notified)
}

const isAlone = ({ alarm_id, reason }: QueuedNotification) => alarm_id === null || !isCalling(reason)

/** Whether these incidents, of which one alarm each is given, all within five minutes, become one digest (docs/behaviour/notifications.md). */
export function isDigest(alarms: readonly { kind: AlarmKind | null }[]): boolean {
  return alarms.filter(({ kind }) => kind === 'silent').length > DIGEST.moreSilentThan || alarms.length >= DIGEST.alarms
}

/**
 * How the due notifications of one destination are grouped into messages: those of one incident together, and a flood of incidents into a
 * digest. `recent`: all that wait for it, or were sent to it within five minutes. `notified`: the incidents of which the recipient was notified
 * in their present occurrence.
 */
export function planMessages<T extends QueuedNotification>(
  due: readonly T[],
  recent: readonly T[],
  now: Instant,
  notified: ReadonlySet<number> = new Set(),
): { messages: PlannedMessage<T>[]; held: HeldNotifications<T>[] } {
  const messages: PlannedMessage<T>[] = []
  const held: HeldNotifications<T>[] = []
  const since = new Date(Date.parse(now) - DIGEST_WINDOW_MS).toISOString()
  const incidentOf = (row: T) =>
    row.webhook_id !== null || isAlone(row) || isByItself(row, notified) ? null : row.incident_id
  const unitOf = (row: T) => {
    const incident_id = incidentOf(row)
    return incident_id === null ? `alarm ${row.alarm_id}` : `incident ${incident_id}`
  }
  const keyOf = (row: T) => {
    if (isFixed(row)) return `fixed ${row.digest_id ?? row.id}`
    return isAlone(row) ? `alone ${row.id}` : groupOf(row)
  }
  for (const [key, rows] of Map.groupBy(due, keyOf)) {
    const [first] = rows
    if (!first) continue
    const alike = recent.filter((row) => !isAlone(row) && groupOf(row) === groupOf(first))
    const counted = alike.filter((row) => isCounted(row, since))
    const units = [...new Map(counted.map((row) => [unitOf(row), row])).values()]
    const digest = [...new Set(counted.flatMap(({ alarm_id }) => alarm_id ?? []))]
    if (key.startsWith('fixed ')) {
      messages.push({ rows, digest: first.digest_id === null ? null : digest, ...NO_INCIDENT })
      continue
    }
    const joinsDigest = !isAlone(first) && (isDigest(units) || rows.some(({ digest_id }) => digest_id !== null))
    if (!joinsDigest) {
      for (const same of Map.groupBy(rows, (row) => (isAlone(row) ? `alone ${row.id}` : unitOf(row))).values()) {
        const incident_id = same[0] ? incidentOf(same[0]) : null
        const isUpdate = incident_id !== null && same.every((row) => isJoining(row, notified))
        const together = incident_id === null ? same.map((row) => [row]) : [same]
        messages.push(...together.map((all) => ({ rows: all, digest: null, incident_id, isUpdate })))
      }
      continue
    }
    const triedAt = alike.flatMap(({ id, digest_id, tried_at }) => (id === digest_id && tried_at ? [tried_at] : []))
    const lastAt = triedAt.toSorted().findLast((at) => at > since)
    if (lastAt === undefined) messages.push({ rows, digest, ...NO_INCIDENT })
    else held.push({ rows, until: new Date(Date.parse(lastAt) + DIGEST_WINDOW_MS).toISOString() })
  }
  return { messages, held }
}

const NO_INCIDENT = { incident_id: null, isUpdate: false }

/** Notifications that wait for an unreachable webhook are no flood of alarms. */
function isCounted({ queued_at, next_try_at, webhook_id }: QueuedNotification, since: Instant): boolean {
  return queued_at > since || (next_try_at !== null && webhook_id === null)
}
