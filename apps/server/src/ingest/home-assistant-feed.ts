import type { Language } from '@dalyan/contracts/errors'
import type { Basics } from '../basics.ts'
import { every } from '../core/every.ts'
import type { FirmScope } from '../core/http/signed-in.ts'
import type { IntegrationMarks, SignedInIntegration } from '../features/integrations/integrations.service.ts'
import {
  discoveryOf,
  discoveryTopic,
  isDiscovery,
  HOME_ASSISTANT_WORDS,
  STATE_REPEATED_EVERY_MS,
  stateOf,
  stateTopic,
  type DiscoveryWords,
  type HomeAssistantTank,
} from './home-assistant-messages.ts'
import { hasWildcard, matchesFilter } from './mqtt-frames.ts'
import type { MqttSession } from './mqtt-session.ts'

const COMPARE_EVERY_MS = 5_000
/** An integration may have several connections, because Home Assistant reconnects and a bridge may stand beside it. */
const MOST_CONNECTIONS = 3

/** The tanks that an integration shares, and those that it no longer shares. */
export interface SharedTanks {
  tanks: readonly HomeAssistantTank[]
  /** Tanks deleted lately, which a Home Assistant that connects must remove. */
  deleted: readonly number[]
}

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  readTanks: (firms: FirmScope) => Promise<SharedTanks>
  /** The present rights of these integrations; removed ones are left out. */
  findIntegrations: (ids: readonly number[]) => Promise<SignedInIntegration[]>
  integrationMarks: Pick<IntegrationMarks, 'succeeded'>
  metricWords: (language: Language) => DiscoveryWords['metrics']
  version: string
  /** The page's address; null: unknown. */
  pageUrl: string | null
}

interface FeedReader {
  session: MqttSession
  integrationId: number
  /** The last payload by topic, and when it was sent. */
  sent: Map<string, { payload: string; at: number }>
  /** Granted filters whose messages were not sent yet. */
  asked: string[]
  isServed: boolean
}

/** An empty payload removes the device of a discovery topic. */
type Messages = ReadonlyMap<string, string>

/**
 * Shows tanks to each Home Assistant that is connected to the MQTT port: all messages on a subscription, as if they were retained, and every five seconds
 * those that changed. What changed is found by comparing with what was sent, so that nothing depends on the process in which it happened.
 */
export function createHomeAssistantFeed(needs: Needs) {
  const { readTanks, findIntegrations, integrationMarks, metricWords, version, pageUrl, clock, log } = needs
  const readers = new Map<MqttSession, FeedReader>()
  let comparing: { stop(): Promise<void> } | undefined

  function messagesOf({ tanks, deleted }: SharedTanks, language: Language): Messages {
    const words = { ...HOME_ASSISTANT_WORDS[language], metrics: metricWords(language) }
    const now = clock.now()
    return new Map([
      ...deleted.map((id) => [discoveryTopic(id), ''] as const),
      ...tanks.map((tank) => [discoveryTopic(tank.id), discoveryOf(tank, { words, version, pageUrl })] as const),
      ...tanks.map((tank) => [stateTopic(tank.id), stateOf(tank, now)] as const),
    ])
  }

  /** Sends the messages that differ from the last ones sent to this reader. `filters`: new filters, whose messages are all sent. */
  function send(reader: FeedReader, messages: Messages, filters: readonly string[] = []): void {
    const { session, sent } = reader
    const now = clock.now()
    const exact = new Set(filters)
    const wildcards = filters.filter(hasWildcard)
    const isNew = (topic: string) => exact.has(topic) || wildcards.some((filter) => matchesFilter(filter, topic))
    for (const [topic, payload] of messages) {
      const last = sent.get(topic)
      const isRepeated = !isDiscovery(topic) && now - (last?.at ?? 0) >= STATE_REPEATED_EVERY_MS
      if (last?.payload === payload && !isRepeated && !isNew(topic)) continue
      if (session.show(topic, payload, isDiscovery(topic))) sent.set(topic, { payload, at: now })
    }
    for (const [topic, { payload }] of sent) {
      if (messages.has(topic)) continue
      if (isDiscovery(topic) && payload !== '') session.show(topic, '', true)
      sent.delete(topic)
    }
  }

  /** Ends the connections of removed integrations, and sends the others what changed. */
  async function compare(): Promise<void> {
    const ids = [...new Set([...readers.values()].map(({ integrationId }) => integrationId))]
    const found = new Map((await findIntegrations(ids)).map((each) => [each.id, each]))
    for (const [session, { integrationId }] of readers)
      if (ids.includes(integrationId) && !found.has(integrationId)) session.destroy('refused')
    for (const integration of found.values()) {
      const messages = messagesOf(await readTanks(integration.firms), integration.language)
      for (const reader of readers.values()) if (reader.integrationId === integration.id) send(reader, messages)
      integrationMarks.succeeded(integration)
    }
  }

  /** Sends the messages of new filters. One read serves all filters that are granted meanwhile. */
  async function serve(reader: FeedReader): Promise<void> {
    while (reader.asked.length > 0 && readers.get(reader.session) === reader) {
      const filters = reader.asked.splice(0)
      const [integration] = await findIntegrations([reader.integrationId])
      if (!integration) return reader.session.destroy('refused')
      send(reader, messagesOf(await readTanks(integration.firms), integration.language), filters)
    }
  }

  return {
    start(): void {
      comparing = every(COMPARE_EVERY_MS, 'tanks for Home Assistant', log, compare)
    },
    stop: async (): Promise<void> => comparing?.stop(),
    compare,
    /** Registers a connection. Closes the one with the same client id, or the oldest one of an integration with too many. */
    add(session: MqttSession, integration: SignedInIntegration): void {
      const own = [...readers.keys()].filter((each) => readers.get(each)?.integrationId === integration.id)
      const same = own.find(({ clientId }) => clientId !== '' && clientId === session.clientId)
      const leaving = same ?? (own.length >= MOST_CONNECTIONS ? own[0] : undefined)
      leaving?.destroy('replaced')
      readers.set(session, { session, integrationId: integration.id, sent: new Map(), asked: [], isServed: false })
      integrationMarks.succeeded(integration)
    },
    remove: (session: MqttSession): void => void readers.delete(session),
    /** Sends the messages of newly granted filters. */
    subscribed(session: MqttSession, filters: readonly string[]): void {
      const reader = readers.get(session)
      if (!reader) return
      reader.asked.push(...filters)
      if (reader.isServed) return
      reader.isServed = true
      serve(reader)
        // When the database is unreachable, the next comparison sends what is missing.
        .catch((error: unknown) => log.warn({ err: error }, 'the tanks for Home Assistant could not be read'))
        .finally(() => (reader.isServed = false))
    },
  }
}

export type HomeAssistantFeed = ReturnType<typeof createHomeAssistantFeed>
