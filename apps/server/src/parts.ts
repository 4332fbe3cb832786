import { join } from 'node:path'
import type { Clock } from './core/clock.ts'
import type { Connection, Database } from './core/database/database.ts'
import { createMailer } from './core/outbound/mailer.ts'
import { createTargetGuard } from './core/outbound/public-agent.ts'
import type { Logger } from './core/log.ts'
import { openSecrets } from './core/secrets/open-secrets.ts'
import type { Config } from './config.ts'
import type { AppEvents } from './events.ts'
import { createAlarms } from './features/alarms/alarms.module.ts'
import { alarmsRepository } from './features/alarms/lists/alarms.sql.ts'
import { createAuth } from './features/auth/auth.module.ts'
import { firmsRepository as firms } from './features/firms/firms.repository.ts'
import { createFirmsService } from './features/firms/firms.service.ts'
import { createAudit } from './features/logs/audit-log.ts'
import { createLogRetention } from './features/logs/log-retention.ts'
import { createLogWriters } from './features/logs/log-writer.ts'
import { settleRestored } from './features/logs/settle-restored.ts'
import { latestValues } from './features/measurements/storing/latest-values.repository.ts'
import { countAllReadings } from './features/measurements/rollups/reading-counts.sql.ts'
import { createMeasurements } from './features/measurements/measurements.module.ts'
import { findLinkRecipient } from './features/notifications/links/link-recipient.ts'
import { describeAlarm } from './features/notifications/messages/compose-message.ts'
import { createNotifications } from './features/notifications/notifications.module.ts'
import { sealSigningKeys } from './features/notifications/signing-keys.repository.ts'
import { createNotificationQueue } from './features/notifications/queue/notification-queue.ts'
import { createOrdersService } from './features/orders/orders.service.ts'
import { createOrderReader } from './features/orders/read-orders.ts'
import { createPointsLedger } from './features/points/points.ts'
import { rangeTemplatesRepository } from './features/range-templates/range-templates.repository.ts'
import { createRangeTemplatesService } from './features/range-templates/range-templates.service.ts'
import { settingsRepository as settings } from './features/settings/settings.repository.ts'
import { createBrandingService } from './features/branding/branding.service.ts'
import { createSettingsService } from './features/settings/settings.service.ts'
import { tankStates } from './features/tanks/tank-states.sql.ts'
import { createTanks } from './features/tanks/tanks.module.ts'
import { tanksRepository } from './features/tanks/tanks.repository.ts'
import { assignmentsRepository } from './features/terminals/assignments.sql.ts'
import { manualTerminalsRepository } from './features/terminals/manual-terminals.repository.ts'
import { terminalDirectoryRepository } from './features/terminals/terminal-directory.sql.ts'
import { offlineAfterSeconds, staleAfterSeconds } from './features/terminals/terminal-presence.rules.ts'
import { createTerminals } from './features/terminals/terminals.module.ts'
import { usersRepository as users } from './features/users/users.repository.ts'
import { createUsersService } from './features/users/users.service.ts'
import { createWebhookSender } from './features/webhooks/webhook-sender.ts'
import { webhooksRepository } from './features/webhooks/webhooks.repository.ts'
import { createWebhooksService } from './features/webhooks/webhooks.service.ts'
import { createIngest } from './ingest/ingest.ts'

interface Needs {
  config: Config
  database: Database
  log: Logger
  clock: Clock
  events: AppEvents
  /** The page's address for users, without a trailing slash. */
  origin: () => string
}

/** The functions of every feature, as the ingest and the endpoints use them. */
export type Parts = Awaited<ReturnType<typeof createParts>>

