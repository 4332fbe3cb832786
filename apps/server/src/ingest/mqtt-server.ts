import { createServer, type AddressInfo, type Socket } from 'node:net'
import { THINGSBOARD_TOPIC } from '@dalyan/contracts/device-messages'
import type { IPublishPacket } from 'mqtt-packet'
import type { Clock } from '../core/clock.ts'
import type { Logger } from '../core/log.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import type { AcceptMessage } from './accept-message.ts'
import type { Admit } from './admit.ts'
import { rawText, type IngestLog } from './ingest-log.ts'
import type { MessageRates } from './message-rates.ts'
import type { Intake } from './mqtt-connection.ts'
import { CONNACK, createMqttLogin, type MqttLogin, type SignedInTerminal } from './mqtt-login.ts'
import { createMqttSession, type MqttSession } from './mqtt-session.ts'
import { createMqttSessions } from './mqtt-sessions.ts'
import type { MessageShape } from './parse-reading.ts'
import { createProxyLines } from './proxy-line.ts'
import type { Patience, ReadingBatcher } from './reading-batcher.ts'
import { createUnfinishedFrames } from './unfinished-frames.ts'

/** How long a message waits for the database; then its connection is closed, so that the device sends it again. */
const PATIENCE: Patience = { ms: 30_000, outlastsFailures: true }
const CHECK_EVERY_MS = 500
/** Coarse, because keys expire by the day. */
const CHECK_KEYS_EVERY_MS = 60_000
interface Needs {
  directory: TerminalDirectory
  admit: Admit
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull' | 'whenNotFull' | 'awaySince'>
  rates: MessageRates
  ingestLog: IngestLog
  clock: Clock
  log: Logger
  /** Addresses and ranges of proxies that may name the client's address. */
  trustedProxies: readonly string[]
}

/** The MQTT server: each terminal publishes its readings to its own topic. */
export function createMqttServer(needs: Needs) {
  const { directory, admit, acceptMessage, batcher, rates, ingestLog, clock, log } = needs
  const proxyLines = createProxyLines(needs.trustedProxies)
  const decide = createMqttLogin({ admit, batcher, clock })
  const sessions = createMqttSessions({ directory, clock })
  const unfinished = createUnfinishedFrames()

  const login: MqttLogin = async (packet, address) => {
    try {
      return await decide(packet, address)
    } catch (error) {
      log.error({ err: error }, 'a terminal could not be let in')
      return CONNACK.unavailable
    }
  }

  function open(socket: Socket, address: string): void {
    if (sessions.isFull(address)) return void socket.destroy()
    socket.setKeepAlive(true, 60_000)
    const now = () => performance.now()
    const session = createMqttSession({ socket, address, now, unfinished, login, onSignedIn, intakeOf })
    sessions.add(session)
    socket.on('close', () => {
      sessions.remove(session)
      if (!session.signedIn) return
      const { terminal } = session.signedIn
      if (session.will) sessions.forward(terminal.id, session.will)
      ingestLog.addUnwaited(terminal, 'disconnected', 'success', { transport: 'mqtt', address })
    })
  }

  function onSignedIn(session: MqttSession, signedIn: SignedInTerminal): void {
    sessions.signIn(session, signedIn)
    const { address } = session
    ingestLog.addUnwaited(signedIn.terminal, 'connected', 'success', { transport: 'mqtt', address })
  }

  function intakeOf({ address }: MqttSession, signedIn: SignedInTerminal): Intake {
    const { id } = signedIn.terminal
    return {
      wait: () => rates.take(id),
      full: () => (batcher.isFull() ? batcher.whenNotFull() : null),
      async take(message) {
        await store(address, signedIn, message)
        sessions.forward(id, message)
      },
    }
  }

  /** Resolves when the message may be acknowledged. @throws NotStored, NoLongerAdmitted */
  function store(address: string, signedIn: SignedInTerminal, message: IPublishPacket): Promise<unknown> {
    const { terminal } = signedIn
    const payload = message.payload as Buffer
    const shape = shapeOf(signedIn, message.topic)
    if (shape !== null)
      return acceptMessage({ terminalId: terminal.id, payload, shape, transport: 'mqtt', address, patience: PATIENCE })
    // Logged and not stored, but acknowledged, because the device would otherwise send it for ever.
    const meta = { reason: 'foreign_topic', topic: rawText(Buffer.from(message.topic)), raw: rawText(payload) }
    return ingestLog.add(terminal, 'measurement_rejected', 'warning', meta)
  }

  directory.onChange(sessions.cutRefused)
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
    proxyLines.find(socket, (address) => open(socket, address)),
  )
  const checking = [setInterval(sessions.check, CHECK_EVERY_MS), setInterval(sessions.cutRefused, CHECK_KEYS_EVERY_MS)]
  for (const timer of checking) timer.unref()

  return {
    /** @returns the opened port. @throws the socket's error. */
    listen(port: number, host: string): Promise<number> {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      server.once('error', reject)
      server.listen({ port, host, backlog: 4_096 }, () => {
        server.off('error', reject)
        server.on('error', (error) => log.error({ err: error }, 'the MQTT port failed'))
        resolve((server.address() as AddressInfo).port)
      })
      return promise
    },
    async close(): Promise<void> {
      for (const timer of checking) clearInterval(timer)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      sessions.destroyAll()
      proxyLines.destroyAll()
      if (server.listening || sessions.count() > 0) await closed
    },
    /** Signed-in connections. */
    clients: sessions.signedIn,
  }
}

function shapeOf({ topic: own }: SignedInTerminal, topic: string): MessageShape | null {
  if (topic === own) return 'dalyan'
  return topic === THINGSBOARD_TOPIC ? 'thingsboard' : null
}
