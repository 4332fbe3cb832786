import type { Alarm } from '@dalyan/contracts/alarms'
import { isCalling } from '@dalyan/contracts/webhooks'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { AlarmLinks } from '../links/alarm-links.ts'
import {
  composeDeadChannel,
  composeDigest,
  composeOne,
  composeWeekly,
  type Message,
} from '../messages/compose-message.ts'
import { findTrend } from '../messages/trends.repository.ts'
import {
  isWorthSending,
  newestOfEachAlarm,
  nextNotificationAfter,
  wasHeldByQuietHours,
} from '../queue/notifications.rules.ts'
import type { PendingNotification } from '../queue/notifications.repository.ts'
import { isForGood, reasonOf } from '../queue/refusals.rules.ts'
import type { Send, Sender, SendResult } from '../queue/sender.ts'
import { findAlarmRecipients } from '../recipients/alarm-recipients.repository.ts'
import { findMessageRecipient } from '../recipients/message-recipients.repository.ts'
import { channelHealthRepository } from './channel-health.repository.ts'
import type { Channels, MessageRecipient } from './channels.ts'

/** A weekly test that has failed for this long means that its channel is dead. */
const DEAD_AFTER_MS = 10 * 60_000

interface Needs {
  database: Database
  clock: Clock
  channels: Channels
  links: AlarmLinks
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
}

/** Sends messages to users in the page, by push and by mail. */
export function createUserSender({ database, clock, channels, links, findAlarms }: Needs): Sender {
  const health = channelHealthRepository(database)

  async function composeAlarm(
    { episode_at, reason }: PendingNotification,
    alarm: Alarm,
    recipient: MessageRecipient,
  ): Promise<Message | null> {
    if (!isCalling(reason)) return null
    const elapsed = clock.now() - Date.parse(episode_at)
    const repeatsInMs = nextNotificationAfter(alarm.severity, elapsed, []) - elapsed
    return composeOne(
      {
        reason,
        alarm,
        trend: await findTrend(database, alarm),
        repeatsInMinutes: alarm.state === 'active_unack' ? Math.ceil(repeatsInMs / 60_000) : null,
        link: await links.to(alarm.id, recipient.user_id),
      },
      recipient,
    )
  }

  async function composeMessage(
    rows: readonly PendingNotification[],
    digest: readonly number[] | null,
    recipient: MessageRecipient,
  ): Promise<Message | null> {
    const [row] = rows
    if (!row) return null
    if (row.alarm_id === null) return composeWeekly(recipient.language)
    const own = new Set(rows.map(({ alarm_id }) => alarm_id))
    const alarms = await findAlarms(
      database,
      [...new Set([...own, ...(digest ?? [])])].flatMap((id) => id ?? []),
    )
    // A digest also lists alarms that were notified one by one before, unless they are answered.
    const listed = alarms.filter(({ id, state }) => own.has(id) || state === 'active_unack' || state === 'rtn_unack')
    const [alarm] = listed
    if (!alarm) return null
    return listed.length === 1 ? composeAlarm(row, alarm, recipient) : composeDigest(listed, recipient, links.toList())
  }

  /** Writes to the inbox, the only channel left; it holds one item per notification. */
  async function notifyOfDeadChannel(
    { id, channel }: PendingNotification,
    recipient: MessageRecipient,
    reason: string,
  ): Promise<void> {
    if (channel !== 'push' && channel !== 'mail') return
    const message = composeDeadChannel(recipient, channel, reason)
    await channels.app.send({ recipient, message, notification_id: id, id: null })
  }

  return {
    async worthSending({ user_id }, due) {
      const recipients = await findAlarmRecipients(
        database,
        due.flatMap(({ tank_id }) => tank_id ?? []),
        channels.mail.isReady,
      )
      const at = instantAt(clock.now())
      return newestOfEachAlarm(
        due.filter(({ state, tank_id, ...row }) => {
          if (row.alarm_id === null) return true
          const isRecipient = recipients.get(tank_id ?? 0)?.some((recipient) => recipient.user_id === user_id)
          const message = { ...row, wasHeld: wasHeldByQuietHours(row) }
          return isRecipient && state !== null && isWorthSending({ ...row, state }, message, at)
        }),
      )
    },

    async compose(rows, digest): Promise<Send | null> {
      const [first] = rows
      const recipient = first && (await findMessageRecipient(database, first.user_id ?? 0))
      const message = recipient && (await composeMessage(rows, digest, recipient))
      if (!first || !message || first.channel === 'webhook') return null
      const { channel } = first
      const id = messageIdOf(first, digest !== null)
      return async () => {
        try {
          const notification_id = first.alarm_id === null ? null : first.id
          const given = { recipient, message, notification_id, id }
          return result(await channels[channel].send(given), null)
        } catch (error) {
          const reason = reasonOf(error)
          const isOver = isForGood(error)
          const isDead = isOver || clock.now() - Date.parse(first.queued_at) >= DEAD_AFTER_MS
          if (first.alarm_id === null && isDead) await notifyOfDeadChannel(first, recipient, reason)
          // `dropped`: the mail server does not know the mailbox; the next reminder tries again.
          return result(isOver ? 'dropped' : 'failed', reason)
        }
      }
    },

    noteHealth: ({ channel, alarm_id }, at, error) => health.note(channel, at, error, alarm_id === null),
  }
}

function result(outcome: SendResult['outcome'] | 'nobody', error: string | null): SendResult {
  return { outcome: outcome === 'nobody' ? 'dropped' : outcome, error, took_ms: null, status: null, answer: null }
}

/**
 * The same for a repeat. Contains the time because ids start from 1 in a new database, and a mailbox that knows an id drops the message.
 */
function messageIdOf({ id, queued_at, digest_id }: PendingNotification, isDigest: boolean): string {
  return `notification-${isDigest ? (digest_id ?? id) : id}-${Date.parse(queued_at)}`
}