/** Creates every feature with the functions that it needs of others. No port is opened yet. */
export async function createParts({ config, origin, ...given }: Needs) {
  const { database } = given
  const audit = createAudit(given)
  const base = { ...given, audit }
  const tankRows = tanksRepository(database)

  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM })
  const { hashNewPassword, takeAttempt, ...authParts } = createAuth({
    ...base,
    mailer,
    origin,
    users,
    firms,
    settings,
  })
  const { sessions } = authParts
  const hasFirm = async (on: Connection, id: number) => (await firms(on).findRef(id)) !== undefined
  const firmTree = createFirmsService(base)
  const systemSettings = createSettingsService(base)
  const branding = createBrandingService(base)
  const accounts = createUsersService({
    ...base,
    hashNewPassword,
    endSessions: sessions.endAll,
    announceEnded: sessions.announceEnded,
    hasFirm,
  })
  await settleRestored(database.patient)
  const { terminalLogs, tankLogs } = createLogWriters({ ...base, database: database.patient })
  const sweepLogs = createLogRetention({
    ...base,
    database: database.patient,
    daysOf: (on, key) => settings(on).get(key),
  })
  const webhookGuard = createTargetGuard(config.ALLOW_PRIVATE_TARGETS)
  const findAlarms = (on: Connection, ids: readonly number[]) => alarmsRepository(on).findByIds(ids)
  const secrets = await openSecrets({
    database,
    given: config.SECRETS_KEY,
    file: join(config.DATA_DIR, 'secrets.key'),
    mayMake: config.DATABASE_URL === undefined,
  })
  await webhooksRepository(database).sealAll(secrets)
  await sealSigningKeys(database, secrets)
  const outbound = { ...base, secrets, findAlarms }
  const webhookSender = createWebhookSender({ ...outbound, guard: webhookGuard, describe: describeAlarm })
  const notificationQueue = createNotificationQueue({
    ...base,
    canMail: mailer.isReady,
    findWebhooks: (on, tankIds) => webhooksRepository(on).findOfTanks(tankIds),
  })
  const { alarms, alarmActions, alarmReads, alarmClock } = createAlarms({
    ...base,
    terminalLogs,
    tankLogs,
    staleAfterSeconds,
    offlineAfterSeconds,
    notify: notificationQueue.notify,
  })
  const notifications = createNotifications({
    ...outbound,
    mailFrom: config.MAIL_FROM,
    pushGuard: createTargetGuard(config.ALLOW_PRIVATE_PUSH),
    takeAttempt,
    mailer,
    isWeeklyTestOn: () => settings(database).get('weekly_channel_test'),
    origin,
    queue: notificationQueue,
    webhooks: webhookSender,
    hasFirm,
    maySee: async (id, scope) => (await alarmReads.findTanksOf([id], scope)).length > 0,
    findLinkRecipient: (id) => findLinkRecipient({ database, users, firms }, id),
    passwordOf: async (id) => (await users(database).findSecretById(id))?.password_hash,
    acknowledge: alarmActions.acknowledge,
  })
  const { evaluateTanks } = alarms
  const { measurements, manualReadings, rollUpJob } = createMeasurements({
    ...base,
    tankLogs,
    evaluate: alarms.evaluate,
    lateDays: config.LATE_DAYS,
    findTank: tankRows.findById,
    manualTerminalOf: manualTerminalsRepository(database).ofTank,
  })

  const findTank = (on: Connection, id: number) => tanksRepository(on).findRef(id)
  const { directory, moveTerminals, connections, ...terminalParts } = createTerminals({
    ...base,
    settings,
    terminalLogs,
    tankLogs,
    evaluateTanks,
    findTank,
    findTanks: (on, codes) => tanksRepository(on).findByCode(codes),
    touchTanks: (on, ids, by, at) => tanksRepository(on).touch(ids, by, at),
  })
  const tankParts = createTanks({
    ...base,
    tankLogs,
    evaluateTanks,
    moveTerminals,
    assignments: assignmentsRepository,
    hasFirm,
    hasTemplate: (on, id) => rangeTemplatesRepository(on).isThere(id),
    findFirms: (on, codes) => firms(on).findIdsByCode(codes),
    findTemplates: (on, names) => rangeTemplatesRepository(on).findIdsByName(names),
    templates: rangeTemplatesRepository(database).findRefs,
    latestOf: latestValues(database).forTanks,
    latestByTerminal: latestValues(database).byTerminal,
    openAlarmsOf: alarmReads.openOfTanks,
  })
  const rangeTemplates = createRangeTemplatesService({ ...base, evaluateTanks, countOutside: tankRows.countOutside })
  const points = createPointsLedger({ ...base, settings })
  const orderReader = createOrderReader(base)
  const orders = createOrdersService({ ...base, reader: orderReader, hasFirm, findTank, earnPoints: points.earn })

  const ingest = createIngest({
    ...base,
    config,
    directory,
    directoryRepository: terminalDirectoryRepository,
    presence: terminalParts.presence,
    store: measurements.storeBatch,
    writeLogs: terminalLogs.record,
  })

  return {
    ...authParts,
    mailer,
    users,
    accounts,
    firms,
    firmTree,
    settings,
    systemSettings,
    audit,
    branding,
    sweepLogs,
    alarms,
    alarmActions,
    alarmReads,
    alarmClock,
    notifications,
    webhooks: createWebhooksService({ ...base, secrets, guard: webhookGuard, hasFirm }),
    webhookSender,
    measurements,
    manualReadings,
    rollUpJob,
    /** The figures that the dashboard needs from the features. */
    figures: {
      countReadings: (from: number, to: number) => countAllReadings(database, from, to),
      connections: connections.count,
      silent: connections.silent,
      worstTanks: tankStates(database).worst,
      latestOf: latestValues(database).forTanks,
    },
    tankRows,
    ...tankParts,
    ...terminalParts,
    rangeTemplates,
    points,
    orderReader,
    orders,
    ingest,
  }
}
