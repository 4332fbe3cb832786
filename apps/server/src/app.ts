import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Clock } from './core/clock.ts'
import type { Database } from './core/database/database.ts'
import { createEventBus } from './core/event-bus.ts'
import { every } from './core/every.ts'
import { endInTurn, type Ending } from './core/end-within.ts'
import { endsConnections } from './core/http/connections.ts'
import { createHttpServer } from './core/http/http-server.ts'
import { describeApi } from './core/http/openapi.ts'
import { answerNotFound, servePage } from './core/http/page-files.ts'
import { listening } from './core/listening.ts'
import type { Logger } from './core/log.ts'
import { VERSION } from './core/version.ts'
import { startDemo, type Demo } from './demo/start-demo.ts'
import type { AppEvents, Events } from './events.ts'
import type { FirstAdmin } from './features/auth/first-admin.ts'
import { createDashboard } from './features/dashboard/dashboard.module.ts'
import { openServerLog } from './features/logs/open-server-log.ts'
import type { ServerLogSink } from './features/logs/server-log.ts'
import { importHistory } from './features/measurements/import/import-history.ts'
import { createParts } from './parts.ts'
import { startBroadcasts } from './realtime/broadcasts.ts'
import { createSocketServer } from './realtime/socket-server.ts'
import { serveFeatures } from './routes.ts'

interface Needs {
  config: Config
  database: Database
  log: Logger
  clock: Clock
  /** Saves log lines in the table; absent in tests. */
  serverLog?: ServerLogSink
  /** Calls per minute and address without a session; set by tests only. */
  anonymousPerMinute?: number
  /** Folder of the built page; absent in tests. */
  pageFolder?: string
}

export interface Ports {
  http: number
  socket: number
  mqtt: number
}

