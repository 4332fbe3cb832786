import { createServer, type Socket } from 'node:net'
import { THINGSBOARD_TOPIC } from '@dalyan/contracts/device-messages'
import type { Language } from '@dalyan/contracts/errors'
import type { IPublishPacket } from 'mqtt-packet'
import type { Basics } from '../basics.ts'
import { createOpenCounts } from '../core/http/caller-network.ts'
import { listenOn } from '../core/listening.ts'
import { mayDeliver } from '../features/terminals/terminal-directory.rules.ts'
import type { LinkEvents } from '../features/terminals/diagnosis/link-events.ts'
import type { AuthenticateIntegration, SignedInIntegration } from '../features/integrations/integrations.service.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import type { AcceptMessage, Receipt } from './accept-message.ts'
import type { HomeAssistantFeed } from './home-assistant-feed.ts'
import type { Admit, MessageRates } from './admit.ts'
import { rawText, type IngestLog } from './ingest-log.ts'
import type { ForwardedMessage } from './mqtt-deliveries.ts'
import { createUnfinishedFrames } from './mqtt-frames.ts'
import { createMqttLogin, type LoggedInClient, type SignedInTerminal } from './mqtt-login.ts'
import {
  foreignTopic,
  KEY_ENDED,
  otherOwnTopic,
  TOO_MANY_CONNECTIONS,
  verdictOf,
  type AckVerdict,
} from './mqtt-reasons.ts'
import { createMqttSession, type MessageIntake, type MqttSession } from './mqtt-session.ts'
import type { MessageShape } from './parse-reading.ts'
import { createProxyLines } from './proxy-line.ts'
import type { Patience, ReadingBatcher } from './reading-batcher.ts'
import { hasRefusal, noticeOf, noticeOfTopic } from './refusal-notices.ts'

/** How long a message waits for the database; then its connection is closed, so that the device sends it again. */
const PATIENCE: Patience = { ms: 30_000, outlastsFailures: true }
const CHECK_EVERY_MS = 500
/** Coarse, because keys expire by the day. */
const CHECK_KEYS_EVERY_MS = 60_000
const MOST_HALF_OPEN = 12_000
const MOST_HALF_OPEN_OF_NETWORK = 2_000
/** More than one, because a terminal that lost its network reconnects before its old connection is known to be dead. */
const MOST_OF_TERMINAL = 3
const now = () => performance.now()

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  directory: TerminalDirectory
  admit: Admit
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull' | 'whenNotFull' | 'awaySince'>
  rates: MessageRates
  ingestLog: IngestLog
  linkEvents: Pick<LinkEvents, 'saw'>
  authenticateIntegration: AuthenticateIntegration
  /** Shows tanks to the integrations that are connected. */
  homeAssistant: Pick<HomeAssistantFeed, 'add' | 'remove' | 'subscribed'>
  /** Addresses and ranges of proxies that may name the client's address. */
  trustedProxies: readonly string[]
}

