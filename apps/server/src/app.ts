import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { instantAt, type Clock } from './core/clock.ts'
import type { Database } from './core/database/database.ts'
import { createEventBus } from './core/event-bus.ts'
import { every } from './core/every.ts'
import { createHttpServer } from './core/http/http-server.ts'
import { describeApi } from './core/http/openapi.ts'
import { answerNotFound, servePage } from './core/http/page-files.ts'
import type { Logger } from './core/log.ts'
import { StartError } from './core/start-error.ts'
import { startDemo, type Demo } from './demo/start-demo.ts'
import type { AppEvents, Events } from './events.ts'
import { createAlarms } from './features/alarms/alarms.module.ts'
import { serveAlarms } from './features/alarms/alarms.routes.ts'
import { createAuth } from './features/auth/auth.module.ts'
import { serveAuth } from './features/auth/auth.routes.ts'
import type { FirstAdmin } from './features/auth/first-admin.ts'
import { serveBranding } from './features/branding/branding.routes.ts'
import { firmsRepository as firms } from './features/firms/firms.repository.ts'
import { createLogWriters } from './features/logs/log-writer.ts'
import { serveLogs } from './features/logs/logs.routes.ts'
import { importHistory } from './features/measurements/import/import-history.ts'
import { latestValues } from './features/measurements/latest-values.repository.ts'
import { createMeasurements } from './features/measurements/measurements.module.ts'
import { serveMeasurements } from './features/measurements/measurements.routes.ts'
import { rangeTemplatesRepository } from './features/range-templates/range-templates.repository.ts'
import { serveRangeTemplates } from './features/range-templates/range-templates.routes.ts'
import { createRangeTemplatesService } from './features/range-templates/range-templates.service.ts'
import { settingsRepository as settings } from './features/settings/settings.repository.ts'
import { serveSettings } from './features/settings/settings.routes.ts'
import { serveSystem } from './features/system/system.routes.ts'
import { createTankReader } from './features/tanks/read-tanks.ts'
import { tanksRepository } from './features/tanks/tanks.repository.ts'
import { serveTanks } from './features/tanks/tanks.routes.ts'
import { createTanksService } from './features/tanks/tanks.service.ts'
import { assignmentsRepository } from './features/terminals/assignments.repository.ts'
import { createTerminalMover } from './features/terminals/move-terminals.ts'
import { terminalDirectoryRepository } from './features/terminals/terminal-directory.repository.ts'
import { createTerminalDirectory } from './features/terminals/terminal-directory.ts'
import { terminalPresenceRepository } from './features/terminals/terminal-presence.repository.ts'
import { offlineAfterSeconds, staleAfterSeconds } from './features/terminals/terminal-presence.rules.ts'
import { createTerminalPresence } from './features/terminals/terminal-presence.ts'
import { terminalsRepository } from './features/terminals/terminals.repository.ts'
import { serveTerminals } from './features/terminals/terminals.routes.ts'
import { createTerminalsService } from './features/terminals/terminals.service.ts'
import { usersRepository as users } from './features/users/users.repository.ts'
import { createDeviceDoor } from './ingest/device-door.ts'
import { startBroadcasts } from './realtime/broadcasts.ts'
import { createSocketServer } from './realtime/socket-server.ts'

interface Needs {
  config: Config
  database: Database
  log: Logger
  clock: Clock
  /** Folder of the built page; absent in tests. */
  pageFolder?: string
}

export interface Ports {
  http: number
  socket: number
  mqtt: number
}

/** The whole server, wired; nothing listens yet. */
export interface App {
  server: FastifyInstance
  events: AppEvents
  /** Made by this start, to be told once on the console; null when there was an admin already. */
  firstAdmin: FirstAdmin | null
  /** Lets suspensions that are over end; the app itself does it every few seconds while it listens. */
  endSuspensions(): Promise<void>
  listen(): Promise<Ports>
  /** Example firms, recorded tanks, and terminals that report through the MQTT door of this port. */
  startDemo(mqttPort: number): Demo
  close(): Promise<void>
}

