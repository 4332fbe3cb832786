import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import type { Database } from '../core/database/database.ts'
import { isDatabaseAway } from '../core/http/error-handler.ts'
import type { Logger } from '../core/log.ts'
import type { AppEvents } from '../events.ts'
import type { IntakeFigures } from '../features/dashboard/ingest-pace.ts'
import type { Outcome, Reading } from '../features/measurements/storing/reading.ts'
import type { TerminalDirectoryRepository } from '../features/terminals/terminal-directory.sql.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import type { TerminalPresence } from '../features/terminals/terminal-presence.ts'
import { createAcceptMessage } from './accept-message.ts'
import { createAdmit } from './admit.ts'
import { createIngestLog, type IngestLogEntry } from './ingest-log.ts'
import { registerDeviceApi } from './device-api.ts'
import { createLastMessages } from './last-messages.ts'
import { createMessageRates } from './message-rates.ts'
import { createMqttServer } from './mqtt-server.ts'
import { createReadingBatcher } from './reading-batcher.ts'
import { createWaitingTerminals } from './waiting-terminals.ts'

interface Needs {
  database: Database
  directory: TerminalDirectory
  directoryRepository: TerminalDirectoryRepository
  presence: TerminalPresence
  /** Stores readings in one transaction; when it returns they are on disk. */
  store: (readings: readonly Reading[]) => Promise<Outcome[]>
  /** Writes into terminals' logs. */
  writeLogs: (entries: readonly IngestLogEntry[]) => Promise<void>
  events: AppEvents
  clock: Clock
  log: Logger
  config: Pick<Config, 'INGEST_RATE' | 'LATE_DAYS' | 'TRUST_PROXY'>
}

/** The parts that receive and store measurements. */
export function createIngest(needs: Needs) {
  const { database, directory, directoryRepository, presence, store, writeLogs, events, clock, log, config } = needs
  const ingestLog = createIngestLog({ write: writeLogs, clock, log })
  const waiting = createWaitingTerminals({
    database,
    repository: directoryRepository,
    directory,
    events,
    clock,
    log,
  })
  const admit = createAdmit({ directory, presence, waiting, ingestLog, clock, log })
  const batcher = createReadingBatcher({ store, isPassing: isDatabaseAway, clock, log })
  const rates = createMessageRates(config.INGEST_RATE, clock)
  const lateDays = config.LATE_DAYS
  const lastMessages = createLastMessages()
  const { acceptMessage, counts } = createAcceptMessage({
    directory,
    presence,
    batcher,
    ingestLog,
    lastMessages,
    clock,
    lateDays,
  })
  const mqtt = createMqttServer({
    directory,
    admit,
    acceptMessage,
    batcher,
    rates,
    ingestLog,
    clock,
    log,
    trustedProxies: config.TRUST_PROXY ?? [],
  })

  return {
    acceptMessage,
    mqtt,
    registerHttp: (server: FastifyInstance) => registerDeviceApi(server, { admit, acceptMessage, batcher, rates }),
    /** Loads the known terminals; must run before any port is opened. */
    async start(): Promise<void> {
      await directory.start()
      await presence.start()
      waiting.start()
    },
    /** Closes the MQTT port, stores received messages, and saves what is known about the terminals. */
    async stop(): Promise<void> {
      await batcher.stop()
      // The last stored messages are acknowledged in the next iteration of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 20))
      await mqtt.close()
      await waiting.stop()
      await ingestLog.stop()
      await presence.stop()
      await directory.stop()
    },
    lastMessage: lastMessages.of,
    /** Counts since the start, and the readings that wait now. */
    stats: (): IntakeFigures => ({
      ...counts,
      waiting: batcher.waiting(),
      lag_ms: batcher.lagMs(),
      mqtt_clients: mqtt.clients(),
    }),
  }
}

export type Ingest = ReturnType<typeof createIngest>
