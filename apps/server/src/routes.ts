import { deviceApi } from '@dalyan/contracts/device-messages'
import type { FastifyInstance } from 'fastify'
import type { ProcessRole } from './config.ts'
import { isLoopback } from './console-words.ts'
import { AppError } from './core/errors.ts'
import { actorOf } from './core/http/actor.ts'
import type { FirmScope } from './core/http/signed-in.ts'
import { createExportGate } from './core/http/export-gate.ts'
import type { RefuseUnserved } from './core/http/page-files.ts'
import { serveAlarms } from './features/alarms/alarms.routes.ts'
import { findInterruption } from './features/alarms/clock/alarm-clock.sql.ts'
import { alarmStatisticsRepository } from './features/alarms/statistics/alarm-statistics.sql.ts'
import { findShelvedSpans } from './features/alarms/statistics/shelved-spans.sql.ts'
import { findTankDays } from './features/alarms/statistics/tank-days.sql.ts'
import { serveIncidents } from './features/alarms/incidents/incidents.routes.ts'
import { serveAuth } from './features/auth/auth.routes.ts'
import { serveBranding } from './features/branding/branding.routes.ts'
import { serveDashboard, serveMetrics } from './features/dashboard/dashboard.routes.ts'
import { serveDisplayLinks } from './features/display-links/display-links.routes.ts'
import { serveFirms } from './features/firms/firms.routes.ts'
import { handoversRepository } from './features/handovers/handovers.repository.ts'
import { serveHandovers } from './features/handovers/handovers.routes.ts'
import { serveCalibrations } from './features/calibrations/calibrations.routes.ts'
import { TAKING_ROLES } from './features/handovers/handovers.service.ts'
import { serveForewarnings } from './features/forewarnings/forewarnings.routes.ts'
import { serveIntegrations } from './features/integrations/integrations.routes.ts'
import { serveHome } from './features/home/home.routes.ts'
import { journalRepository } from './features/journal/journal.repository.ts'
import { serveJournal } from './features/journal/journal.routes.ts'
import { serveLogs } from './features/logs/logs.routes.ts'
import { serveExplore } from './features/measurements/explore/explore.routes.ts'
import { serveMeasurements } from './features/measurements/measurements.routes.ts'
import { serveNotifications } from './features/notifications/notifications.routes.ts'
import { putFirstOnCall } from './features/notifications/recipients/on-call.service.ts'
import { onCallRepository } from './features/notifications/recipients/on-call.sql.ts'
import { serveOrders } from './features/orders/orders.routes.ts'
import { listOrders } from './features/orders/orders.service.ts'
import { servePoints } from './features/points/points.routes.ts'
import { pointBalance } from './features/points/points.service.ts'
import { serveRangeTemplates } from './features/range-templates/range-templates.routes.ts'
import { serveReports } from './features/reports/reports.routes.ts'
import { serveSettings } from './features/settings/settings.routes.ts'
import { serveSystem } from './features/system/system.routes.ts'
import { tankModesRepository } from './features/tanks/tank-modes.repository.ts'
import { serveTanks } from './features/tanks/tanks.routes.ts'
import { serveDiagnosis } from './features/terminals/diagnosis/diagnosis.routes.ts'
import { serveKeyProfiles } from './features/terminals/key-profiles/key-profiles.routes.ts'
import { serveTerminals } from './features/terminals/terminals.routes.ts'
import { findTerminal } from './features/terminals/terminals.service.ts'
import { serveUsers } from './features/users/users.routes.ts'
import { servePlan } from './features/wall/plan/plan.routes.ts'
import { serveWall } from './features/wall/wall.routes.ts'
import { serveWebhooks } from './features/webhooks/webhooks.routes.ts'
import type { Parts } from './parts.ts'

/** The on-call orders that the home page shows. */
const MOST_ON_CALL_ORDERS = 5

