import { join } from 'node:path'
import type { Language } from '@dalyan/contracts/errors'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { createIngestMemory, type AskIngest } from './ask-ingest.ts'
import { RECORDED_WORK } from '@dalyan/contracts/origin-records'
import type { Basics } from './basics.ts'
import { instantAt } from './core/clock.ts'
import type { Connection } from './core/database/database.ts'
import type { FirmScope } from './core/http/signed-in.ts'
import { createMailer } from './core/outbound/mailer.ts'
import { createTargetGuard } from './core/outbound/public-agent.ts'
import { openSecrets } from './core/secrets/open-secrets.ts'
import { makeSecret } from './core/secrets/random-secret.ts'
import { withoutVersion } from './core/records.ts'
import { VERSION } from './core/version.ts'
import type { Config, ProcessRole } from './config.ts'
import { acknowledgeAlarm } from './features/alarms/alarm-actions.ts'
import { createHeartbeatCalls } from './features/alarms/clock/heartbeat-calls.ts'
import { createAlarms, type AlarmNeeds } from './features/alarms/alarms.module.ts'
import { alarmsRepository } from './features/alarms/alarms.sql.ts'
import { findInterruption, findInterruptionFrom } from './features/alarms/clock/alarm-clock.sql.ts'
import type { LeadValue } from './features/alarms/incidents/describe-incident.rules.ts'
import { findIncident, findOpenIncidents } from './features/alarms/incidents/incidents.service.ts'
import { alarmStatisticsRepository } from './features/alarms/statistics/alarm-statistics.sql.ts'
import type { WaitingTank } from './features/alarms/incidents/incident-timeline.sql.ts'
import { takeAttempt } from './features/auth/attempt-gate.ts'
import { createAuth } from './features/auth/auth.module.ts'
import { hashNewPassword } from './features/auth/new-password.ts'
import { announceEnded, endAllSessions, recheckSession } from './features/auth/sessions.ts'
import { createDashboard } from './features/dashboard/dashboard.module.ts'
import { readDisk, watchDisk } from './features/dashboard/disk-space.ts'
import type { ProcessFigures } from './features/dashboard/ingest-pace.ts'
import { displayLinksRepository } from './features/display-links/display-links.repository.ts'
import { authenticatesDisplays } from './features/display-links/display-links.service.ts'
import type { SharedTankNeeds } from './features/display-links/shared-tank.ts'
import {
  authenticatesIntegrations,
  createIntegrationMarks,
  findIntegrations,
} from './features/integrations/integrations.service.ts'
import { firmsRepository as firms } from './features/firms/firms.repository.ts'
import { createAudit } from './features/logs/audit-log.ts'
import { auditDaysRepository } from './features/logs/audit-days.sql.ts'
import type { LogRetentionNeeds } from './features/logs/log-retention.ts'
import { journalSums } from './features/journal/journal-sums.sql.ts'
import { createLogWriters } from './features/logs/log-writer.ts'
import { createAuditSealing } from './features/logs/seal-audit-days.ts'
import { settleRestored } from './features/logs/visible-order.sql.ts'
import { createForewarnings } from './features/forewarnings/forewarnings.service.ts'
import { forewarningsRepository } from './features/forewarnings/forewarnings.sql.ts'
import { readTankPeriod } from './features/measurements/statistics/tank-period.ts'
import { latestValues } from './features/measurements/storing/latest-values.repository.ts'
import { countAllReadings } from './features/measurements/rollups/reading-counts.sql.ts'
import { measurementScopes } from './features/measurements/lists/measurement-scope.sql.ts'
import { readCourses } from './features/measurements/rollups/courses.sql.ts'
import { createMeasurements } from './features/measurements/measurements.module.ts'
import { readSeries } from './features/measurements/rollups/series.sql.ts'
import { readTankSeries } from './features/measurements/rollups/tank-series.ts'
import { describeAlarm } from './features/notifications/messages/compose-message.ts'
import { MESSAGE_WORDS } from './features/notifications/messages/message-words.ts'
import { createNotifications } from './features/notifications/notifications.module.ts'
import { sealSigningKeys, signingKey } from './features/notifications/signing-keys.repository.ts'
import { notifyOfAlarms, notifyOfInterruption } from './features/notifications/queue/notification-queue.ts'
import { nextOnCall } from './features/notifications/recipients/next-on-call.ts'
import type { OrderNeeds } from './features/orders/orders.service.ts'
import { createOriginRecords } from './features/orders/origin-record.ts'
import { earnPoints } from './features/points/points.service.ts'
import { rangeTemplatesRepository } from './features/range-templates/range-templates.repository.ts'
import type { RangeTemplateNeeds } from './features/range-templates/range-templates.service.ts'
import { queueReportMails, type ReportMailNeeds } from './features/reports/report-mails.ts'
import type { ReportNeeds } from './features/reports/reports.service.ts'
import { settingsRepository as settings } from './features/settings/settings.repository.ts'
import { worstTanks } from './features/tanks/evaluated-tanks.sql.ts'
import { findTank } from './features/tanks/read-tanks.ts'
import { tanksRepository } from './features/tanks/tanks.repository.ts'
import { tankModesRepository } from './features/tanks/tank-modes.repository.ts'
import type { TankNeeds } from './features/tanks/tanks.service.ts'
import { assignmentsRepository } from './features/terminals/assignments.sql.ts'
import { moveTerminals } from './features/terminals/move-terminals.ts'
import { terminalConnections } from './features/terminals/terminal-connections.sql.ts'
import { createLinkEvents } from './features/terminals/diagnosis/link-events.ts'
import { linkEventsRepository } from './features/terminals/diagnosis/link-events.sql.ts'
import { createDeviceHealths } from './features/terminals/health/device-health.ts'
import { deviceHealthRepository } from './features/terminals/health/device-health.sql.ts'
import { createTerminalDirectory } from './features/terminals/terminal-directory.ts'
import { connectionOf, offlineAfterSeconds, staleAfterSeconds } from './features/terminals/silence-limit.rules.ts'
import { createTerminalPresence } from './features/terminals/terminal-presence.ts'
import { terminalPresenceRepository } from './features/terminals/terminal-presence.sql.ts'
import { terminalsRepository } from './features/terminals/terminals.repository.ts'
import { findTerminal, type TerminalNeeds } from './features/terminals/terminals.service.ts'
import { usersRepository as users } from './features/users/users.repository.ts'
import type { UserNeeds } from './features/users/users.service.ts'
import { readIncidentCourses } from './features/wall/incident-courses.ts'
import { readWallTanks } from './features/wall/read-wall.ts'
import { createNewestValues } from './features/wall/newest-values.ts'
import { createShownTanks } from './features/wall/shown-tanks.ts'
import { createSparks } from './features/wall/sparks.ts'
import { createWallAnswers } from './features/wall/wall-answers.ts'
import { wallRepository } from './features/wall/wall.sql.ts'
import { createWebhookSender } from './features/webhooks/webhook-sender.ts'
import { webhooksRepository } from './features/webhooks/webhooks.sql.ts'
import { createIngest } from './ingest/ingest.ts'
import { reportSources } from './report-sources.ts'
import { startBroadcasts } from './realtime/broadcasts.ts'
import { createSocketServer } from './realtime/socket-server.ts'

