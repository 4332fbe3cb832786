import type { Alarm } from '@dalyan/contracts/alarms'
import type { Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { Logger } from '../../core/log.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { AppEvents } from '../../events.ts'
import type { TakeAttempt } from '../auth/attempt-gate.ts'
import type { Audit } from '../logs/audit-log.ts'
import { createAppChannel } from './channels/app-channel.ts'
import { createMailChannel } from './channels/mail-channel.ts'
import { createPushChannel } from './channels/push-channel.ts'
import { createUserSender } from './channels/user-sender.ts'
import { createWeeklyTest } from './channels/weekly-test.ts'
import { createAlarmLinks } from './links/alarm-links.ts'
import { createPreferencesService } from './preferences/preferences.service.ts'
import { createDeliveries } from './queue/deliver-notifications.ts'
import type { NotificationQueue } from './queue/notification-queue.ts'
import type { Sender } from './queue/sender.ts'
import { createOnCallService } from './recipients/on-call.service.ts'

type LinkNeeds = Parameters<typeof createAlarmLinks>[0]

interface Needs extends Pick<LinkNeeds, 'origin' | 'findLinkRecipient' | 'passwordOf' | 'maySee' | 'acknowledge'> {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  queue: NotificationQueue
  /** Sends to webhooks. */
  webhooks: Sender
  pushGuard: TargetGuard
  secrets: SecretBox
  mailer: Mailer
  mailFrom: string | undefined
  takeAttempt: TakeAttempt
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  /** Whether each channel sends a weekly test message. */
  isWeeklyTestOn: () => Promise<boolean>
  audit: Audit
}

/** Wires the notifications; the caller runs `tick` and `poll` repeatedly. */
export function createNotifications(given: Needs) {
  const { pushGuard, mailFrom, mailer, queue, webhooks, hasFirm, isWeeklyTestOn, ...needs } = given
  const { database, secrets } = needs
  const push = createPushChannel({ database, secrets, guard: pushGuard, subject: `mailto:${addressOf(mailFrom)}` })
  const channels = { app: createAppChannel(needs), push, mail: createMailChannel(mailer) }
  const links = createAlarmLinks(needs)
  const deliveries = createDeliveries({ ...needs, users: createUserSender({ ...needs, channels, links }), webhooks })
  return {
    tick: queue.tick,
    sweep: queue.sweep,
    ...deliveries,
    push,
    links,
    onCall: createOnCallService({ ...needs, hasFirm }),
    preferences: createPreferencesService({ ...needs, channels }),
    testChannels: createWeeklyTest({ ...needs, channels, isOn: isWeeklyTestOn }),
  }
}

/** `Dalyan <alarm@firma.com>` or the bare address. */
function addressOf(from: string | undefined): string {
  return /<([^<>\s]+@[^<>\s]+)>/.exec(from ?? '')?.[1] ?? (from?.includes('@') ? from : 'dalyan@localhost.localdomain')
}