/** The system on one page: every part is made here and given what it needs by name. */
export async function createApp({ config, database, log, clock, pageFolder }: Needs): Promise<App> {
  const events = createEventBus<Events>((error, event) => log.error({ err: error, event }, 'a subscriber failed'))
  let isOpen = false
  let ports: Ports = { http: config.PORT, socket: config.SOCKET_PORT, mqtt: config.MQTT_PORT }

  const { auth, sessions, hasher, ensureFirstAdmin } = createAuth({ database, clock, events, users, firms, settings })
  const { terminalLogs, tankLogs } = createLogWriters({ database, events })
  const { alarms, alarmReads, alarmClock } = createAlarms({
    database,
    clock,
    events,
    log,
    staleAfterSeconds,
    offlineAfterSeconds,
  })
  const { judgeTanks } = alarms
  const { measurements, rollUpJob } = createMeasurements({ database, clock, events, log, evaluate: alarms.evaluate })
  const tankReader = createTankReader({
    database,
    clock,
    templates: rangeTemplatesRepository(database).findRefs,
    terminalsOn: assignmentsRepository(database).findShownOnTanks,
    latestOf: latestValues(database).forTanks,
    openAlarmsOf: alarmReads.openOfTanks,
  })
  const moveTerminals = createTerminalMover({
    events,
    terminalLogs,
    tankLogs,
    touchTanks: (on, ids, by, at) => tanksRepository(on).touch(ids, by, at),
  })
  const tanks = createTanksService({
    database,
    clock,
    events,
    tankLogs,
    moveTerminals,
    judgeTanks,
    reader: tankReader,
    assignments: assignmentsRepository,
    hasFirm: async (on, id) => (await firms.findRef(on, id)) !== undefined,
    hasTemplate: async (on, id) => (await rangeTemplatesRepository(on).findById(id)) !== undefined,
  })
  const terminals = createTerminalsService({
    database,
    clock,
    events,
    terminalLogs,
    moveTerminals,
    judgeTanks,
    settings,
    findTank: (on, id) => tanksRepository(on).findRef(id),
  })
  const rangeTemplates = createRangeTemplatesService({ database, clock, events, judgeTanks })
  const directory = createTerminalDirectory({ database, repository: terminalDirectoryRepository, events, clock, log })
  const presence = createTerminalPresence({
    database,
    repository: terminalPresenceRepository,
    directory,
    events,
    clock,
    log,
  })
  const door = await createDeviceDoor({
    database,
    directory,
    directoryRepository: terminalDirectoryRepository,
    presence,
    store: measurements.storeBatch,
    writeLogs: terminalLogs.record,
    events,
    clock,
    log,
    config,
  })
  await door.start()

  const sockets = createSocketServer({
    authenticate: sessions.authenticate,
    recheck: sessions.recheck,
    isVisible: async (of, id, scope) =>
      of === 'tank'
        ? (await tanksRepository(database).findById(id, scope)) !== undefined
        : (await terminalsRepository(database).findById(id, scope, instantAt(clock.now()))) !== undefined,
    pagePort: () => ports.http,
    baseUrl: config.BASE_URL,
    events,
    log,
    clock,
  })
  const broadcasts = startBroadcasts({
    sockets,
    events,
    log,
    firmsOf: tanksRepository(database).findFirmIds,
    tank: (id) => tankReader.find(id, 'all'),
    terminal: (id) => terminalsRepository(database).findById(id, 'all', instantAt(clock.now())),
  })

  const server = await createHttpServer({ log, apiRate: config.API_RATE, authenticate: sessions.authenticate })
  await describeApi(server)
  serveSystem(server, {
    isOpen: () => isOpen,
    pingDatabase: async () => {
      await database.query('select 1')
    },
  })
  serveAuth(server, { auth, sessions })
  serveSettings(server, { database })
  serveBranding(server, { baseUrl: config.BASE_URL })
  serveTanks(server, { reader: tankReader, tanks })
  serveTerminals(server, { database, clock, terminals })
  serveRangeTemplates(server, { database, rangeTemplates })
  serveMeasurements(server, { database, clock })
  door.registerHttp(server)
  serveAlarms(server, { alarms: alarmReads, service: alarms, clock })
  serveLogs(server, {
    database,
    hasTerminal: async (id) =>
      (await terminalsRepository(database).findById(id, 'all', instantAt(clock.now()))) !== undefined,
  })
  if (pageFolder && existsSync(join(pageFolder, 'index.html')))
    await servePage(server, { folder: pageFolder, socketPort: () => ports.socket })
  else answerNotFound(server)

  async function endSuspensions(): Promise<void> {
    await tanks.endSuspensions()
    await terminals.endSuspensions()
  }
  let chores: { stop(): Promise<void> }[] = []

  const firstAdmin = await ensureFirstAdmin({ email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD })
  return {
    server,
    events,
    firstAdmin,
    endSuspensions,
    async listen() {
      await listening('PORT', config.PORT, () => server.listen({ port: config.PORT, host: config.HOST }))
      ports = {
        http: (server.server.address() as AddressInfo).port,
        socket: await listening('SOCKET_PORT', config.SOCKET_PORT, () =>
          sockets.listen(config.SOCKET_PORT, config.HOST),
        ),
        mqtt: await listening('MQTT_PORT', config.MQTT_PORT, () => door.mqtt.listen(config.MQTT_PORT, config.HOST)),
      }
      isOpen = true
      alarmClock.start()
      chores = [
        every(5_000, 'suspensions', log, endSuspensions),
        every(600_000, 'expired sessions and attempts', log, auth.sweep),
      ]
      await rollUpJob.start()
      return ports
    },
    startDemo: (mqttPort) =>
      startDemo({
        database,
        clock,
        log,
        settings,
        firms,
        users,
        hasher,
        verbs: { templates: rangeTemplates, terminals, tanks },
        importHistory,
        firstAdmin,
        dataDir: config.DATA_DIR,
        mqttUrl: `mqtt://${ANY_ADDRESS.has(config.HOST) ? '127.0.0.1' : config.HOST}:${mqttPort}`,
      }),
    async close() {
      isOpen = false
      await server.close()
      broadcasts.stop()
      await sockets.close()
      await door.stop()
      await Promise.all(chores.map((chore) => chore.stop()))
      await alarmClock.stop()
      await rollUpJob.stop()
      await measurements.close()
    },
  }
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

/** A port that cannot be had is one clear line, not a stack. */
async function listening<T>(name: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason =
      { EADDRINUSE: 'is already taken', EACCES: 'needs more rights than this user has' }[code] ??
      `cannot be opened (${code})`
    throw new StartError(`Port ${port} (${name}) ${reason}. Choose another one: ${name}=… npm start`)
  }
}
