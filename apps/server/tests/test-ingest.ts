import type { TerminalStatus } from '@dalyan/contracts/terminals'
import type { FastifyInstance } from 'fastify'
import { systemClock, type Clock } from '../src/core/clock.ts'
import type { Database } from '../src/core/database/database.ts'
import { createEventBus } from '../src/core/event-bus.ts'
import { createHttpServer } from '../src/core/http/http-server.ts'
import { createLogger } from '../src/core/log.ts'
import type { Events } from '../src/events.ts'
import {
  createIntegrationMarks,
  type AuthenticateIntegration,
} from '../src/features/integrations/integrations.service.ts'
import { createLogWriters } from '../src/features/logs/log-writer.ts'
import { measurementsService } from '../src/features/measurements/storing/measurements.service.ts'
import { MESSAGE_WORDS } from '../src/features/notifications/messages/message-words.ts'
import { partitions } from '../src/features/measurements/storing/partitions.sql.ts'
import type { Outcome, Reading } from '../src/features/measurements/storing/reading.ts'
import { makeDeviceKey } from '../src/features/terminals/device-key.ts'
import { createDeviceHealths } from '../src/features/terminals/health/device-health.ts'
import { deviceHealthRepository } from '../src/features/terminals/health/device-health.sql.ts'
import { createLinkEvents } from '../src/features/terminals/diagnosis/link-events.ts'
import { linkEventsRepository } from '../src/features/terminals/diagnosis/link-events.sql.ts'
import { createTerminalDirectory, type TerminalDirectory } from '../src/features/terminals/terminal-directory.ts'
import { terminalPresenceRepository } from '../src/features/terminals/terminal-presence.sql.ts'
import { createTerminalPresence, type TerminalPresence } from '../src/features/terminals/terminal-presence.ts'
import { createIngest, type Ingest } from '../src/ingest/ingest.ts'
import { openTestDatabase } from './test-database.ts'
import { createQualityGates } from '../src/features/measurements/quality/quality-gates.ts'

export interface TestTerminal {
  id: number
  code: string
  key: string
}

/** The ingest alone on its own database: both transports and real storage, without users. */
export interface TestIngest {
  ingest: Ingest
  server: FastifyInstance
  database: Database
  directory: TerminalDirectory
  presence: TerminalPresence
  mqttPort: number
  /** Runs before the storage; a test replaces it to delay or fail. */
  storage: { before: (readings: readonly Reading[]) => Promise<void> }
  terminal(status?: TerminalStatus): Promise<TestTerminal>
  setStatus(terminal: TestTerminal, status: TerminalStatus): Promise<void>
  /** All stored readings of a terminal, oldest first. */
  stored(terminal: TestTerminal): Promise<Record<string, unknown>[]>
  logs(terminal: TestTerminal): Promise<{ event: string; status: string; meta: Record<string, unknown> }[]>
  close(): Promise<void>
}

let made = 0

export async function startTestIngest(
  settings: {
    INGEST_RATE?: number
    clock?: Clock
    TRUST_PROXY?: string[]
    MQTT_URL?: string
    MQTT_AUTH_SECRET?: string
    authenticateIntegration?: AuthenticateIntegration
  } = {},
): Promise<TestIngest> {
  const { clock = systemClock, INGEST_RATE = 0, TRUST_PROXY, MQTT_URL, MQTT_AUTH_SECRET } = settings
  const { authenticateIntegration = () => Promise.resolve(null) } = settings
  const database = await openTestDatabase()
  const log = createLogger('silent')
  const events = createEventBus<Events>(() => undefined)
  const { terminalLogs } = createLogWriters({ database, events })
  const measurements = measurementsService({
    database,
    gates: createQualityGates({ database, clock }),
    partitions: partitions(database),
    alarms: { evaluate: () => Promise.resolve([]), announce: () => undefined },
    announce: () => undefined,
  })
  const storage: TestIngest['storage'] = { before: () => Promise.resolve() }
  async function store(readings: readonly Reading[]): Promise<Outcome[]> {
    await storage.before(readings)
    return measurements.storeBatch(readings)
  }
  const directory = createTerminalDirectory({ database, events, clock, log })
  const presence = createTerminalPresence({
    database,
    repository: terminalPresenceRepository,
    directory,
    events,
    clock,
    log,
  })
  const ingest = createIngest({
    database,
    directory,
    presence,
    deviceHealths: createDeviceHealths({ database, repository: deviceHealthRepository, clock, log }),
    linkEvents: createLinkEvents({ database, repository: linkEventsRepository, clock, log }),
    store,
    writeLogs: terminalLogs.record,
    authenticateIntegration,
    integrationMarks: createIntegrationMarks({ database, clock, log }),
    firmsOfTanks: () => Promise.resolve(new Map()),
    sharedTanks: {
      readTanks: () => Promise.resolve({ tanks: [], deleted: [] }),
      findIntegrations: () => Promise.resolve([]),
      metricWords: (language) => MESSAGE_WORDS[language].metrics,
      version: '0',
      pageUrl: null,
    },
    events,
    clock,
    log,
    config: { INGEST_RATE, LATE_DAYS: 30, TRUST_PROXY, MQTT_URL, MQTT_AUTH_SECRET },
  })
  await ingest.start()
  const server = await createHttpServer({ log, apiRate: 0, authenticate: () => Promise.resolve(null) })
  ingest.registerHttp(server)
  const mqttPort = await ingest.mqtt.listen(0, '127.0.0.1')

  return {
    ingest,
    server,
    database,
    directory,
    presence,
    mqttPort,
    storage,
    async terminal(status = 'active') {
      made += 1
      const code = `TRM-${made}`
      const { key, hash } = makeDeviceKey()
      const { id } = await database.db
        .insertInto('terminals')
        .values({ code, status })
        .returning('id')
        .executeTakeFirstOrThrow()
      await database.db.insertInto('terminal_keys').values({ terminal_id: id, hash }).execute()
      events.emit('terminal.changed', { id, tank_ids: [] })
      await directory.settled()
      return { id, code, key }
    },
    async setStatus({ id }, status) {
      await database.db.updateTable('terminals').set({ status }).where('id', '=', id).execute()
      events.emit('terminal.changed', { id, tank_ids: [] })
      await directory.settled()
    },
    async stored({ id }) {
      const { rows } = await database.query('select * from measurements where terminal_id = $1 order by measured_at', [
        id,
      ])
      return rows
    },
    async logs({ id }) {
      return database.db
        .selectFrom('terminal_logs')
        .select(['event', 'status', 'meta'])
        .where('terminal_id', '=', id)
        .orderBy('id')
        .execute() as never
    },
    async close() {
      await server.close()
      await ingest.stop()
      await measurements.close()
      await database.close()
    },
  }
}