/** The complete server, not listening yet. */
export interface App {
  server: FastifyInstance
  events: AppEvents
  /** Created by this start, to be printed once on the console; null when an admin existed already. */
  firstAdmin: FirstAdmin | null
  /** Ends expired suspensions; the app calls it every few seconds while it listens. */
  endSuspensions(): Promise<void>
  /** Removes expired sessions and their push subscriptions; the app calls it every minute while it listens. */
  sweepSessions(): Promise<void>
  listen(): Promise<Ports>
  /** Example firms, recorded tanks, and terminals that report over MQTT through this port. */
  startDemo(mqttPort: number): Demo
  close(): Promise<void>
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Connects the ports of the server with its parts, and opens and closes them in order. */
export async function createApp(needs: Needs): Promise<App> {
  const { config, database, log, clock, serverLog, pageFolder, anonymousPerMinute } = needs
  const events = createEventBus<Events>((error, event) => {
    // Not logged for the log's own event: the line would be announced again and fail again.
    if (event !== 'server_log.written') log.error({ err: error, event }, 'a subscriber failed')
  })
  let isOpen = false
  let ports: Ports = { http: config.PORT, socket: config.SOCKET_PORT, mqtt: config.MQTT_PORT }
  let chores: { stop(): Promise<void> }[] = []

  const serverLogTable = serverLog && openServerLog({ database, events, sink: serverLog })
  const parts = await createParts({
    config,
    database,
    log,
    clock,
    events,
    origin: () => (config.BASE_URL === undefined ? `http://localhost:${ports.http}` : new URL(config.BASE_URL).origin),
  })
  const { sessions, tankReader, tankRows, findTerminal, alarmClock, rollUpJob, ingest } = parts
  await ingest.start()

  const sockets = createSocketServer({
    authenticate: sessions.authenticate,
    recheck: sessions.recheck,
    isVisible: async (of, id, scope) =>
      (of === 'tank' ? await tankRows.findById(id, scope) : await findTerminal(id, scope)) !== undefined,
    pagePort: () => ports.http,
    baseUrl: config.BASE_URL,
    trustedProxies: config.TRUST_PROXY ?? [],
    events,
    log,
    clock,
  })
  const broadcasts = startBroadcasts({
    sockets,
    events,
    log,
    firmsOf: tankRows.findFirmIds,
    tank: (id) => tankReader.find(id, 'all'),
    terminal: (id) => findTerminal(id, 'all'),
  })

  const { dashboard, metrics, ...figures } = createDashboard({
    ...parts.figures,
    database,
    clock,
    log,
    version: VERSION,
    dataFolder: config.DATA_DIR,
    intake: ingest.stats,
    sockets: sockets.count,
    isWatched: () => sockets.hasSubscribers('dashboard'),
    send: (stats) => sockets.send('dashboard', 'dashboard', 'stats', stats),
  })

  const server = await createHttpServer({
    log,
    apiRate: config.API_RATE,
    authenticate: parts.authenticateFrom,
    anonymousPerMinute,
    baseUrl: config.BASE_URL,
    trustedProxies: config.TRUST_PROXY,
  })
  const endServer = endsConnections(server.server)
  await describeApi(server)
  serveFeatures(server, {
    config,
    database,
    clock,
    parts,
    dashboard,
    metrics,
    isOpen: () => isOpen,
    mqttPort: () => ports.mqtt,
  })
  if (pageFolder && existsSync(join(pageFolder, 'index.html')))
    await servePage(server, { folder: pageFolder, socketPort: () => config.SOCKET_PUBLIC_PORT ?? ports.socket })
  else answerNotFound(server)

  async function endSuspensions(): Promise<void> {
    await parts.tankSuspensions.end()
    await parts.terminalSuspensions.end()
  }

  const sweepSessions = () => parts.auth.sweep(parts.notifications.push.sayGoodbye)

  async function openPorts(): Promise<Ports> {
    const { PORT, SOCKET_PORT, MQTT_PORT, HOST: host } = config
    await listening('PORT', PORT, () => server.listen({ port: PORT, host }))
    const { port: http } = server.server.address() as AddressInfo
    // A connection that could not be accepted, as without free file handles, must not end the process.
    server.server.on('error', (error) => log.error({ err: error }, 'the HTTP port failed'))
    const socket = await listening('SOCKET_PORT', SOCKET_PORT, () => sockets.listen(SOCKET_PORT, host))
    const mqtt = await listening('MQTT_PORT', MQTT_PORT, () => ingest.mqtt.listen(MQTT_PORT, host))
    return { http, socket, mqtt }
  }

  async function closeBrowserPorts(): Promise<void> {
    broadcasts.stop()
    await Promise.all([endServer(() => server.close()), sockets.close()])
  }

  async function closeRequests(): Promise<void> {
    parts.notifications.push.close()
    parts.webhookSender.close()
  }

  const firstAdmin = await parts.ensureFirstAdmin({ email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD })
  return {
    server,
    events,
    firstAdmin,
    endSuspensions,
    sweepSessions,
    async listen() {
      ports = await openPorts()
      isOpen = true
      alarmClock.start()
      chores = [
        figures.start(),
        every(5_000, 'suspensions', log, endSuspensions),
        // Push ends with the session, so expired sessions must be removed soon.
        every(60_000, 'expired sessions and attempts', log, sweepSessions),
        every(1_000, 'e-mails about accounts', log, parts.accountEmails.poll),
        every(3_600_000, 'old e-mails about accounts', log, parts.accountEmails.sweep),
        every(60_000, 'old log entries', log, parts.sweepLogs),
        every(3_000, 'reminders', log, parts.notifications.tick),
        every(1_000, 'notifications', log, parts.notifications.poll),
        every(3_600_000, 'old notifications', log, parts.notifications.sweep),
        every(60_000, 'weekly test of the channels', log, parts.notifications.testChannels),
      ]
      await rollUpJob.start()
      return ports
    },
    startDemo: (mqttPort) =>
      startDemo({
        database: database.patient,
        clock,
        log,
        settings: parts.settings,
        firms: parts.firms,
        users: parts.users,
        hasher: parts.hasher,
        importHistory,
        firstAdmin,
        verbs: {
          templates: parts.rangeTemplates,
          terminals: parts.terminals,
          tanks: parts.tanks,
          orders: parts.orders,
        },
        dataDir: config.DATA_DIR,
        mqttUrl: `mqtt://${ANY_ADDRESS.has(config.HOST) ? '127.0.0.1' : config.HOST}:${mqttPort}`,
      }),
    async close() {
      isOpen = false
      const endings: Ending[] = [
        ['the ports for browsers', 5_000, closeBrowserPorts],
        ['the ingest', 6_000, ingest.stop],
        ['chores', 3_000, () => Promise.all(chores.map((chore) => chore.stop()))],
        ['the clock of alarms', 2_000, alarmClock.stop],
        ['pushes and webhooks', 1_000, closeRequests],
        ['notifications', 6_000, parts.notifications.settled],
        ['mail', 1_000, async () => parts.mailer.close()],
        ['roll-ups', 3_000, rollUpJob.stop],
        ['measurements', 2_000, parts.measurements.close],
        ['the server’s log', 2_000, async () => serverLogTable?.close()],
      ]
      await endInTurn(endings)
    },
  }
}
