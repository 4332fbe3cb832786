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
import { createAlarmLinks } from './alarm-links.ts'
import { createAppChannel } from './app-channel.ts'
import { createDeliveries } from './deliveries.ts'
import { findListeners } from './listeners.repository.ts'
import { createMailChannel } from './mail-channel.ts'
import { createOnCallService } from './on-call.service.ts'
import { createPreferencesService } from './preferences.service.ts'
import { createPushChannel } from './push-channel.ts'
import { findReader } from './readers.repository.ts'
import { TELLING_JOBS, type TellingJob, type TellingService } from './telling.service.ts'
import { findTrend } from './trends.repository.ts'
import { createWeeklyTrial } from './weekly-trial.ts'

type LinkNeeds = Parameters<typeof createAlarmLinks>[0]

interface Needs extends Pick<LinkNeeds, 'origin' | 'findHolder' | 'passwordOf' | 'maySee' | 'acknowledge'> {
  database: Database
  clock: Clock
  log: Logger
  events: AppEvents
  jobs: JobQueue
  telling: TellingService
  pushGuard: TargetGuard
  secrets: SecretBox
  mailer: Mailer
  mailFrom: string | undefined
  takeAttempt: TakeAttempt
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  /** Whether every channel sends a message of its own once a week. */
  isWeeklyTrialOn: () => Promise<boolean>
  audit: Audit
}

/** Telling people of alarms, wired; the queue brings the work once it is started. */
export function createNotifications(given: Needs) {
  const { pushGuard, mailFrom, mailer, jobs, telling, findAlarms, hasFirm, isWeeklyTrialOn, audit, ...needs } = given
  const { database, secrets } = needs
  const push = createPushChannel({ database, secrets, guard: pushGuard, subject: `mailto:${addressOf(mailFrom)}` })
  const channels = { app: createAppChannel(needs), push, mail: createMailChannel(mailer) }
  const readerOf = (id: number) => findReader(database, id)
  const links = createAlarmLinks({ ...needs, findAlarms, audit })
  const deliveries = createDeliveries({
    ...needs,
    channels,
    links,
    findAlarms,
    findReader: readerOf,
    findListeners: (tankIds) => findListeners(database, tankIds, mailer.isReady),
    trendOf: (alarm) => findTrend(database, alarm),
  })
  for (const channel of NOTIFICATION_CHANNELS)
    jobs.handle<TellingJob>(TELLING_JOBS[channel], (given) => deliveries.work(channel, given))

  const weeklyTrial = createWeeklyTrial({ ...needs, jobs, channels, findReader: readerOf, isOn: isWeeklyTrialOn })

  return {
    tick: telling.tick,
    sweep: telling.sweep,
    deliverTo: deliveries.deliverTo,
    recover: deliveries.recover,
    push,
    links,
    onCall: createOnCallService({ database, hasFirm, audit }),
    preferences: createPreferencesService({ ...needs, channels }),
    tryChannels: weeklyTrial.tick,
  }
}

/** `Dalyan <alarm@firma.com>` or the bare address. */
function addressOf(from: string | undefined): string {
  return /<([^<>\s]+@[^<>\s]+)>/.exec(from ?? '')?.[1] ?? (from?.includes('@') ? from : 'dalyan@localhost.localdomain')
}
