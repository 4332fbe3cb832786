import { setTimeout } from 'node:timers/promises'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { NotificationChannel } from '@dalyan/contracts/notifications'
import pLimit from 'p-limit'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { JobOutcome } from '../../../core/database/job-queue.ts'
import type { AlarmLinks } from '../links/alarm-links.ts'
import { channelHealthRepository } from '../channels/channel-health.repository.ts'
import type { Channels, MessageRecipient } from '../channels/channels.ts'
import { composeDigest, composeOne, type Message, type Trend } from '../messages/compose-message.ts'
import { isForGood, reasonOf } from './refusals.rules.ts'
import {
  wasHeldByQuietHours,
  isDigest,
  isWorthSending,
  DIGEST_WINDOW_MS,
  nextNotificationAfter,
  newestOfEachAlarm,
  type AlarmRecipient,
} from './notifications.rules.ts'
import type { NotificationJob } from './notification-queue.ts'
import { notificationsRepository, type PendingNotification } from './notifications.repository.ts'

const PATIENCE_MS = 3_000
/** So many look up, or note, what becomes of a power cut at once: the other connections are for those who look at the page. */
const LOOKING_AT_ONCE = 3

interface Needs {
  database: Database
  clock: Clock
  channels: Channels
  links: AlarmLinks
  findMessageRecipient: (userId: number) => Promise<MessageRecipient | undefined>
  /** Who may be told of alarms of these tanks now, by tank. */
  findAlarmRecipients: (tankIds: readonly number[]) => Promise<Map<number, AlarmRecipient[]>>
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  trendOf: (alarm: Alarm) => Promise<Trend>
}

