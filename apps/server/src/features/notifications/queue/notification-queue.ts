import type { NotificationChannel, NotificationReason } from '@dalyan/contracts/notifications'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { JobKind, JobQueue } from '../../../core/database/job-queue.ts'
import type { AlarmNotice, AlarmReport } from '../../alarms/machine/save-alarms.ts'
import type { WebhookOccasion } from '../../webhooks/queue-webhooks.ts'
import { inboxRepository } from '../inbox/inbox.repository.ts'
import { findAlarmRecipients } from '../recipients/alarm-recipients.repository.ts'
import {
  nextNotificationAfter,
  reminderNumberAfter,
  planNotifications,
  type AlarmRecipient,
} from './notifications.rules.ts'
import {
  notificationsRepository,
  type QueuedRecipient,
  type NotificationPlan,
  type DueAlarm,
} from './notifications.repository.ts'

const ALARMS_AT_ONCE = 500
const DAY_MS = 86_400_000
const KEPT_MS = 90 * DAY_MS
/** A message that cannot leave is tried for about half an hour; by then a reminder has taken over. */
const TRIES = { retryLimit: 8, retryDelay: 5, retryDelayMax: 600, batchSize: 100 }

/** The jobs of each channel: they wait for themselves alone. */
export const NOTIFICATION_JOBS: Record<NotificationChannel, JobKind> = {
  app: { name: 'tell-app', ...TRIES },
  push: { name: 'tell-push', ...TRIES },
  mail: { name: 'tell-mail', ...TRIES },
}

/** Whoever does it tells a person all that waits for him by one channel; what that is, and what became of it, stands in `tellings`. */
export interface NotificationJob {
  user_id: number
}

type CalledAlarm = DueAlarm & { reason: NotificationReason }
const NOBODY: readonly AlarmRecipient[] = []

interface Needs {
  database: Database
  clock: Clock
  jobs: Pick<JobQueue, 'put' | 'isOpen'>
  /** Whether people can be reached by e-mail. */
  canMail: boolean
  /** Machines that hear of alarms, in the same transaction. */
  notifyWebhooks: (on: Connection, heard: readonly WebhookOccasion[]) => Promise<void>
}

export type NotificationQueue = ReturnType<typeof createNotificationQueue>

