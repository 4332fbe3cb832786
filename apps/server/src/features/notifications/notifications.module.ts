import type { Severity } from '@dalyan/contracts/alarm-words'
import type { Forewarning } from '@dalyan/contracts/forewarnings'
import type { Handover } from '@dalyan/contracts/handovers'
import type { TankRef } from '@dalyan/contracts/terminals'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { TargetGuard } from '../../core/outbound/public-agent.ts'
import type { TakeAttempt } from '../auth/attempt-gate.ts'
import type { AlarmLinkNeeds } from './alarm-links.ts'
import { createAppChannel } from './channels/app-channel.ts'
import { createMailChannel } from './channels/mail-channel.ts'
import { createPushChannel } from './channels/push-channel.ts'
import { createUserSender, type FindIncident, type FindInterruption, type ReadDisk } from './channels/user-sender.ts'
import { sendWeeklyTest } from './channels/weekly-test.ts'
import { inboxRepository } from './inbox.sql.ts'
import { createDeliveries, type Sender } from './queue/deliver-notifications.ts'
import {
  notifyOfLowDisk,
  queueDueNotifications,
  removeOldNotifications,
  type QueueNeeds,
} from './queue/notification-queue.ts'
import { notifyOfForewarning } from './recipients/notify-of-forewarning.ts'
import { notifyTaker, remindOfHandover } from './recipients/notify-of-handover.ts'

interface Needs extends QueueNeeds, AlarmLinkNeeds, Pick<Basics, 'log' | 'events'> {
  /** Sends to webhooks. */
  webhooks: Sender
  pushGuard: TargetGuard
  mailer: Mailer
  mailFrom: string | undefined
  takeAttempt: TakeAttempt
  findIncident: FindIncident
  findInterruption: FindInterruption
  readDisk: ReadDisk
  /** Whether each channel sends a weekly test message. */
  isWeeklyTestOn: () => Promise<boolean>
}

/** Wires the notifications; the caller runs `tick` and `poll` repeatedly. */
export function createNotifications(given: Needs) {
  const { database, secrets, pushGuard, mailFrom, mailer } = given
  const push = createPushChannel({ database, secrets, guard: pushGuard, subject: `mailto:${addressOf(mailFrom)}` })
  const needs = { ...given, push, channels: { app: createAppChannel(given), push, mail: createMailChannel(mailer) } }
  return {
    /** For the functions of a request. */
    needs,
    push,
    ...createDeliveries({ ...needs, users: createUserSender(needs) }),
    tick: () => queueDueNotifications(needs),
    sweep: () => removeOldNotifications(needs),
    testChannels: () => sendWeeklyTest(needs),
    notifyOfLowDisk: (severity: Severity) => notifyOfLowDisk(needs, severity),
    /** The severities of the messages about the disk since an instant, in epoch milliseconds. */
    lowDiskSince: (from: number) => inboxRepository(database).findSeverities('low_disk', instantAt(from)),
    notifyTaker: (handover: Handover) => notifyTaker(needs, handover),
    remindOfHandover: (handover: Handover) => remindOfHandover(needs, handover),
    notifyOfForewarning: (tank: TankRef, forewarning: Forewarning) => notifyOfForewarning(needs, tank, forewarning),
  }
}

/** `Dalyan <alarm@firma.com>` or the bare address. */
function addressOf(from: string | undefined): string {
  return /<([^<>\s]+@[^<>\s]+)>/.exec(from ?? '')?.[1] ?? (from?.includes('@') ? from : 'dalyan@localhost.localdomain')
}
