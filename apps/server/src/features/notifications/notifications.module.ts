import type { Alarm } from '@dalyan/contracts/alarms'
import type { Forewarning } from '@dalyan/contracts/forewarnings'
import type { Handover } from '@dalyan/contracts/handovers'
import type { TankRef } from '@dalyan/contracts/terminals'
import type { Connection } from '../../core/database/database.ts'
import type { Logger } from '../../core/log.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { TargetGuard } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { AppEvents } from '../../events.ts'
import type { TakeAttempt } from '../auth/attempt-gate.ts'
import type { Audit } from '../../core/audit.ts'
import { createAlarmLinks } from './alarm-links.ts'
import { createAppChannel } from './channels/app-channel.ts'
import { createMailChannel } from './channels/mail-channel.ts'
import { createPushChannel } from './channels/push-channel.ts'
import { createUserSender, type FindIncident } from './channels/user-sender.ts'
import { sendWeeklyTest } from './channels/weekly-test.ts'
import { createPreferencesService } from './preferences/preferences.service.ts'
import { createDeliveries, type Sender } from './queue/deliver-notifications.ts'
import { queueDueNotifications, removeOldNotifications, type QueueNeeds } from './queue/notification-queue.ts'
import { notifyOfForewarning } from './recipients/notify-of-forewarning.ts'
import { notifyTaker, remindOfHandover } from './recipients/notify-of-handover.ts'
import { createOnCallService } from './recipients/on-call.service.ts'

type LinkNeeds = Parameters<typeof createAlarmLinks>[0]

interface Needs extends QueueNeeds, Pick<LinkNeeds, 'origin' | 'users' | 'firms' | 'maySee' | 'acknowledge'> {
  log: Logger
  events: AppEvents
  /** Sends to webhooks. */
  webhooks: Sender
  pushGuard: TargetGuard
  secrets: SecretBox
  mailer: Mailer
  mailFrom: string | undefined
  takeAttempt: TakeAttempt
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  findIncident: FindIncident
  /** Whether each channel sends a weekly test message. */
  isWeeklyTestOn: () => Promise<boolean>
  audit: Audit
}

/** Wires the notifications; the caller runs `tick` and `poll` repeatedly. */
export function createNotifications({ users, ...needs }: Needs) {
  const { database, secrets, pushGuard, mailFrom, mailer } = needs
  const push = createPushChannel({ database, secrets, guard: pushGuard, subject: `mailto:${addressOf(mailFrom)}` })
  const channels = { app: createAppChannel(needs), push, mail: createMailChannel(mailer) }
  const links = createAlarmLinks({ ...needs, users })
  return {
    ...createDeliveries({ ...needs, users: createUserSender({ ...needs, channels, links }) }),
    tick: () => queueDueNotifications(needs),
    sweep: () => removeOldNotifications(needs),
    testChannels: () => sendWeeklyTest({ ...needs, channels }),
    notifyTaker: (handover: Handover) => notifyTaker({ ...needs, channels }, handover),
    remindOfHandover: (handover: Handover) => remindOfHandover({ ...needs, channels }, handover),
    notifyOfForewarning: (tank: TankRef, forewarning: Forewarning) =>
      notifyOfForewarning({ ...needs, channels }, tank, forewarning),
    push,
    links,
    onCall: createOnCallService(needs),
    preferences: createPreferencesService({ ...needs, channels }),
  }
}

/** `Dalyan <alarm@firma.com>` or the bare address. */
function addressOf(from: string | undefined): string {
  return /<([^<>\s]+@[^<>\s]+)>/.exec(from ?? '')?.[1] ?? (from?.includes('@') ? from : 'dalyan@localhost.localdomain')
}
