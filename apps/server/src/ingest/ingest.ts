import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Basics } from '../basics.ts'
import { isDatabaseAway } from '../core/database/database-away.ts'
import type { IntakeFigures } from '../features/dashboard/ingest-pace.ts'
import type { Outcome, Reading } from '../features/measurements/storing/reading.ts'
import type { AuthenticateIntegration, IntegrationMarks } from '../features/integrations/integrations.service.ts'
import type { LinkEvents } from '../features/terminals/diagnosis/link-events.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import type { DeviceHealths } from '../features/terminals/health/device-health.ts'
import type { TerminalPresence } from '../features/terminals/terminal-presence.ts'
import { createAcceptMessage } from './accept-message.ts'
import { createAdmit, createAdmitDelivered, createMessageRates } from './admit.ts'
import { registerBrokerAccess } from './broker-access.ts'
import { createBrokerIntake } from './broker-intake.ts'
import { createHomeAssistantFeed } from './home-assistant-feed.ts'
import { createIngestLog, createLastMessages, type IngestLogEntry } from './ingest-log.ts'
import { registerDeviceApi } from './device-api.ts'
import { createListening } from './listening.ts'
import { registerLorawanApi } from './lorawan-api.ts'
import { createMqttServer } from './mqtt-server.ts'
import { createReadingBatcher } from './reading-batcher.ts'
import { createWaitingTerminals } from './waiting-terminals.ts'

interface Needs extends Pick<Basics, 'database' | 'events' | 'clock' | 'log'> {
  directory: TerminalDirectory
  presence: TerminalPresence
  linkEvents: LinkEvents
  deviceHealths: DeviceHealths
  authenticateIntegration: AuthenticateIntegration
  integrationMarks: IntegrationMarks
  /** The firm of each tank; null: none. */
  firmsOfTanks: (ids: readonly number[]) => Promise<ReadonlyMap<number, number | null>>
  /** Stores readings in one transaction; when it returns they are on disk. */
  store: (readings: readonly Reading[]) => Promise<Outcome[]>
  /** Writes into terminals' logs. */
  writeLogs: (entries: readonly IngestLogEntry[]) => Promise<void>
  /** The tanks that integrations read by MQTT. */
  sharedTanks: Pick<
    Parameters<typeof createHomeAssistantFeed>[0],
    'readTanks' | 'findIntegrations' | 'metricWords' | 'version' | 'pageUrl'
  >
  config: Pick<Config, 'INGEST_RATE' | 'LATE_DAYS' | 'TRUST_PROXY' | 'MQTT_URL' | 'MQTT_AUTH_SECRET'>
}

/** The parts that receive and store measurements. */
export function createIngest(given: Needs) {
  const { directory, presence, linkEvents, deviceHealths, store, clock, log, config } = given
  const ingestLog = createIngestLog({ write: given.writeLogs, clock, log })
  const waiting = createWaitingTerminals(given)
  const batcher = createReadingBatcher({ store, isPassing: isDatabaseAway, clock, log })
  const rates = createMessageRates(config.INGEST_RATE, clock)
  const lastMessages = createLastMessages()
  const listening = createListening(clock)
  const listened = { listening, linkEvents: listening.withListener(linkEvents) }
  const needs = { ...given, ...listened, ingestLog, waiting, batcher, rates, lastMessages }
  const admit = createAdmit(needs)
  const { acceptMessage, counts } = createAcceptMessage({ ...needs, lateDays: config.LATE_DAYS })
  const homeAssistant = createHomeAssistantFeed({ ...needs, ...given.sharedTanks })
  const transport = { ...needs, admit, acceptMessage, homeAssistant }
  const mqtt = createMqttServer({ ...transport, trustedProxies: config.TRUST_PROXY ?? [] })
  const broker = config.MQTT_URL === undefined ? null : createBrokerIntake({ ...transport, url: config.MQTT_URL })
  const notifyRefusals: typeof mqtt.notifyRefusals = (...refused) => {
    mqtt.notifyRefusals(...refused)
    broker?.notifyRefusals(...refused)
  }

  return {
    mqtt,
    showTanks: homeAssistant.compare,
    /** The readings that a broker of the operator brings; null: there is none. */
    broker,
    registerHttp(server: FastifyInstance): void {
      registerDeviceApi(server, { ...transport, notifyRefusals })
      registerLorawanApi(server, { ...transport, admitDelivered: createAdmitDelivered(needs) })
      registerBrokerAccess(server, { ...transport, secret: config.MQTT_AUTH_SECRET, brokerUrl: config.MQTT_URL })
    },
    /** Loads the known terminals; must run before any port is opened. @param receives whether terminals may connect */
    async start(receives = true): Promise<void> {
      await directory.start()
      if (!receives) return
      await presence.start()
      await linkEvents.start()
      await deviceHealths.start()
      waiting.start()
      homeAssistant.start()
    },
    /** Closes the MQTT port, leaves the broker, stores received messages, and saves what is known about the terminals. */
    async stop(): Promise<void> {
      broker?.hold()
      await batcher.stop()
      // The last stored messages are acknowledged in the next iteration of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 20))
      await Promise.all([mqtt.close(), broker?.stop()])
      await homeAssistant.stop()
      await waiting.stop()
      await ingestLog.stop()
      await presence.stop()
      await linkEvents.stop()
      await deviceHealths.stop()
      await directory.stop()
    },
    /** Whether the terminal has a connection here; null: it may have one at the broker. */
    isConnected: (terminalId: number) => mqtt.isConnected(terminalId) || (broker ? null : false),
    lastMessage: lastMessages.of,
    listen: listening.listen,
    /** Since when readings cannot be stored (epoch milliseconds); null: they can. */
    awaySince: batcher.awaySince,
    /** Counts since the start, and the readings that wait now. */
    stats: (): IntakeFigures => ({
      ...counts,
      waiting: batcher.waiting(),
      lag_ms: batcher.lagMs(),
      mqtt_clients: mqtt.clients(),
      broker_sessions: broker?.sessions() ?? 0,
    }),
  }
}

export type Ingest = ReturnType<typeof createIngest>
