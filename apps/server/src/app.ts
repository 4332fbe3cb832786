import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { answersOf } from './ask-ingest.ts'
import type { Basics } from './basics.ts'
import type { Config } from './config.ts'
import { createEventBus } from './core/event-bus.ts'
import { endInTurn, type EndingStep } from './core/end-within.ts'
import { endsConnections } from './core/http/connections.ts'
import { createHttpServer } from './core/http/http-server.ts'
import { describeApi } from './core/http/openapi.ts'
import { answerNotFound, servePage } from './core/http/page-files.ts'
import { listening } from './core/listening.ts'
import { keepSession } from './core/processes/kept-session.ts'
import { createLeadership, type RunningWork } from './core/processes/leadership.ts'
import { startDemo } from './demo/start-demo.ts'
import type { Events } from './events.ts'
import { ensureFirstAdmin } from './features/auth/first-admin.ts'
import { openServerLog, type ServerLogSink } from './features/logs/server-log.ts'
import { keepSystemName } from './features/settings/settings.service.ts'
import { createEventForwarding } from './forward-events.ts'
import { createBrokerSessions } from './ingest/broker-sessions.ts'
import { createJobs } from './jobs.ts'
import { createParts, type Ports } from './parts.ts'
import { refusesUnserved, serveFeatures } from './routes.ts'

interface Needs extends Pick<Basics, 'database' | 'log' | 'clock'> {
  config: Config
  /** Saves log lines in the table; absent in tests. */
  serverLog?: ServerLogSink
  /** Calls per minute and address without a session; set by tests only. */
  anonymousPerMinute?: number
  /** Folder of the built page; absent in tests. */
  pageFolder?: string
}

/** The complete server, not listening yet. */
export type App = Awaited<ReturnType<typeof createApp>>