/** The MQTT server: each terminal publishes its readings to its own topic. */
export function createMqttServer(needs: Needs) {
  const { directory, acceptMessage, batcher, rates, ingestLog, linkEvents, homeAssistant, clock, log } = needs
  const proxyLines = createProxyLines(needs.trustedProxies)
  const login = createMqttLogin(needs)
  const sessions = createMqttSessions({ directory, clock })
  /** Connections that have not signed in yet. */
  const halfOpen = createOpenCounts(MOST_HALF_OPEN_OF_NETWORK, MOST_HALF_OPEN)
  const unfinished = createUnfinishedFrames()

  function open(socket: Socket, address: string): void {
    if (!halfOpen.add(socket, address)) return void socket.destroy()
    socket.setKeepAlive(true, 60_000)
    const session = createMqttSession({ socket, address, now, unfinished, login, onSignedIn, onSubscribed, intakeOf })
    sessions.add(session)
    socket.on('close', () => {
      halfOpen.remove(socket)
      sessions.remove(session)
      homeAssistant.remove(session)
      if (!session.signedIn) return
      const { terminal } = session.signedIn
      if (session.will) sessions.forward(terminal.id, session.will, now(), session)
      const reason = session.endReason()
      linkEvents.saw(terminal.id, 'disconnected', { reason, address })
      ingestLog.addUnwaited(terminal, 'disconnected', 'success', { transport: 'mqtt', address, reason })
    })
  }

  function onSignedIn(session: MqttSession, signedIn: LoggedInClient): void {
    const { socket, address } = session
    halfOpen.remove(socket)
    if ('integration' in signedIn) return homeAssistant.add(session, signedIn.integration)
    sessions.signIn(session, signedIn)
    linkEvents.saw(signedIn.terminal.id, 'connected', { address })
    ingestLog.addUnwaited(signedIn.terminal, 'connected', 'success', { transport: 'mqtt', address })
  }

  function onSubscribed(session: MqttSession, filters: readonly string[]): void {
    if (session.isReader) homeAssistant.subscribed(session, filters)
  }

  function intakeOf(session: MqttSession, signedIn: LoggedInClient): MessageIntake {
    if ('integration' in signedIn) return droppingIntake(signedIn.integration)
    const { id } = signedIn.terminal
    return {
      wait: () => rates.take(id),
      full: () => (batcher.isFull() ? batcher.whenNotFull() : null),
      take(message) {
        const at = now()
        const shape = shapeOf(signedIn, message.topic)
        if (shape !== null)
          return store(session.address, id, message, shape).then((receipt) => {
            sessions.forward(id, message, at, session)
            notifyRefusals(id, receipt)
            return verdictOf(receipt)
          })
        return logOtherTopic(signedIn, message).then(() =>
          sessions.forward(id, message, at, session) ? null : refuseTopic(signedIn, message),
        )
      },
    }
  }

  /** Acknowledges what an integration publishes, such as the birth message of Home Assistant, and drops it. */
  function droppingIntake({ id }: SignedInIntegration): MessageIntake {
    // Numbers below zero are no terminal's.
    return { wait: () => rates.take(-id), full: () => null, take: () => Promise.resolve(null) }
  }

  /** Resolves when the message may be acknowledged. @throws NotStored, NoLongerAdmitted */
  function store(address: string, terminalId: number, message: IPublishPacket, shape: MessageShape): Promise<Receipt> {
    const payload = message.payload as Buffer
    return acceptMessage({ terminalId, transport: 'mqtt', address, payload, shape, patience: PATIENCE })
  }

  /** Logs a message that holds no readings by its topic. It is acknowledged, because the device would otherwise send it for ever. */
  function logOtherTopic({ terminal }: SignedInTerminal, { topic, payload }: IPublishPacket): Promise<void> {
    const meta = { reason: 'foreign_topic', topic: rawText(Buffer.from(topic)), raw: rawText(payload) }
    linkEvents.saw(terminal.id, 'wrong_topic', { topic: meta.topic })
    return ingestLog.add(terminal, 'measurement_rejected', 'warning', meta)
  }

  function refuseTopic({ terminal, topic: own }: SignedInTerminal, { topic }: IPublishPacket): AckVerdict {
    sessions.notifyRefusal(terminal.id, () => noticeOfTopic(own))
    return topic.startsWith(`dalyan/v1/${terminal.code}/`) ? otherOwnTopic(own) : foreignTopic(own)
  }

  /** Sends a terminal what was refused of a message, where one of its connections subscribed to that. */
  function notifyRefusals(terminalId: number, receipt: Receipt, language?: Language): void {
    if (hasRefusal(receipt)) sessions.notifyRefusal(terminalId, () => noticeOf(receipt, language))
  }

  directory.onChange(sessions.cutRefused)
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
    proxyLines.find(socket, (address) => open(socket, address)),
  )
  const checking = [setInterval(sessions.check, CHECK_EVERY_MS), setInterval(sessions.cutRefused, CHECK_KEYS_EVERY_MS)]
  for (const timer of checking) timer.unref()

  return {
    /** @returns the opened port. @throws the socket's error. */
    listen: (port: number, host: string) =>
      listenOn(server, { port, host, backlog: 4_096 }, (error) => log.error({ err: error }, 'the MQTT port failed')),
    async close(): Promise<void> {
      for (const timer of checking) clearInterval(timer)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      sessions.destroyAll()
      proxyLines.destroyAll()
      if (server.listening || sessions.count() > 0) await closed
    },
    notifyRefusals,
    /** Whether the terminal has a signed-in connection. */
    isConnected: (terminalId: number) => sessions.has(terminalId),
    /** Signed-in connections. */
    clients: () => sessions.count() - halfOpen.size(),
  }
}

