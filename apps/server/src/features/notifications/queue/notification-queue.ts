import type { Interruption } from '@dalyan/contracts/home'
import type { Severity } from '@dalyan/contracts/alarm-words'
import type { NotificationReason } from '@dalyan/contracts/notifications'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmNotice, AlarmReport } from '../../alarms/machine/save-alarms.ts'
import { inboxRepository } from '../inbox.sql.ts'
import { findAdministrators, findAlarmRecipients, findAllAlarmRecipients } from '../recipients/recipients.sql.ts'
import {
  nextNotificationAfter,
  planNotifications,
  planServerNotice,
  planWebhooks,
  reminderNumberAfter,
  urgencyOf,
  type AlarmRecipient,
  type WebhookRecipient,
} from './notifications.rules.ts'
import {
  notificationsRepository,
  type DueAlarm,
  type NotificationPlan,
  type StandingAlarm,
} from './notifications.sql.ts'

const ALARMS_AT_ONCE = 500
const DAY_MS = 86_400_000
const KEPT_DAYS = { users: 90, reminders: 1, webhooks: 30 }

type NotifiedAlarm = DueAlarm & { reason: NotificationReason }
const NO_RECIPIENTS: readonly AlarmRecipient[] = []

export interface QueueNeeds extends Pick<Basics, 'database' | 'clock'> {
  /** Whether the server can send email. */
  canMail: boolean
  /** The webhooks of these tanks, by tank. */
  findWebhooks: (on: Connection, tankIds: readonly number[]) => Promise<Map<number, WebhookRecipient[]>>
}

/** Queues the notifications of alarms in the alarms' own transaction, so that both are committed or neither. */
export async function notifyOfAlarms(
  needs: QueueNeeds,
  on: Connection,
  notices: readonly AlarmNotice[],
  reports: readonly AlarmReport[],
): Promise<void> {
  await queueReports(needs, on, reports)
  const alarms = notices.flatMap(({ alarm: { id, tank, severity, kind }, episode_at, reason }) =>
    tank ? [{ alarm_id: id, episode_at, tank_id: tank.id, severity, kind, reason }] : [],
  )
  await queueNotifications(needs, on, alarms)
}

/** Queues the messages about an interruption of the watch to everybody who is notified of alarms: some may have been missed. */
export async function notifyOfInterruption(
  { clock, canMail }: Pick<QueueNeeds, 'clock' | 'canMail'>,
  on: Connection,
  { from }: Interruption,
): Promise<void> {
  const notice = { reason: 'interrupted', severity: 'warning' } as const
  const planned = planServerNotice(await findAllAlarmRecipients(on, canMail), notice, clock.now())
  await notificationsRepository(on).insertServerNotices(planned, from, instantAt(clock.now()))
}

/** Queues the messages about a disk that is nearly full to all administrators. */
export async function notifyOfLowDisk(
  { database, clock }: Pick<QueueNeeds, 'database' | 'clock'>,
  severity: Severity,
): Promise<void> {
  const at = instantAt(clock.now())
  const planned = planServerNotice(await findAdministrators(database), { reason: 'low_disk', severity }, clock.now())
  await notificationsRepository(database).insertServerNotices(planned, at, at)
}

/** Queues the due reminders, and the notifications of the next user on call. */
export async function queueDueNotifications(needs: QueueNeeds): Promise<void> {
  await needs.database.transact((on) => makeUp(needs, on))
  await needs.database.transact((on) => remind(needs, on))
}

/** Removes old notifications and inbox items. */
export async function removeOldNotifications({ database, clock }: QueueNeeds): Promise<void> {
  const before = (days: number) => instantAt(clock.now() - days * DAY_MS)
  const { users, reminders, webhooks } = KEPT_DAYS
  await notificationsRepository(database).removeBefore(before(users), before(reminders), before(webhooks))
  await inboxRepository(database).removeBefore(before(users))
}

