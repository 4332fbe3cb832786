import type { Alarm } from '@dalyan/contracts/alarms'
import { NOTIFICATION_CHANNELS } from '@dalyan/contracts/notifications'
import type { Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { JobQueue } from '../../core/database/job-queue.ts'
import type { Logger } from '../../core/log.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { AppEvents } from '../../events.ts'
import type { TakeAttempt } from '../auth/attempt-gate.ts'
import type { Audit } from '../logs/audit-log.ts'
import { createAlarmLinks } from './links/alarm-links.ts'
import { createAppChannel } from './channels/app-channel.ts'
import { createDeliveries } from './queue/deliver-notifications.ts'
import { findAlarmRecipients } from './recipients/alarm-recipients.repository.ts'
import { createMailChannel } from './channels/mail-channel.ts'
import { createOnCallService } from './recipients/on-call.service.ts'
import { createPreferencesService } from './preferences/preferences.service.ts'
import { createPushChannel } from './channels/push-channel.ts'
import { findMessageRecipient } from './recipients/message-recipients.repository.ts'
import { NOTIFICATION_JOBS, type NotificationJob, type NotificationQueue } from './queue/notification-queue.ts'
import { findTrend } from './messages/trends.repository.ts'
import { createWeeklyTest } from './channels/weekly-test.ts'

type LinkNeeds = Parameters<typeof createAlarmLinks>[0]

interface Needs extends Pick<LinkNeeds, 'origin' | 'findLinkRecipient' | 'passwordOf' | 'maySee' | 'acknowledge'> {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  jobs: JobQueue
  queue: NotificationQueue
  pushGuard: TargetGuard
  secrets: SecretBox
  mailer: Mailer
  mailFrom: string | undefined
  takeAttempt: TakeAttempt
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  /** Whether every channel sends a message of its own once a week. */
  isWeeklyTestOn: () => Promise<boolean>
  audit: Audit
}

/** Telling people of alarms, wired; the queue brings the work once it is started. */
export function createNotifications(given: Needs) {
  const {
    pushGuard,
    mailFrom,
    mailer,
    jobs,
    queue: telling,
    findAlarms,
    hasFirm,
    isWeeklyTestOn: isWeeklyTrialOn,
    audit,
    ...needs
  } = given
  const { database, secrets } = needs
  const push = createPushChannel({ database, secrets, guard: pushGuard, subject: `mailto:${addressOf(mailFrom)}` })
  const channels = { app: createAppChannel(needs), push, mail: createMailChannel(mailer) }
  const readerOf = (id: number) => findMessageRecipient(database, id)
  const links = createAlarmLinks({ ...needs, findAlarms, audit })
  const deliveries = createDeliveries({
    ...needs,
    channels,
    links,
    findAlarms,
    findMessageRecipient: readerOf,
    findAlarmRecipients: (tankIds) => findAlarmRecipients(database, tankIds, mailer.isReady),
    trendOf: (alarm) => findTrend(database, alarm),
  })
  for (const channel of NOTIFICATION_CHANNELS)
    jobs.handle<NotificationJob>(NOTIFICATION_JOBS[channel], (given) => deliveries.work(channel, given))

  const weeklyTest = createWeeklyTest({
    ...needs,
    jobs,
    channels,
    findMessageRecipient: readerOf,
    isOn: isWeeklyTrialOn,
  })

  return {
    tick: telling.tick,
    sweep: telling.sweep,
    deliverTo: deliveries.deliverTo,
    recover: deliveries.recover,
    push,
    links,
    onCall: createOnCallService({ database, hasFirm, audit }),
    preferences: createPreferencesService({ ...needs, channels }),
    testChannels: weeklyTest.tick,
  }
}

/** `Dalyan <alarm@firma.com>` or the bare address. */
function addressOf(from: string | undefined): string {
  return /<([^<>\s]+@[^<>\s]+)>/.exec(from ?? '')?.[1] ?? (from?.includes('@') ? from : 'dalyan@localhost.localdomain')
}