export type MqttServer = ReturnType<typeof createMqttServer>

function shapeOf({ topic: own }: SignedInTerminal, topic: string): MessageShape | null {
  if (topic === own) return 'dalyan'
  return topic === THINGSBOARD_TOPIC ? 'thingsboard' : null
}

/** All MQTT connections, and those of each terminal. */
function createMqttSessions({ directory, clock }: Pick<Needs, 'directory' | 'clock'>) {
  const sessions = new Set<MqttSession>()
  /** The connections of each terminal, the oldest first. */
  const byTerminal = new Map<number, Set<MqttSession>>()

  return {
    add: (session: MqttSession) => void sessions.add(session),

    /** Registers an accepted CONNECT. Closes the terminal's connection with the same client id, or the oldest of too many. */
    signIn(session: MqttSession, { terminal }: SignedInTerminal): void {
      const own = byTerminal.get(terminal.id) ?? new Set()
      byTerminal.set(terminal.id, own)
      const same = [...own].find(({ clientId }) => clientId !== '' && clientId === session.clientId)
      const [oldest] = own
      const leaving = same ?? (own.size >= MOST_OF_TERMINAL ? oldest : undefined)
      if (leaving) own.delete(leaving)
      own.add(session)
      leaving?.destroy('replaced', leaving === same ? null : TOO_MANY_CONNECTIONS)
    },

    remove(session: MqttSession): void {
      sessions.delete(session)
      if (!session.signedIn) return
      const { id } = session.signedIn.terminal
      const own = byTerminal.get(id)
      own?.delete(session)
      if (own?.size === 0) byTerminal.delete(id)
    },

    /** Forwards a terminal's message to its own connections that subscribed to it. @returns whether one did. */
    forward(terminalId: number, message: ForwardedMessage, at: number, from: MqttSession): boolean {
      let isDelivered = false
      for (const session of byTerminal.get(terminalId) ?? [])
        if (session.deliver(message, at, session === from)) isDelivered = true
      return isDelivered
    },

    /** Sends what was refused to the terminal's connections that subscribed to it. @param payload called once at most. */
    notifyRefusal(terminalId: number, payload: () => Buffer): void {
      let made: Buffer | undefined
      for (const session of byTerminal.get(terminalId) ?? []) session.notifyRefusal(() => (made ??= payload()))
    },

    /** Disconnects connections that are silent for too long; called periodically. */
    check(): void {
      for (const session of sessions) session.check()
    },

    /** Disconnects terminals that may no longer deliver. After a key change, connections of the old key end only when it is removed or expired. */
    cutRefused(): void {
      const today = clock.now()
      for (const { signedIn, destroy } of sessions) {
        if (!signedIn) continue
        const known = directory.byId(signedIn.terminal.id)
        const holdsKey = known?.keys.some(
          ({ hash, expires }) => signedIn.keyHash.equals(hash) && (expires === null || expires > today),
        )
        const mayStay = known && mayDeliver(known.status)
        if (!mayStay || !holdsKey) destroy('refused', mayStay ? KEY_ENDED : null)
      }
    },

    destroyAll(): void {
      for (const session of sessions) session.destroy('stopped')
    },

    count: () => sessions.size,
    has: (terminalId: number) => byTerminal.has(terminalId),
  }
}
