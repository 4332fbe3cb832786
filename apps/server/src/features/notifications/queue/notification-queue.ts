import type { WebhookReason } from '@dalyan/contracts/webhooks'
import type { NotificationReason } from '@dalyan/contracts/notifications'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import type { AlarmNotice, AlarmReport } from '../../alarms/machine/save-alarms.ts'
import { inboxRepository } from '../inbox/inbox.repository.ts'
import { findAlarmRecipients } from '../recipients/alarm-recipients.repository.ts'
import {
  nextNotificationAfter,
  planNotifications,
  planWebhooks,
  reminderNumberAfter,
  type AlarmRecipient,
  type WebhookRecipient,
} from './notifications.rules.ts'
import { notificationsRepository, type DueAlarm, type NotificationPlan } from './notifications.repository.ts'

const ALARMS_AT_ONCE = 500
const DAY_MS = 86_400_000
const KEPT_DAYS = { users: 90, reminders: 1, webhooks: 30 }

type NotifiedAlarm = DueAlarm & { reason: NotificationReason }
const NO_RECIPIENTS: readonly AlarmRecipient[] = []

interface Needs {
  database: Database
  clock: Clock
  /** Whether the server can send email. */
  canMail: boolean
  /** The webhooks of these tanks, by tank. */
  findWebhooks: (on: Connection, tankIds: readonly number[]) => Promise<Map<number, WebhookRecipient[]>>
}

export type NotificationQueue = ReturnType<typeof createNotificationQueue>

/** Queues notifications and reminders of alarms, without sending them. */
export function createNotificationQueue({ database, clock, canMail, findWebhooks }: Needs) {
  const now = () => instantAt(clock.now())

  /** Queues the notifications of these alarms that are due now, and sets when their recipients are next notified. */
  async function queue(on: Connection, alarms: readonly NotifiedAlarm[]): Promise<void> {
    if (alarms.length === 0) return
    const tankIds = alarms.map(({ tank_id }) => tank_id)
    const recipients = await findAlarmRecipients(on, tankIds, canMail)
    const webhooks = await findWebhooks(on, tankIds)
    const notifications = notificationsRepository(on)
    await notifications.insert(plansOf(alarms, recipients, webhooks), now())
    await notifications.escalate(
      alarms.map(({ alarm_id, episode_at, severity, tank_id }) => {
        const begun = Date.parse(episode_at)
        const next = begun + nextNotificationAfter(severity, clock.now() - begun, recipients.get(tank_id) ?? [])
        return { alarm_id, episode_at, due_at: instantAt(next) }
      }),
    )
  }

  /** Of a thousand alarms raised at once most have the same recipients, so that each group is planned once. */
  function plansOf(
    alarms: readonly NotifiedAlarm[],
    recipients: ReadonlyMap<number, readonly AlarmRecipient[]>,
    webhooks: ReadonlyMap<number, readonly WebhookRecipient[]>,
  ): NotificationPlan[] {
    const byFirm = Map.groupBy(alarms, ({ tank_id }) => recipients.get(tank_id) ?? NO_RECIPIENTS)
    return [...byFirm].flatMap(([users, ofFirm]) => {
      const alike = Map.groupBy(ofFirm, ({ severity, reason, episode_at }) => `${severity} ${reason} ${episode_at}`)
      return [...alike.values()].flatMap((same): NotificationPlan[] => {
        const [first] = same
        if (!first) return []
        const { severity, reason, episode_at, tank_id } = first
        const elapsedMs = clock.now() - Date.parse(episode_at)
        const reminder_number = reminderNumberAfter(severity, elapsedMs)
        const wanted = [
          ...planNotifications({ severity, reason, elapsedMs, now: clock.now() }, users),
          ...planWebhooks(reason, reminder_number, webhooks.get(tank_id) ?? []),
        ]
        const planned = same.map(({ alarm_id, occurrences: occurrence }) => ({ alarm_id, episode_at, occurrence }))
        return [{ reminder_number, alarms: planned, wanted }]
      })
    })
  }

  /** Queues notifications to webhooks alone, for transitions that notify no user. */
  async function queueReports(on: Connection, reports: readonly AlarmReport[]): Promise<void> {
    if (reports.length === 0) return
    const webhooks = await findWebhooks(
      on,
      reports.flatMap(({ alarm }) => alarm.tank?.id ?? []),
    )
    const plans = reports.flatMap(({ alarm, transition }): NotificationPlan[] => {
      const { acknowledged_at, shelved_until, cleared_at, closed_at } = alarm
      const at = { acknowledged: acknowledged_at, shelved: shelved_until, cleared: cleared_at, closed: closed_at }
      const episode_at = at[transition]
      if (!alarm.tank || episode_at === null) return []
      const reason: WebhookReason = transition
      const wanted = planWebhooks(reason, 0, webhooks.get(alarm.tank.id) ?? [])
      const planned = { alarm_id: alarm.id, episode_at, occurrence: alarm.occurrences }
      return [{ reminder_number: 0, alarms: [planned], wanted }]
    })
    await notificationsRepository(on).insert(plans, now())
  }

  /** Queues the notifications of alarms for which that failed when they were raised. */
  async function makeUp(): Promise<void> {
    await database.transact(async (on) => {
      const alarms = await notificationsRepository(on).takeUnnotified(ALARMS_AT_ONCE)
      const open = alarms.filter(({ shelved_until }) => shelved_until === null || shelved_until <= now())
      await queue(
        on,
        open.map((alarm) => ({ ...alarm, reason: 'raised' })),
      )
    })
  }

  async function remind(): Promise<void> {
    await database.transact(async (on) => {
      const due = await notificationsRepository(on).takeDue(now(), ALARMS_AT_ONCE)
      if (due.length === 0) return
      const isUnanswered = ({ state, notified_at, episode_at }: DueAlarm) =>
        state === 'active_unack' && notified_at === episode_at
      const answered = due.filter((alarm) => !isUnanswered(alarm))
      await notificationsRepository(on).escalate(
        answered.map(({ alarm_id, episode_at }) => ({ alarm_id, episode_at, due_at: null })),
      )
      await queue(
        on,
        due.filter(isUnanswered).map((alarm) => ({ ...alarm, reason: 'reminder' })),
      )
    })
  }

  return {
    /** Queues the notifications of alarms in the alarms' own transaction, so that both are committed or neither. */
    async notify(on: Connection, notices: readonly AlarmNotice[], reports: readonly AlarmReport[] = []): Promise<void> {
      await queueReports(on, reports)
      if (notices.length === 0) return
      const notifiedAt = await notificationsRepository(on).findNotifiedAt(notices.map(({ alarm }) => alarm.id))
      const alarms = notices.flatMap(({ alarm, reason }) => {
        const episode_at = notifiedAt.get(alarm.id)
        if (episode_at === undefined || !alarm.tank) return []
        return [{ ...alarm, alarm_id: alarm.id, episode_at, tank_id: alarm.tank.id, notified_at: episode_at, reason }]
      })
      await queue(on, alarms)
    },

    /** Queues the due reminders, and the notifications of the next user on call. */
    async tick(): Promise<void> {
      await makeUp()
      await remind()
    },

    /** Removes old notifications and inbox items. */
    async sweep(): Promise<void> {
      const before = (days: number) => instantAt(clock.now() - days * DAY_MS)
      const { users, reminders, webhooks } = KEPT_DAYS
      await notificationsRepository(database).removeBefore(before(users), before(reminders), before(webhooks))
      await inboxRepository(database).removeBefore(before(users))
    },
  }
}