/** How long a deleted tank is named to Home Assistants that connect, so that they forget it. */
const DELETED_SHOWN_MS = 30 * 86_400_000

export interface Ports {
  http: number
  socket: number
  mqtt: number
}

interface Needs extends Omit<Basics, 'audit'> {
  config: Config
  /** The opened ports; the configured ones until then. */
  ports: () => Ports
  /** Whether another process on this database has the role. */
  isElsewhere: (role: ProcessRole) => boolean
  /** Whether another process that takes readings stores them; null: no other takes any. */
  storesElsewhere: () => boolean | null
  ask: AskIngest
  /** The figures of the other processes. */
  othersFigures: () => readonly ProcessFigures[]
}

/** The functions of every feature, and what those of its service need, as the endpoints and the process use them. */
export type Parts = Awaited<ReturnType<typeof createParts>>

/** Creates every feature, the ingest and the live port with the functions that they need of others. No port is opened yet. */
export async function createParts(given: Needs) {
  const { config, database, ports, storesElsewhere } = given
  const takesReadings = config.ROLES.includes('ingest')
  const tankRows = tanksRepository(database)
  await settleRestored(database.patient)
  const base = {
    ...given,
    audit: createAudit(given),
    ...createLogWriters({ ...given, database: database.patient }),
    mailer: createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }),
    users,
    firms,
    settings,
    /** The page's address for users, without a trailing slash. */
    origin: () =>
      config.BASE_URL === undefined ? `http://localhost:${ports().http}` : new URL(config.BASE_URL).origin,
    hasFirm: async (on: Connection, id: number) => (await firms(on).findRef(id)) !== undefined,
    findTank: (on: Connection, id: number) => tanksRepository(on).findRef(id),
    holdTank: async (on: Connection, id: number) => {
      const tank = await tanksRepository(on).lockById(id, 'all')
      return tank !== undefined && tank.status !== 'deleted'
    },
  }

  const { auth, authenticate, authenticateFrom } = createAuth(base)
  const accounts: UserNeeds = {
    ...base,
    hashNewPassword: (given, user) => hashNewPassword(auth, given, user),
    endSessions: endAllSessions,
    announceEnded: (ids) => announceEnded(base, ids),
  }
  const logRetention: LogRetentionNeeds = {
    ...base,
    database: database.patient,
    daysOf: (on, key) => settings(on).get(key),
  }
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
  const countReadings = (from: number, to: number) => countAllReadings(database, { from, to })
  const diskOfServer = () => readDisk(config.DATA_DIR, base.clock, countReadings)
  const queueNeeds = {
    ...base,
    canMail: base.mailer.isReady,
    findWebhooks: (on: Connection, tankIds: readonly number[]) => webhooksRepository(on).findOfTanks(tankIds),
  }
  const alarmNeeds: AlarmNeeds = {
    ...base,
    staleAfterSeconds,
    offlineAfterSeconds,
    receivers: () => ({
      // A terminal whose readings cannot be stored is not silent.
      here: takesReadings && ingest.awaySince() === null,
      elsewhere: storesElsewhere() ?? false,
    }),
    notify: (on, notices, reports) => notifyOfAlarms(queueNeeds, on, notices, reports),
    notifyOfInterruption: (on, interruption) => notifyOfInterruption(queueNeeds, on, interruption),
    onBeat: config.HEARTBEAT_URL === undefined ? undefined : createHeartbeatCalls(config.HEARTBEAT_URL, base),
  }
  const { alarms, alarmReads, alarmClock } = createAlarms(alarmNeeds)
  const notifications = createNotifications({
    ...outbound,
    ...queueNeeds,
    mailFrom: config.MAIL_FROM,
    pushGuard: createTargetGuard(config.ALLOW_PRIVATE_PUSH),
    takeAttempt: (limits) => takeAttempt(base, limits),
    isWeeklyTestOn: () => settings(database).get('weekly_channel_test'),
    webhooks: webhookSender,
    findIncident: (...of) => findIncident(database, ...of),
    findInterruption: (from) => findInterruptionFrom(database, from),
    readDisk: diskOfServer,
    maySee: async (id, scope) => (await alarmReads.findTanksOf([id], scope)).length > 0,
    acknowledge: (...given) => acknowledgeAlarm(alarmNeeds, ...given),
  })
  const { evaluateTanks } = alarms
  const publicOrigin = config.BASE_URL === undefined ? null : new URL(config.BASE_URL).origin
  const reportMails: ReportMailNeeds = {
    ...base,
    publicOrigin,
    systemName: (on) => settings(on).get('system_name'),
    firmsFrom: (on, id) => firms(on).idsFrom(id),
  }
  const reports: ReportNeeds = {
    ...base,
    sources: reportSources(database.reads),
    jobSources: reportSources(database.patient),
    lastAuditDay: async (on) => {
      const last = await auditDaysRepository(on).findLast()
      return last ? { day: last.day, hash: last.hash } : null
    },
    queueMails: (on, month) => queueReportMails(base, on, month),
  }
  const { measurements, manualReadings, rollUpJob, retention } = createMeasurements({
    ...base,
    evaluate: alarms.evaluate,
    lateDays: config.LATE_DAYS,
    retentionDays: (on) => settings(on).retentionDays(),
    findTank: tankRows.findById,
    manualTerminalOf: terminalsRepository(database).manualTerminalOf,
  })

  const directory = createTerminalDirectory(base)
  const unhurried = { ...base, database: database.patient }
  const presence = createTerminalPresence({ ...unhurried, repository: terminalPresenceRepository, directory })
  const linkEvents = createLinkEvents({ ...unhurried, repository: linkEventsRepository })
  const deviceHealths = createDeviceHealths({ ...unhurried, repository: deviceHealthRepository })
  const terminals: TerminalNeeds = {
    ...base,
    evaluateTanks,
    findTanks: (on, codes) => tanksRepository(on).findByCode(codes),
    touchTanks: (on, ids, by, at) => tanksRepository(on).touch(ids, by, at),
    directorySettled: directory.settled,
  }
  const tanks: TankNeeds = {
    ...base,
    evaluateTanks,
    moveTerminals: (on, moves, action) => moveTerminals(terminals, on, moves, action),
    assignments: assignmentsRepository,
    hasTemplate: (on, id) => rangeTemplatesRepository(on).isThere(id),
    findFirms: (on, given) => firms(on).findIdsNamed(given),
    findTemplates: (on, names) => rangeTemplatesRepository(on).findIdsByName(names),
    templates: rangeTemplatesRepository(database).findRefs,
    latestOf: latestValues(database).forTanks,
    latestByTerminal: latestValues(database).byTerminal,
    openAlarmsOf: alarmReads.openOfTanks,
    endLinks: (on, id) => displayLinksRepository(on).removeOfTank(id),
  }
  const rangeTemplates: RangeTemplateNeeds = {
    ...base,
    evaluateTanks,
    countOutside: tankRows.countOutside,
    rehearse: alarms.rehearse,
    readSeries: async (tank_ids, window) =>
      readSeries(database.reads, await measurementScopes(database).resolve({ firms: 'all', tank_ids }), window),
  }
  const forewarn = createForewarnings({
    ...base,
    readCourses: (query) => readCourses(database.reads, query),
    async notify(tankId, forewarning, { made, came_true }) {
      const tank = await tankRows.findById(tankId, 'all')
      const of = { ...forewarning, limit: forewarning.limit_value, made, came_true }
      if (tank) await notifications.notifyOfForewarning(tank, of)
    },
  })
  const orders: OrderNeeds = { ...base, earnPoints: (on, order, at) => earnPoints(settings, on, order, at) }
  const instants = ({ from, to }: { from: number; to: number }) => ({ from: instantAt(from), to: instantAt(to) })
  const originRecords = createOriginRecords({
    ...base,
    secret: async () =>
      (await signingKey(database, secrets, 'origin-records', () => ({ secret: makeSecret().secret }))).secret,
    readPeriod: (id, period) => readTankPeriod(database, id, period, base.clock.now()),
    readAlarms: (id, period) =>
      alarmStatisticsRepository(database.reads).summary(
        { ...instants(period), now: instantAt(base.clock.now()) },
        { tank_id: id },
        'all',
      ),
    findWork: (id, period) => journalSums(database.reads).findWorkDays(id, RECORDED_WORK, instants(period)),
  })

  const openIncidents = (of: FirmScope, language: Language) => findOpenIncidents(database, of, language)
  const wallRows = wallRepository(database)
  const courses = { wall: wallRows, sparks: createSparks({ ...base, repository: wallRows }) }
  const wallNeeds = {
    ...base,
    ...courses,
    readNewestValues: createNewestValues(wallRows).read,
    shownTanks: createShownTanks({ staleAfterSeconds, offlineAfterSeconds, connectionOf }),
    modesOf: tankModesRepository(database).findRunning,
    forewarningsOf: forewarningsRepository(database).findShown,
    openIncidents,
    interruption: (now: Instant) => findInterruption(database, now),
  }
  const wall = createWallAnswers(wallNeeds)
  const sharedTanks: SharedTankNeeds = {
    ...base,
    findTank: (id) => findTank(tanks, id, 'all'),
    latestByTerminal: tanks.latestByTerminal,
    findState: async (id) => (await readWallTanks(wallNeeds, 'all', [id])).tanks[0],
    readSeries: async (id, window) => {
      const scope = await measurementScopes(database).resolve({ firms: 'all', tank_ids: [id] })
      return readTankSeries(database.reads, id, scope, { ...window, metrics: METRIC_KEYS })
    },
  }

  const ingest = createIngest({
    ...base,
    directory,
    presence,
    linkEvents,
    deviceHealths,
    store: measurements.storeBatch,
    writeLogs: base.terminalLogs.record,
    authenticateIntegration: authenticatesIntegrations(base),
    integrationMarks: createIntegrationMarks(base),
    firmsOfTanks: tankRows.findFirmIds,
    sharedTanks: {
      readTanks: async (of) => ({
        tanks: (await readWallTanks(wallNeeds, of)).tanks,
        deleted: await tankRows.findDeletedSince(instantAt(given.clock.now() - DELETED_SHOWN_MS), of),
      }),
      findIntegrations: (ids) => findIntegrations(base, ids),
      metricWords: (language) => MESSAGE_WORDS[language].metrics,
      version: VERSION,
      pageUrl: config.BASE_URL === undefined ? null : base.origin(),
    },
  })

  const memory = createIngestMemory({ ...given, ingest, saved: [presence, linkEvents, deviceHealths] })

  const sockets = createSocketServer({
    ...base,
    authenticate,
    recheck: (token) => recheckSession(base, token),
    isVisible: async (of, id, scope) =>
      (of === 'tank' ? await tankRows.findById(id, scope) : await findTerminal(terminals, id, scope)) !== undefined,
    pagePort: () => ports().http,
    baseUrl: config.BASE_URL,
    trustedProxies: config.TRUST_PROXY ?? [],
  })
  const broadcasts = startBroadcasts({
    ...base,
    sockets,
    firmsOf: tankRows.findFirmIds,
    tank: (id) => findTank(tanks, id, 'all').then((tank) => tank && withoutVersion(tank)),
    terminal: (id) => findTerminal(terminals, id, 'all').then((terminal) => terminal && withoutVersion(terminal)),
  })
  const dashboard = createDashboard({
    ...base,
    version: VERSION,
    readDisk: diskOfServer,
    countReadings,
    connections: terminalConnections(database).count,
    silent: terminalConnections(database).silent,
    worstTanks: (now, most) => worstTanks(database, now, most),
    latestOf: latestValues(database).forTanks,
    intake: ingest.stats,
    sockets: sockets.count,
    isWatched: () => sockets.hasSubscribers('dashboard'),
    send: (stats) => sockets.send('dashboard', 'dashboard', 'stats', stats),
  })

  const diagnosis = {
    ...base,
    terminals,
    presence,
    directory,
    linkEvents,
    deviceHealths,
    memory,
    latestOf: latestValues(database).forTerminal,
    metricName: (metric: MetricKey, language: Language) => MESSAGE_WORDS[language].metrics[metric],
  }

  return {
    ...base,
    auth,
    authenticateFrom,
    authenticateDisplay: authenticatesDisplays(base),
    accounts,
    logRetention,
    sealAuditDays: createAuditSealing(base),
    reports,
    reportMails,
    publicOrigin,
    alarmNeeds,
    alarmReads,
    openIncidents,
    incidentCourses: (leads: readonly LeadValue[]) => readIncidentCourses(courses, leads),
    nextOnCall: (waiting: readonly WaitingTank[], now: Instant) => nextOnCall(queueNeeds, waiting, now),
    alarmClock,
    /** Whether a process stores readings, this one or another; true where none is known to take any. */
    isStoringAnywhere: () => (takesReadings && ingest.awaySince() === null) || (storesElsewhere() ?? !takesReadings),
    notifications,
    webhooks: { ...base, secrets, guard: webhookGuard },
    webhookSender,
    measurements,
    manualReadings,
    rollUpJob,
    retention,
    tankRows,
    tanks,
    terminals,
    diagnosis,
    presence,
    memory,
    mqttSessions: {
      read: () => settings(database).get('mqtt_sessions'),
      save: (numbers: readonly number[]) => settings(database).set('mqtt_sessions', numbers),
    },
    rangeTemplates,
    forewarn,
    orders,
    originRecords,
    wall,
    sharedTanks,
    plan: { ...base, findFirm: (on: Connection, id: number) => firms(on).findRef(id) },
    ingest,
    sockets,
    broadcasts,
    dashboard,
    watchDisk: () =>
      watchDisk({
        ...base,
        readDisk: diskOfServer,
        notifiedSince: notifications.lowDiskSince,
        notify: notifications.notifyOfLowDisk,
      }),
  }
}