const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Connects the ports of the server with its parts, and opens and closes them in order. */
export async function createApp(needs: Needs) {
  const { config, database, log, clock, serverLog, pageFolder, anonymousPerMinute } = needs
  const events = createEventBus<Events>((error, event) => {
    // Not logged for the log's own event: the line would be announced again and fail again.
    if (event !== 'server_log.written') log.error({ err: error, event }, 'a subscriber failed')
  })
  let isOpen = false
  let ports: Ports = { http: config.PORT, socket: config.SOCKET_PORT, mqtt: config.MQTT_PORT }
  const has = (role: Config['ROLES'][number]) => config.ROLES.includes(role)
  /** Several processes may share a database of the operator; the embedded one belongs to this process. */
  const mayHaveOthers = config.DATABASE_URL !== undefined
  const forwarding = mayHaveOthers
    ? createEventForwarding({
        events,
        log,
        roles: config.ROLES,
        watched: () => parts.sockets.watched(),
        answers: () => answersOf(parts.ingest),
        figures: () => parts.dashboard.ownFigures(),
        canStore: () => parts.ingest.awaySince() === null,
      })
    : null

  const serverLogTable = serverLog && openServerLog({ database, events, sink: serverLog })
  const parts = await createParts({
    config,
    database,
    log,
    clock,
    events,
    ports: () => ports,
    isElsewhere: (role) => forwarding?.isElsewhere(role) ?? false,
    storesElsewhere: () => forwarding?.storesElsewhere() ?? null,
    othersFigures: () => forwarding?.figures() ?? [],
    ask: async (question, terminalId) => (await forwarding?.ask(question, terminalId)) ?? [],
  })
  const { notifications, ingest, sockets } = parts
  await ingest.start(has('ingest'))
  const jobs = createJobs(parts, { database, clock, log })
  const leadership = mayHaveOthers && has('jobs') ? createLeadership({ log, lead: jobs.start }) : null
  const brokerSessions =
    mayHaveOthers && has('ingest') && ingest.broker
      ? createBrokerSessions({ broker: ingest.broker, known: parts.mqttSessions, clock, log })
      : null
  const session =
    forwarding &&
    keepSession({ database, log, users: [forwarding.user, leadership, brokerSessions].filter((user) => user !== null) })
  const works: RunningWork[] = []

  const server = await createHttpServer({
    log,
    apiRate: config.API_RATE,
    authenticate: parts.authenticateFrom,
    authenticateDisplay: parts.authenticateDisplay,
    anonymousPerMinute,
    baseUrl: config.BASE_URL,
    trustedProxies: config.TRUST_PROXY,
    clock,
  })
  const endServer = endsConnections(server.server)
  if (has('web')) await describeApi(server)
  serveFeatures(server, parts, () => isOpen)
  const refuse = refusesUnserved(config.ROLES)
  const socketPort = () => config.SOCKET_PUBLIC_PORT ?? ports.socket
  if (has('web') && pageFolder && existsSync(join(pageFolder, 'index.html')))
    await servePage(server, { folder: pageFolder, socketPort, systemName: keepSystemName(parts), refuse })
  else answerNotFound(server, refuse)

  async function openPorts(): Promise<Ports> {
    const { PORT, SOCKET_PORT, MQTT_PORT, HOST: host } = config
    await listening('PORT', PORT, () => server.listen({ port: PORT, host }))
    const { port: http } = server.server.address() as AddressInfo
    // A connection that could not be accepted, as without free file handles, must not end the process.
    server.server.on('error', (error) => log.error({ err: error }, 'the HTTP port failed'))
    const socket = has('web')
      ? await listening('SOCKET_PORT', SOCKET_PORT, () => sockets.listen(SOCKET_PORT, host))
      : SOCKET_PORT
    const mqtt = has('ingest')
      ? await listening('MQTT_PORT', MQTT_PORT, () => ingest.mqtt.listen(MQTT_PORT, host))
      : MQTT_PORT
    return { http, socket, mqtt }
  }

  async function closeBrowserPorts(): Promise<void> {
    parts.broadcasts.stop()
    await Promise.all([endServer(() => server.close()), sockets.close()])
  }

  async function leaveOthers(): Promise<void> {
    await forwarding?.stop()
    await session?.stop()
  }

  async function closeRequests(): Promise<void> {
    notifications.push.close()
    parts.webhookSender.close()
  }

  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  const firstAdmin = has('web') ? await ensureFirstAdmin(parts.auth, { email, password }) : null
  return {
    server,
    events,
    /** Created by this start, to be printed once on the console; null when an admin existed already. */
    firstAdmin,
    ...jobs,
    /** Whether this process does the jobs now. */
    isLeading: () => (leadership ? leadership.isLeading() : has('jobs')),
    /** Sends every Home Assistant what has changed; the same happens by time. */
    showTanks: ingest.showTanks,
    saveDeviceHealths: parts.diagnosis.deviceHealths.save,
    async listen(): Promise<Ports> {
      ports = await openPorts()
      isOpen = true
      works.push(parts.dashboard.start())
      await session?.start()
      forwarding?.start()
      if (has('ingest') && !brokerSessions) ingest.broker?.open(1)
      if (has('jobs') && !leadership) works.push(await jobs.start())
      return ports
    },
    /** Example firms, recorded tanks, and terminals that report over MQTT through this port. */
    startDemo: (mqttPort: number) =>
      startDemo({
        ...parts,
        hasher: parts.auth.hasher,
        database: database.patient,
        firstAdmin,
        dataDir: config.DATA_DIR,
        mqttUrl: `mqtt://${ANY_ADDRESS.has(config.HOST) ? '127.0.0.1' : config.HOST}:${mqttPort}`,
      }),
    async close(): Promise<void> {
      isOpen = false
      brokerSessions?.stop()
      const endings: EndingStep[] = [
        ['the ports for browsers', 5_000, closeBrowserPorts],
        ['the ingest', 6_000, ingest.stop],
        ['jobs', 6_000, () => Promise.all([...works, ...(leadership ? [leadership] : [])].map((work) => work.stop()))],
        ['pushes and webhooks', 1_000, closeRequests],
        ['notifications', 6_000, notifications.settled],
        ['mail', 1_000, async () => parts.mailer.close()],
        ['measurements', 2_000, parts.measurements.close],
        ['the connection to other processes', 2_000, leaveOthers],
        ['the server’s log', 2_000, async () => serverLogTable?.close()],
      ]
      await endInTurn(endings)
    },
  }
}