/** Every call that this process answers by its roles, feature by feature. `isOpen`: whether every port is open. */
export function serveFeatures(server: FastifyInstance, parts: Parts, isOpen: () => boolean): void {
  const { config, database, alarmReads, terminals, tankRows, orders, notifications } = parts
  const { dashboard, metrics } = parts.dashboard
  const exportGate = createExportGate(server, config.API_RATE > 0, (user, request) =>
    parts.audit(database, actorOf(user, request), {
      event: 'exported',
      target: { kind: 'file', id: null, name: request.url.split('?')[0] ?? '' },
      after: request.query as object,
    }),
  )

  serveSystem(server, {
    isOpen,
    isStoring: () => parts.ingest.awaySince() === null,
    pingDatabase: async () => {
      await database.query('select 1')
    },
  })
  serveMetrics(server, { metrics, authenticate: parts.authenticateFrom })
  if (config.ROLES.includes('ingest')) parts.ingest.registerHttp(server)
  if (!config.ROLES.includes('web')) return

  serveDashboard(server, dashboard)

  serveAuth(server, parts.auth, config.BASE_URL)
  serveUsers(server, parts.accounts)
  serveFirms(server, parts)
  serveSettings(server, parts, parts.mailer.isReady)
  serveDisplayLinks(server, parts, parts.sharedTanks)
  serveIntegrations(server, parts)
  serveBranding(server, parts, config.BASE_URL)

  serveTanks(server, parts.tanks)
  serveWall(server, parts.wall)
  servePlan(server, parts.plan)
  serveTerminals(server, terminals, () => ({
    mqtt_port: parts.ports().mqtt,
    url: config.BASE_URL === undefined ? null : new URL(config.BASE_URL).origin,
    local_only: isLoopback(config.HOST),
  }))
  serveDiagnosis(server, parts.diagnosis)
  serveKeyProfiles(server, terminals)
  serveRangeTemplates(server, parts.rangeTemplates)

  serveMeasurements(server, {
    ...parts,
    exportGate,
    offlineAfterSeconds: async (id) => {
      await parts.memory.readAnew()
      return parts.presence.offlineAfterSeconds(id)
    },
    lastMessage: parts.memory.lastMessage,
  })
  serveExplore(server, parts)

  serveJournal(server, { ...parts, exportGate, findTank: tankRows.findById })
  serveCalibrations(server, {
    ...parts,
    findTank: tankRows.findById,
    writeEntry: (on, entry, by, at) => journalRepository(on).insert(entry, by, at, () => new Error('it corrects none')),
    findEntry: journalRepository(database).findById,
  })
  serveForewarnings(server, { ...parts, findTank: tankRows.findById })
  serveReports(server, { ...parts.reports, exportGate, findTank: tankRows.findById, publicOrigin: parts.publicOrigin })
  serveAlarms(server, { ...parts.alarmNeeds, exportGate })
  serveIncidents(server, {
    ...parts.alarmNeeds,
    nextOnCall: parts.nextOnCall,
    coursesOf: parts.incidentCourses,
  })
  serveWebhooks(server, { ...parts.webhooks, sendTest: notifications.testWebhook })
  serveNotifications(server, notifications.needs)
  serveLogs(server, {
    ...parts,
    exportGate,
    hasTerminal: async (id) => (await findTerminal(terminals, id, 'all')) !== undefined,
    hasTank: async (id, firms) => (await tankRows.findById(id, firms)) !== undefined,
  })

  serveOrders(server, orders, parts.originRecords)
  servePoints(server, parts)
  const dayReaders = {
    openIncidents: parts.openIncidents,
    findTankDays: (window: Parameters<typeof findTankDays>[1], firms: FirmScope) =>
      findTankDays(database, window, firms),
    runningModes: tankModesRepository(database).findRunningIn,
  }
  serveHandovers(server, {
    ...parts,
    ...dayReaders,
    modeSpans: tankModesRepository(database).findSpansIn,
    shelvedSpans: (window, firms) => findShelvedSpans(database, window, firms),
    statistics: alarmStatisticsRepository(database).summary,
    listAlarms: alarmReads.list,
    listJournal: journalRepository(database).list,
    onCallCandidates: (firmId) => onCallRepository(database).findCandidates(firmId, ''),
    onCallOrder: async (firmId) => (await onCallRepository(database).find(firmId)).data.map(({ user }) => user.id),
    mayTake: async (firmId, userId) =>
      firmId === null
        ? handoversRepository(database).isStaff(userId, TAKING_ROLES)
        : (await onCallRepository(database).findEligible(firmId, [userId])).has(userId),
    putFirstOnCall: (...given) => putFirstOnCall(notifications.needs, ...given),
    notifyTaker: notifications.notifyTaker,
  })
  serveHome(server, {
    ...parts,
    alarms: alarmReads,
    tanks: tankRows,
    interruption: (now) => findInterruption(database, now),
    listOrders: (query, caller) => listOrders(orders, query, caller),
    pointBalance: (caller) => pointBalance(database, caller),
    ...dayReaders,
    findOnCall: (firms) => onCallRepository(database).findOfFirms(firms, MOST_ON_CALL_ORDERS),
  })
}

/** Refuses what a process of another role serves. A terminal sends again what was answered with 503. */
export function refusesUnserved(roles: readonly ProcessRole[]): RefuseUnserved {
  const [thingsboard] = deviceApi.thingsboard.path.split(':')
  const isOfDevices = (path: string) => path.startsWith('/api/iot/') || path.startsWith(`${thingsboard}`)
  return (path) => {
    if (isOfDevices(path) && !roles.includes('ingest'))
      return new AppError(503, 'served_elsewhere', { retryAfterSeconds: 30 })
    return new AppError(404, roles.includes('web') ? 'not_found' : 'served_elsewhere')
  }
}
