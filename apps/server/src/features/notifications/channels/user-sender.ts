import type { SystemMetrics } from '@dalyan/contracts/dashboard'
import { diskUrgency } from '@dalyan/contracts/disk-space'
import type { Language } from '@dalyan/contracts/errors'
import type { Interruption } from '@dalyan/contracts/home'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import { isCalling } from '@dalyan/contracts/webhooks'
import { instantAt } from '../../../core/clock.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { alarmLinkTo, linkToAlarms, type AlarmLinkNeeds } from '../alarm-links.ts'
import {
  composeDeadChannel,
  composeDigest,
  composeIncident,
  composeInterruption,
  composeLowDisk,
  composeOne,
  composeWeekly,
  type ComposedMessage,
} from '../messages/compose-message.ts'
import { findTrend } from '../messages/trends.repository.ts'
import type { Send, Sender, SendResult } from '../queue/deliver-notifications.ts'
import type { PlannedMessage } from '../queue/digests.rules.ts'
import {
  isWorthSending,
  newestOfEachAlarm,
  nextNotificationAfter,
  urgencyOf,
  wasHeldByQuietHours,
} from '../queue/notifications.rules.ts'
import type { PendingNotification } from '../queue/notifications.sql.ts'
import { isForGood, reasonOf } from '../queue/refusals.rules.ts'
import { findAlarmRecipients, findMessageRecipient } from '../recipients/recipients.sql.ts'
import { channelHealthRepository } from './channel-health.sql.ts'
import type { Channels, MessageRecipient } from './channels.ts'

/** A weekly test that has failed for this long means that its channel is dead. */
const DEAD_AFTER_MS = 10 * 60_000

/** The interruption that began at this instant. */
export type FindInterruption = (from: Instant) => Promise<Interruption | undefined>

/** The disk of the server. */
export type ReadDisk = () => Promise<SystemMetrics['disk']>

/** An incident with the alarms of these firms, and its evidence in this language. */
export type FindIncident = (id: number, firms: FirmScope, language: Language) => Promise<Incident | undefined>

interface Needs extends AlarmLinkNeeds {
  channels: Channels
  findIncident: FindIncident
  findInterruption: FindInterruption
  readDisk: ReadDisk
}

type PendingRows = readonly PendingNotification[]

const isTest = ({ reason }: PendingNotification) => reason === 'test'

/** Sends messages to users in the page, by push and by mail. */
export function createUserSender(needs: Needs): Sender {
  const health = channelHealthRepository(needs.database)
  return {
    worthSending: ({ user_id }, due) => worthSending(needs, user_id, due),

    async compose(planned): Promise<Send | null> {
      const [first] = planned.rows
      const recipient = first && (await findMessageRecipient(needs.database, first.user_id ?? 0))
      const message = recipient && (await composeMessage(needs, planned, recipient))
      return message ? () => sendMessage(needs, first, planned.digest !== null, recipient, message) : null
    },

    recordHealth: (row, at, error) => health.note(row.channel, at, error, isTest(row)),
  }
}

async function worthSending(
  { database, clock, channels }: Needs,
  userId: number | null,
  due: PendingRows,
): Promise<PendingNotification[]> {
  const tankIds = due.flatMap(({ tank_id }) => tank_id ?? [])
  const recipients = await findAlarmRecipients(database, tankIds, channels.mail.isReady)
  const at = instantAt(clock.now())
  return newestOfEachAlarm(
    due.filter(({ state, tank_id, ...row }) => {
      if (row.alarm_id === null) return true
      const isRecipient = recipients.get(tank_id ?? 0)?.some(({ user_id }) => user_id === userId)
      const message = { ...row, wasHeld: wasHeldByQuietHours(row) }
      return isRecipient && state !== null && isWorthSending({ ...row, state }, message, at)
    }),
  )
}

