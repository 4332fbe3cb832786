import type { Alarm } from '@dalyan/contracts/alarms'
import type { NotificationChannel } from '@dalyan/contracts/notifications'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { JobOutcome } from '../../core/database/job-queue.ts'
import type { AlarmLinks } from './alarm-links.ts'
import { channelHealthRepository } from './channel-health.repository.ts'
import type { Channels, Reader } from './channels.ts'
import { composeMany, composeOne, type Message, type Trend } from './compose-message.ts'
import { isMany, isWorthTelling, MANY_WITHIN_MS, nextAfter } from './telling.rules.ts'
import type { TellingJob } from './telling.service.ts'
import { tellingsRepository, type PendingTelling } from './tellings.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  channels: Channels
  links: AlarmLinks
  findReader: (userId: number) => Promise<Reader | undefined>
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  trendOf: (alarm: Alarm) => Promise<Trend>
}

/** Brings what is queued to people: one message each, or one for many. */
export function createDeliveries({ database, clock, channels, links, findReader, findAlarms, trendOf }: Needs) {
  const tellings = tellingsRepository(database)
  const health = channelHealthRepository(database)
  const now = () => instantAt(clock.now())

  /** Sends and notes how it went; a person who cannot be reached by this channel needs no second try. */
  async function send(
    channel: NotificationChannel,
    reader: Reader,
    message: Message,
    rows: readonly PendingTelling[],
    isMessageOfMany: boolean,
  ): Promise<void> {
    const [first] = rows
    if (!first) return
    const ids = rows.map(({ id }) => id)
    let result: 'sent' | 'nobody'
    try {
      result = await channels[channel].send({ reader, message, telling_id: first.id })
    } catch (error) {
      await health.note(channel, now(), error instanceof Error ? error.message : String(error))
      throw error
    }
    if (result === 'nobody') return tellings.settle(ids, { dropped_at: now() })
    await health.note(channel, now(), null)
    await tellings.settle(ids, { told_at: now(), ...(isMessageOfMany ? { within_id: first.id } : {}) })
  }

  async function sendOne(channel: NotificationChannel, reader: Reader, row: PendingTelling): Promise<void> {
    const [alarm] = await findAlarms(database, [row.alarm_id])
    if (!alarm) return
    const isWaiting = alarm.state === 'active_unack'
    const elapsed = clock.now() - Date.parse(row.occasion)
    const repeatsInMs = nextAfter(alarm.severity, elapsed, []) - elapsed
    const message = composeOne(
      {
        why: row.why,
        alarm,
        trend: await trendOf(alarm),
        repeatsInMinutes: isWaiting ? Math.ceil(repeatsInMs / 60_000) : null,
        link: isWaiting ? await links.to(alarm.id, reader.user_id) : null,
      },
      reader,
    )
    await send(channel, reader, message, [row], false)
  }

  async function sendMany(
    channel: NotificationChannel,
    reader: Reader,
    rows: readonly PendingTelling[],
  ): Promise<void> {
    const alarms = await findAlarms(
      database,
      rows.map(({ alarm_id }) => alarm_id),
    )
    await send(channel, reader, composeMany(alarms, reader, links.toList()), rows, true)
  }

  /** All that one person is to be told by one channel. */
  async function tellAll(userId: number, channel: NotificationChannel): Promise<void> {
    const pending = await tellings.findPending(userId, channel, now())
    const [worth, idle] = partition(pending, (row) => {
      const { occasion, turn, held_until } = row
      const standing = { ...row, told_at: row.alarm_told_at }
      return isWorthTelling(standing, { occasion, turn, wasHeld: held_until !== null }, now())
    })
    await tellings.settle(
      idle.map(({ id }) => id),
      { dropped_at: now() },
    )
    const reader = worth.length > 0 ? await findReader(userId) : undefined
    if (!reader) return
    const recent = await tellings.findRecent(userId, channel, instantAt(clock.now() - MANY_WITHIN_MS))
    let failure: unknown
    // A new alarm never waits behind reminders, however many there are.
    for (const rows of Map.groupBy(worth, ({ firm_id, turn }) => `${firm_id} ${turn > 0}`).values()) {
      const [{ firm_id, turn } = { firm_id: null, turn: 0 }] = rows
      const alike = recent.filter((one) => one.firm_id === firm_id && one.is_reminder === turn > 0)
      const lastMany = alike
        .flatMap(({ many_told_at }) => many_told_at ?? [])
        .toSorted()
        .at(-1)
      try {
        if (!isMany(alike)) for (const row of rows) await sendOne(channel, reader, row)
        else if (lastMany === undefined) await sendMany(channel, reader, rows)
        else await hold(rows, lastMany)
      } catch (error) {
        failure = error
      }
    }
    if (failure !== undefined) throw failure
  }

  /** Many have just been told as one: those that come after wait for the next list. */
  async function hold(rows: readonly PendingTelling[], lastMany: string): Promise<void> {
    const held_until = instantAt(Date.parse(lastMany) + MANY_WITHIN_MS)
    await tellings.settle(
      rows.map(({ id }) => id),
      { held_until },
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
      const waiting = await tellings.findWaiting(now())
      await Promise.allSettled(waiting.map(({ user_id, channel }) => deliverTo(user_id, channel)))
    },

    /** The work of one channel's queue; a job whose telling still waits afterwards is tried again. */
    async work(channel: NotificationChannel, jobs: readonly TellingJob[]): Promise<JobOutcome[]> {
      const failures = new Map<number, unknown>()
      await Promise.all(
        [...new Set(jobs.map(({ user_id }) => user_id))].map(async (userId) => {
          try {
            await deliverTo(userId, channel)
          } catch (error) {
            failures.set(userId, error)
          }
        }),
      )
      const open = await tellings.findOpen(
        jobs.map(({ telling_id }) => telling_id),
        now(),
      )
      return jobs.map(({ telling_id, user_id }) =>
        open.has(telling_id) && failures.has(user_id) ? { error: failures.get(user_id) } : 'done',
      )
    },
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
