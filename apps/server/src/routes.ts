import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { isLoopback } from './console-words.ts'
import type { Clock } from './core/clock.ts'
import type { Database } from './core/database/database.ts'
import { actorOf } from './core/http/actor.ts'
import { createExportGate } from './core/http/export-gate.ts'
import { serveAlarms } from './features/alarms/alarms.routes.ts'
import { serveAlarmStatistics } from './features/alarms/statistics/alarm-statistics.routes.ts'
import { serveAuth } from './features/auth/auth.routes.ts'
import { serveBranding } from './features/branding/branding.routes.ts'
import { serveDashboard } from './features/dashboard/dashboard.routes.ts'
import { serveMetrics } from './features/dashboard/metrics.routes.ts'
import type { ProductMetrics } from './features/dashboard/product-metrics.ts'
import type { DashboardReader } from './features/dashboard/read-dashboard.ts'
import { serveFirms } from './features/firms/firms.routes.ts'
import { serveHome } from './features/home/home.routes.ts'
import { serveLogs } from './features/logs/logs.routes.ts'
import { serveMeasurements } from './features/measurements/measurements.routes.ts'
import { serveTerminalTraffic } from './features/measurements/statistics/terminal-traffic.routes.ts'
import { serveNotifications } from './features/notifications/notifications.routes.ts'
import { serveOrders } from './features/orders/orders.routes.ts'
import { servePoints } from './features/points/points.routes.ts'
import { serveRangeTemplates } from './features/range-templates/range-templates.routes.ts'
import { serveSettings } from './features/settings/settings.routes.ts'
import { serveSystem } from './features/system/system.routes.ts'
import { serveTanks } from './features/tanks/tanks.routes.ts'
import { serveTerminals } from './features/terminals/terminals.routes.ts'
import { serveUsers } from './features/users/users.routes.ts'
import { serveWebhooks } from './features/webhooks/webhooks.routes.ts'
import type { Parts } from './parts.ts'

interface Needs {
  config: Pick<Config, 'API_RATE' | 'BASE_URL' | 'HOST'>
  database: Database
  clock: Clock
  parts: Parts
  dashboard: DashboardReader
  metrics: ProductMetrics
  /** Whether every port is open. */
  isOpen: () => boolean
  mqttPort: () => number
}

/** Every call that the server answers, feature by feature. */
export function serveFeatures(server: FastifyInstance, needs: Needs): void {
  const { config, database, clock, parts, dashboard, metrics, isOpen, mqttPort } = needs
  const { auth, sessions, tankReader, tankRows, alarmReads, findTerminal, ingest, orderReader, points } = parts
  const exportGate = createExportGate(server, config.API_RATE > 0, (user, request) =>
    parts.audit(database, actorOf(user, request), {
      event: 'exported',
      target: { kind: 'file', id: null, name: request.url.split('?')[0] ?? '' },
      after: request.query as object,
    }),
  )

  serveSystem(server, {
    isOpen,
    pingDatabase: async () => {
      await database.query('select 1')
    },
  })
  serveDashboard(server, { dashboard })
  serveMetrics(server, { metrics, authenticate: parts.authenticateFrom })

  serveAuth(server, {
    auth,
    passwordReset: parts.passwordReset,
    emailConfirmation: parts.emailConfirmation,
    sessions,
  })
  serveUsers(server, { database, users: parts.accounts })
  serveFirms(server, { database, firms: parts.firmTree })
  serveSettings(server, { settings: parts.systemSettings, hasMail: parts.mailer.isReady })
  serveBranding(server, { branding: parts.branding, baseUrl: config.BASE_URL })

  serveTanks(server, { reader: tankReader, tanks: parts.tanks, tanksFromFile: parts.tanksFromFile })
  serveTerminals(server, {
    database,
    clock,
    terminals: parts.terminals,
    terminalsFromFile: parts.terminalsFromFile,
    enrolment: parts.enrolment,
    deviceAddress: () => ({
      mqtt_port: mqttPort(),
      url: config.BASE_URL === undefined ? null : new URL(config.BASE_URL).origin,
      local_only: isLoopback(config.HOST),
    }),
  })
  serveRangeTemplates(server, { database, rangeTemplates: parts.rangeTemplates })

  ingest.registerHttp(server)
  serveMeasurements(server, { database, clock, manualReadings: parts.manualReadings, exportGate })
  serveTerminalTraffic(server, {
    database,
    clock,
    offlineAfterSeconds: (id) => parts.presence.offlineAfterSeconds(id),
    lastMessage: ingest.lastMessage,
  })

  serveAlarms(server, {
    database,
    clock,
    exportGate,
    alarms: alarmReads,
    actions: parts.alarmActions,
  })
  serveAlarmStatistics(server, { database, clock })
  serveWebhooks(server, { database, webhooks: parts.webhooks, sendTest: parts.notifications.testWebhook })
  serveNotifications(server, { database, clock, ...parts.notifications })
  serveLogs(server, {
    database,
    clock,
    exportGate,
    hasTerminal: async (id) => (await findTerminal(id, 'all')) !== undefined,
    hasTank: async (id, firms) => (await tankRows.findById(id, firms)) !== undefined,
  })

  serveOrders(server, { reader: orderReader, orders: parts.orders })
  servePoints(server, { points })
  serveHome(server, { clock, alarms: alarmReads, tanks: tankRows, orders: orderReader, points })
}