/** Queues the notifications of these alarms that are due now, and sets when their recipients are next notified. */
async function queueNotifications(needs: QueueNeeds, on: Connection, alarms: readonly NotifiedAlarm[]): Promise<void> {
  if (alarms.length === 0) return
  const now = needs.clock.now()
  const tankIds = alarms.map(({ tank_id }) => tank_id)
  const recipients = await findAlarmRecipients(on, tankIds, needs.canMail)
  const webhooks = await needs.findWebhooks(on, tankIds)
  const notifications = notificationsRepository(on)
  await notifications.insert(plansOf(alarms, recipients, webhooks, now), instantAt(now))
  await notifications.escalate(
    alarms.map(({ alarm_id, episode_at, severity, kind, tank_id }) => {
      const begun = Date.parse(episode_at)
      const next =
        begun + nextNotificationAfter(urgencyOf({ severity, kind }), now - begun, recipients.get(tank_id) ?? [])
      return { alarm_id, episode_at, due_at: instantAt(next) }
    }),
  )
}

/** Of a thousand alarms raised at once most have the same recipients, so that each group is planned once. */
function plansOf(
  alarms: readonly NotifiedAlarm[],
  recipients: ReadonlyMap<number, readonly AlarmRecipient[]>,
  webhooks: ReadonlyMap<number, readonly WebhookRecipient[]>,
  now: number,
): NotificationPlan[] {
  const byFirm = Map.groupBy(alarms, ({ tank_id }) => recipients.get(tank_id) ?? NO_RECIPIENTS)
  return [...byFirm].flatMap(([users, ofFirm]) => {
    const alike = Map.groupBy(
      ofFirm,
      ({ severity, kind, reason, episode_at }) =>
        `${urgencyOf({ severity, kind })} ${severity} ${reason} ${episode_at}`,
    )
    return [...alike.values()].flatMap((same): NotificationPlan[] => {
      const [first] = same
      if (!first) return []
      const { severity, kind, reason, episode_at, tank_id } = first
      const elapsedMs = now - Date.parse(episode_at)
      const reminder_number = reminderNumberAfter(urgencyOf(first), elapsedMs)
      const wanted = [
        ...planNotifications({ severity, kind, reason, elapsedMs, now }, users),
        ...planWebhooks(reason, reminder_number, webhooks.get(tank_id) ?? []),
      ]
      return [{ reminder_number, alarms: same, wanted }]
    })
  })
}

/** Queues notifications to webhooks alone, for transitions that notify no user. */
async function queueReports(needs: QueueNeeds, on: Connection, reports: readonly AlarmReport[]): Promise<void> {
  if (reports.length === 0) return
  const tankIds = reports.flatMap(({ alarm }) => alarm.tank?.id ?? [])
  const webhooks = await needs.findWebhooks(on, tankIds)
  const plans = reports.flatMap(({ alarm, transition }): NotificationPlan[] => {
    const { acknowledged_at, shelved_until, cleared_at, closed_at } = alarm
    const at = { acknowledged: acknowledged_at, shelved: shelved_until, cleared: cleared_at, closed: closed_at }
    const episode_at = at[transition]
    if (!alarm.tank || episode_at === null) return []
    const wanted = planWebhooks(transition, 0, webhooks.get(alarm.tank.id) ?? [])
    return [{ reminder_number: 0, alarms: [{ alarm_id: alarm.id, episode_at }], wanted }]
  })
  await notificationsRepository(on).insert(plans, instantAt(needs.clock.now()))
}

/** Queues the notifications of alarms for which that failed when they were raised. */
async function makeUp(needs: QueueNeeds, on: Connection): Promise<void> {
  const now = instantAt(needs.clock.now())
  const alarms = await notificationsRepository(on).takeUnnotified(ALARMS_AT_ONCE)
  const open = alarms.filter(({ shelved_until }) => shelved_until === null || shelved_until <= now)
  const raised = open.map((alarm) => ({ ...alarm, reason: 'raised' as const }))
  await queueNotifications(needs, on, raised)
}

async function remind(needs: QueueNeeds, on: Connection): Promise<void> {
  const due = await notificationsRepository(on).takeDue(instantAt(needs.clock.now()), ALARMS_AT_ONCE)
  if (due.length === 0) return
  const isUnanswered = ({ state, notified_at, episode_at }: StandingAlarm) =>
    state === 'active_unack' && notified_at === episode_at
  const [unanswered, answered] = [due.filter(isUnanswered), due.filter((alarm) => !isUnanswered(alarm))]
  const done = answered.map(({ alarm_id, episode_at }) => ({ alarm_id, episode_at, due_at: null }))
  await notificationsRepository(on).escalate(done)
  const reminded = unanswered.map((alarm) => ({ ...alarm, reason: 'reminder' as const }))
  await queueNotifications(needs, on, reminded)
}