/** Brings what is queued to people: one message each, or one for many. */
export function createDeliveries({
  database,
  clock,
  channels,
  links,
  findMessageRecipient: findReader,
  findAlarmRecipients: findListeners,
  findAlarms,
  trendOf,
}: Needs) {
  const notifications = notificationsRepository(database)
  const health = channelHealthRepository(database)
  const now = () => instantAt(clock.now())
  // Never around what is sent: a mail server that does not answer keeps nobody waiting.
  const inTurn = pLimit(LOOKING_AT_ONCE)

  /** Sends and notes how it went; a person who cannot be reached by this channel needs no second try. */
  async function send(
    channel: NotificationChannel,
    reader: MessageRecipient,
    message: Message,
    rows: readonly PendingNotification[],
    isMessageOfMany: boolean,
  ): Promise<void> {
    const [first] = rows
    if (!first) return
    const ids = rows.map(({ id }) => id)
    let result: 'sent' | 'nobody'
    try {
      result = await channels[channel].send({ recipient: reader, message, notification_id: first.id, id: idOf(first) })
    } catch (error) {
      await health.note(channel, now(), reasonOf(error))
      // A mailbox that there is not stays away; the next reminder tries once more.
      if (isForGood(error)) return notifications.settle(ids, { dropped_at: now() })
      throw error
    }
    if (result === 'nobody') return inTurn(() => notifications.settle(ids, { dropped_at: now() }))
    await health.note(channel, now(), null)
    await inTurn(() =>
      notifications.settle(ids, { sent_at: now(), ...(isMessageOfMany ? { digest_id: first.id } : {}) }),
    )
  }

  async function sendOne(
    channel: NotificationChannel,
    reader: MessageRecipient,
    row: PendingNotification,
  ): Promise<void> {
    const [alarm] = await findAlarms(database, [row.alarm_id])
    if (!alarm) return
    const isWaiting = alarm.state === 'active_unack'
    const elapsed = clock.now() - Date.parse(row.episode_at)
    const repeatsInMs = nextNotificationAfter(alarm.severity, elapsed, []) - elapsed
    const message = composeOne(
      {
        reason: row.reason,
        alarm,
        trend: await trendOf(alarm),
        repeatsInMinutes: isWaiting ? Math.ceil(repeatsInMs / 60_000) : null,
        link: await links.to(alarm.id, reader.user_id),
      },
      reader,
    )
    await send(channel, reader, message, [row], false)
  }

  /** `ids`: all of which the message is, those that were told one by one before they were many as well. */
  async function sendMany(
    channel: NotificationChannel,
    reader: MessageRecipient,
    rows: readonly PendingNotification[],
    ids: readonly number[],
  ): Promise<void> {
    const alarms = await inTurn(() => findAlarms(database, ids))
    const own = new Set(rows.map(({ alarm_id }) => alarm_id))
    const listed = alarms.filter(({ id, state }) => own.has(id) || state === 'active_unack' || state === 'rtn_unack')
    const [row] = rows
    if (listed.length === 1 && row) return sendOne(channel, reader, row)
    await send(channel, reader, composeDigest(listed, reader, links.toList()), rows, true)
  }

  /** Of what waits for one person by one channel the messages that leave: one of each alarm, while it is true and his to know. */
  async function takeWorth(userId: number, channel: NotificationChannel): Promise<PendingNotification[]> {
    const pending = await notifications.findPending(userId, channel, now())
    if (pending.length === 0) return []
    const listeners = await findListeners(pending.map(({ tank_id }) => tank_id))
    const worth = newestOfEachAlarm(
      pending.filter((row) => {
        const { episode_at, reminder_number, tank_id } = row
        const standing = { ...row, notified_at: row.alarm_notified_at }
        const isHis = listeners.get(tank_id)?.some(({ user_id }) => user_id === userId)
        return (
          isHis && isWorthSending(standing, { episode_at, reminder_number, wasHeld: wasHeldByQuietHours(row) }, now())
        )
      }),
    )
    const leaving = new Set(worth.map(({ id }) => id))
    await notifications.settle(
      pending.map(({ id }) => id).filter((id) => !leaving.has(id)),
      { dropped_at: now() },
    )
    return worth
  }

  /** What leaves for one person by one channel, and all that he was told of late; nothing where nobody is there to read it. */
  async function lookUp(userId: number, channel: NotificationChannel) {
    const worth = await takeWorth(userId, channel)
    const reader = worth.length > 0 ? await findReader(userId) : undefined
    const since = instantAt(clock.now() - DIGEST_WINDOW_MS)
    const recent = reader ? await notifications.findRecent(userId, channel, since, now()) : []
    return { worth, recent, reader }
  }

  /** All that one person is to be told by one channel. */
  async function tellAll(userId: number, channel: NotificationChannel): Promise<void> {
    const { worth, recent, reader } = await inTurn(() => lookUp(userId, channel))
    if (!reader) return
    let failure: unknown
    // A new alarm never waits behind reminders, however many there are.
    for (const rows of Map.groupBy(
      worth,
      ({ firm_id, reminder_number }) => `${firm_id} ${reminder_number > 0}`,
    ).values()) {
      const [{ firm_id, reminder_number } = { firm_id: null, reminder_number: 0 }] = rows
      const alike = recent.filter((one) => one.firm_id === firm_id && one.is_reminder === reminder_number > 0)
      const lastMany = alike
        .flatMap(({ digest_sent_at }) => digest_sent_at ?? [])
        .toSorted()
        .at(-1)
      try {
        if (!isDigest(alike)) for (const row of rows) await sendOne(channel, reader, row)
        else if (lastMany === undefined)
          await sendMany(
            channel,
            reader,
            rows,
            alike.map(({ alarm_id }) => alarm_id),
          )
        else await hold(rows, lastMany)
      } catch (error) {
        failure = error
      }
    }
    if (failure !== undefined) throw failure
  }

  /** Many have just been told as one: those that come after wait for the next list. */
  async function hold(rows: readonly PendingNotification[], lastMany: string): Promise<void> {
    const not_before = instantAt(Date.parse(lastMany) + DIGEST_WINDOW_MS)
    await notifications.settle(
      rows.map(({ id }) => id),
      { not_before },
    )
  }

  const underWay = new Map<string, Promise<void>>()

  /** One after the other for each person and channel: two at once would both tell the same. */
  function deliverTo(userId: number, channel: NotificationChannel): Promise<void> {
    const key = `${userId} ${channel}`
    const before = underWay.get(key) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(() => tellAll(userId, channel))
    underWay.set(key, mine)
    const forget = () => void (underWay.get(key) === mine && underWay.delete(key))
    mine.then(forget, forget)
    return mine
  }

  return {
    deliverTo,

    /** Tells what a process that was killed had taken from the queue: nobody waits until its jobs expire. */
    async recover(): Promise<void> {
      const waiting = await notifications.findWaiting(now())
      await Promise.allSettled(waiting.map(({ user_id, channel }) => deliverTo(user_id, channel)))
    },

    /** The work of one channel's queue; a job after which something still waits is tried again. */
    async work(channel: NotificationChannel, jobs: readonly NotificationJob[]): Promise<JobOutcome[]> {
      const failures = new Map<number, unknown>()
      await Promise.all(
        [...new Set(jobs.map(({ user_id }) => user_id))].map(async (userId) => {
          try {
            await withPatience(deliverTo(userId, channel))
          } catch (error) {
            failures.set(userId, error)
          }
        }),
      )
      return jobs.map(({ user_id }) => (failures.has(user_id) ? { error: failures.get(user_id) } : 'done'))
    },
  }
}

/** One whose mail or push service does not answer keeps nobody else waiting: his delivery goes on, and his job looks again later. */
async function withPatience(delivery: Promise<void>): Promise<void> {
  const patience = new AbortController()
  const isLate = setTimeout(PATIENCE_MS, true, { signal: patience.signal })
  const outcome = await Promise.race([delivery, isLate]).finally(() => patience.abort())
  if (outcome === true) throw new Error('still under way')
}

/** A database made anew counts from 1 again, and a mailbox that knew the number would drop the message. */
function idOf({ id, queued_at }: PendingNotification): string {
  return `telling-${id}-${Date.parse(queued_at)}`
}