/** Who is told of alarms, and when again: puts jobs, sends nothing. */
export function createNotificationQueue({ database, clock, jobs, canMail, notifyWebhooks }: Needs) {
  const now = () => instantAt(clock.now())

  /** One job for each person and channel, of however many alarms: a power cut of a thousand tanks keeps no other alarm waiting. */
  async function put(on: Connection, addressees: readonly QueuedRecipient[]): Promise<void> {
    for (const [channel, people] of Map.groupBy(addressees, (one) => one.channel)) {
      const given = people.map(({ id, user_id }) => ({ key: String(id), data: { user_id } satisfies NotificationJob }))
      await jobs.put(on, NOTIFICATION_JOBS[channel], given)
    }
  }

  /** What is wanted at this moment of alarms that nobody has answered, and when to look again. */
  async function queue(on: Connection, alarms: readonly CalledAlarm[]): Promise<void> {
    const listeners = await findAlarmRecipients(
      on,
      alarms.map(({ tank_id }) => tank_id),
      canMail,
    )
    await notifyWebhooks(on, alarms.flatMap(callingEvents))
    const notifications = notificationsRepository(on)
    await put(on, await notifications.insert(callsOf(alarms, listeners), now()))
    await notifications.watch(
      alarms.map(({ alarm_id, episode_at, severity, tank_id }) => {
        const elapsed = clock.now() - Date.parse(episode_at)
        const next = Date.parse(episode_at) + nextNotificationAfter(severity, elapsed, listeners.get(tank_id) ?? [])
        return { alarm_id, episode_at, due_at: instantAt(next) }
      }),
    )
  }

  /** Of a thousand alarms that come at once most are told alike: who is to be told of them is asked once. */
  function callsOf(
    alarms: readonly CalledAlarm[],
    listeners: ReadonlyMap<number, readonly AlarmRecipient[]>,
  ): NotificationPlan[] {
    const byFirm = Map.groupBy(alarms, ({ tank_id }) => listeners.get(tank_id) ?? NOBODY)
    return [...byFirm].flatMap(([people, ofFirm]) => {
      const alike = Map.groupBy(ofFirm, ({ severity, reason, episode_at }) => `${severity} ${reason} ${episode_at}`)
      return [...alike.values()].flatMap((told): NotificationPlan[] => {
        const [first] = told
        if (!first) return []
        const { severity, reason, episode_at } = first
        const elapsedMs = clock.now() - Date.parse(episode_at)
        const wanted = planNotifications({ severity, reason, elapsedMs, now: clock.now() }, people)
        const called = told.map(({ alarm_id, occurrences: occurrence }) => ({ alarm_id, episode_at, occurrence }))
        return [{ reminder_number: reminderNumberAfter(severity, elapsedMs), alarms: called, wanted }]
      })
    })
  }

  /** The turn of a person on call is no reminder. */
  function callingEvents({ alarm_id, tank_id, severity, episode_at, reason }: CalledAlarm): WebhookOccasion[] {
    const reminder_number = reminderNumberAfter(severity, clock.now() - Date.parse(episode_at))
    if (reason === 'reminder')
      return reminder_number === 0 ? [] : [{ alarm_id, tank_id, event: 'alarm.reminder', episode_at, reminder_number }]
    const event = reason === 'raised' ? 'alarm.raised' : 'alarm.notified_again'
    return [{ alarm_id, tank_id, event, episode_at, reminder_number: 0 }]
  }

  /** Machines alone hear of what calls nobody. */
  function transitionEvents({ alarm, transition }: AlarmReport): WebhookOccasion[] {
    const { acknowledged_at, shelved_until, cleared_at, closed_at } = alarm
    const episode_at = {
      acknowledged: acknowledged_at,
      shelved: shelved_until,
      cleared: cleared_at,
      closed: closed_at,
    }[transition]
    if (!alarm.tank || episode_at === null) return []
    return [
      { alarm_id: alarm.id, tank_id: alarm.tank.id, event: `alarm.${transition}`, episode_at, reminder_number: 0 },
    ]
  }

  /** What should have been told when it was raised, and was not. */
  async function makeUp(): Promise<void> {
    await database.transact(async (on) => {
      const untold = await notificationsRepository(on).takeUnnotified(ALARMS_AT_ONCE)
      const open = untold.filter(({ shelved_until }) => shelved_until === null || shelved_until <= now())
      if (open.length > 0)
        await queue(
          on,
          open.map((alarm) => ({ ...alarm, reason: 'raised' as const })),
        )
    })
  }

  async function remind(): Promise<void> {
    await database.transact(async (on) => {
      const due = await notificationsRepository(on).takeDue(now(), ALARMS_AT_ONCE)
      if (due.length === 0) return
      const isWaiting = ({ state, notified_at, episode_at }: DueAlarm) =>
        state === 'active_unack' && notified_at === episode_at
      const answered = due.filter((alarm) => !isWaiting(alarm))
      await notificationsRepository(on).watch(
        answered.map(({ alarm_id, episode_at }) => ({ alarm_id, episode_at, due_at: null })),
      )
      const waiting = due.filter(isWaiting)
      if (waiting.length > 0)
        await queue(
          on,
          waiting.map((alarm) => ({ ...alarm, reason: 'reminder' as const })),
        )
    })
  }

  return {
    /** Puts the messages of alarms in the alarms' own transaction: neither is ever lost without the other. */
    async notify(on: Connection, notices: readonly AlarmNotice[], reports: readonly AlarmReport[] = []): Promise<void> {
      await notifyWebhooks(on, reports.flatMap(transitionEvents))
      // Nobody would take the jobs: the server is not open yet.
      if (!jobs.isOpen()) return
      const standing = await notificationsRepository(on).findNotifiedAt(notices.map(({ alarm }) => alarm.id))
      const alarms = notices.flatMap(({ alarm, reason }) => {
        const episode_at = standing.get(alarm.id)
        if (episode_at === undefined || !alarm.tank) return []
        const { id: alarm_id, severity, state, occurrences, shelved_until } = alarm
        const tank_id = alarm.tank.id
        return [
          {
            alarm_id,
            episode_at,
            tank_id,
            severity,
            state,
            occurrences,
            notified_at: episode_at,
            shelved_until,
            reason,
          },
        ]
      })
      if (alarms.length > 0) await queue(on, alarms)
    },

    /** What time alone brings about: reminders, the next on call, the end of quiet hours. */
    async tick(): Promise<void> {
      if (!jobs.isOpen()) return
      await makeUp()
      await remind()
      await database.transact(async (on) => put(on, await notificationsRepository(on).release(now())))
    },

    /** Forgets what was told long ago. */
    async sweep(): Promise<void> {
      const at = instantAt(clock.now() - KEPT_MS)
      await notificationsRepository(database).removeBefore(at, instantAt(clock.now() - DAY_MS))
      await inboxRepository(database).removeBefore(at)
    },
  }
}