/** Null: no alarm is left to notify of. */
async function composeMessage(
  needs: Needs,
  { rows, digest, incident_id, isUpdate }: PlannedMessage<PendingNotification>,
  recipient: MessageRecipient,
): Promise<ComposedMessage | null> {
  const { database, clock, findAlarms, findIncident } = needs
  const [row] = rows
  if (!row) return null
  if (isTest(row)) return composeWeekly(recipient.language)
  if (row.reason === 'interrupted') {
    const interruption = await needs.findInterruption(row.episode_at)
    return interruption ? composeInterruption(interruption, recipient, needs.origin()) : null
  }
  if (row.reason === 'low_disk') {
    const disk = await needs.readDisk()
    const urgency = diskUrgency(disk)
    return urgency && composeLowDisk(disk, urgency, recipient.language, `${needs.origin()}/admin`)
  }
  const own = new Set(rows.flatMap(({ alarm_id }) => alarm_id ?? []))
  // The recipient may see the firm of the tank, which is that of the incident.
  const firms = row.firm_id === null ? 'all' : [row.firm_id]
  const incident = incident_id === null ? undefined : await findIncident(incident_id, firms, recipient.language)
  const alarms = incident?.alarms ?? (await findAlarms(database, [...new Set([...own, ...(digest ?? [])])]))
  // A digest and an incident also list alarms that were notified before, unless they are answered.
  const listed = alarms.filter(({ id, state }) => own.has(id) || state === 'active_unack' || state === 'rtn_unack')
  const [alarm] = listed
  if (!alarm) return null
  const ofIncident = { incident_id: incident?.id ?? null, isUpdate }
  if (incident && listed.length > 1 && isCalling(row.reason))
    return {
      ...composeIncident(row.reason, { ...incident, alarms: listed }, recipient, linkToAlarms(needs)),
      ...ofIncident,
    }
  if (listed.length > 1) return composeDigest(listed, recipient, linkToAlarms(needs))
  if (!isCalling(row.reason)) return null
  const elapsed = clock.now() - Date.parse(row.episode_at)
  const repeatsInMs = nextNotificationAfter(urgencyOf(alarm), elapsed, []) - elapsed
  const content = {
    reason: row.reason,
    alarm,
    trend: await findTrend(database, alarm),
    // The notification of a faulty sensor repeats after a day: that is no reminder to wait for.
    repeatsInMinutes: alarm.state === 'active_unack' && alarm.kind !== 'fault' ? Math.ceil(repeatsInMs / 60_000) : null,
    link: await alarmLinkTo(needs, alarm.id, recipient.user_id),
  }
  return { ...composeOne(content, recipient), ...ofIncident }
}

async function sendMessage(
  { clock, channels }: Needs,
  first: PendingNotification,
  isDigest: boolean,
  recipient: MessageRecipient,
  message: ComposedMessage,
): Promise<SendResult> {
  const { id, channel, queued_at } = first
  const result = { took_ms: null, status: null, answer: null }
  if (channel === 'webhook') return { ...result, outcome: 'dropped', error: null }
  const outgoing = { recipient, message, notification_id: isTest(first) ? null : id, id: messageIdOf(first, isDigest) }
  try {
    const outcome = await channels[channel].send(outgoing)
    return { ...result, outcome: outcome === 'nobody' ? 'dropped' : outcome, error: null }
  } catch (failure) {
    const error = reasonOf(failure)
    const isOver = isForGood(failure)
    const isDead = isOver || clock.now() - Date.parse(queued_at) >= DEAD_AFTER_MS
    if (isTest(first) && isDead && channel !== 'app') {
      // Written to the inbox, the only channel left; it holds one item per notification.
      const notice = composeDeadChannel(recipient, channel, error)
      await channels.app.send({ recipient, message: notice, notification_id: id, id: null })
    }
    // `dropped`: the mail server does not know the mailbox; the next reminder tries again.
    return { ...result, outcome: isOver ? 'dropped' : 'failed', error }
  }
}

/**
 * The same for a repeat. Contains the time because ids start from 1 in a new database, and a mailbox that knows an id drops the message.
 */
function messageIdOf({ id, queued_at, digest_id }: PendingNotification, isDigest: boolean): string {
  return `notification-${isDigest ? (digest_id ?? id) : id}-${Date.parse(queued_at)}`
}
