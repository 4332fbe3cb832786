import type { TerminalLogEvent } from '@dalyan/contracts/logs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { MAX_MESSAGE_BYTES, THINGSBOARD_TOPIC } from '@dalyan/contracts/device-messages'
import type { Clock } from '../core/clock.ts'
import type { Logger } from '../core/log.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import type { AcceptMessage } from './accept-message.ts'
import type { Admit } from './admit.ts'
import { rawText, type IngestLog } from './ingest-log.ts'
import type { MessageRates } from './message-rates.ts'
import { createMqttCallers, type Caller, type SignedInTerminal } from './mqtt-callers.ts'
import type { Intake } from './mqtt-guard.ts'
import { CONNACK, createMqttLogin } from './mqtt-login.ts'
import type { MessageShape } from './parse-reading.ts'
import { createProxyLines } from './proxy-line.ts'
import { NotStored, type Patience, type ReadingBatcher } from './reading-batcher.ts'

/** A message waits so long for the database; then its connection is closed, so that the device sends it again. */
const PATIENCE: Patience = { ms: 30_000, outlastsFailures: true }
const CHECK_EVERY_MS = 500
/** Keys expire by the day. */
const CHECK_KEYS_EVERY_MS = 60_000
const NOTHING = Buffer.alloc(0)
const THINGSBOARD = Buffer.from(THINGSBOARD_TOPIC)

interface Needs {
  directory: TerminalDirectory
  admit: Admit
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull' | 'whenRoom' | 'awaySince'>
  rates: MessageRates
  ingestLog: IngestLog
  clock: Clock
  log: Logger
  /** Addresses and ranges of proxies that may say for whom they speak. */
  trustedProxies: readonly string[]
}

/** The MQTT server: an embedded broker that nobody but terminals uses, each for itself. */
export interface MqttServer {
  /** @returns the port that was opened. @throws the socket's error. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
  clients(): number
}

export async function createMqttServer(needs: Needs): Promise<MqttServer> {
  const { directory, admit, acceptMessage, batcher, rates, ingestLog, clock, log } = needs
  const proxyLines = createProxyLines(needs.trustedProxies)
  const login = createMqttLogin({ admit, batcher, clock })
  const callers = createMqttCallers({
    directory,
    clock,
    undecided: CONNACK.not_authorized,
    onLeft: ({ address }, terminal) => tell(terminal, 'disconnected', { transport: 'mqtt', address }),
  })
  /** Terminals that listen below their own prefix: only for them is anything passed on. */
  const listening = new Set<number>()

  const broker = await Aedes.createBroker({
    connectTimeout: 20_000,
    drainTimeout: 15_000,
    maxClientsIdLength: 1_000,
    maxTopicLevels: 8,
    maxInflightInbound: 100,
    concurrency: 1_000,
    preConnect: (client, packet, done) => {
      const caller = callers.of(client.conn)
      if (!caller) return done(new Error('closed'), false)
      void login(caller, packet).then(
        () => done(null, true),
        (error: unknown) => {
          log.error({ err: error }, 'a terminal could not be let in')
          caller.returnCode = CONNACK.unavailable
          done(null, true)
        },
      )
    },
    authenticate: (client, _userName, _password, done) => {
      const code = callers.of(client.conn)?.returnCode ?? CONNACK.not_authorized
      if (code === CONNACK.accepted) return done(null, true)
      done(Object.assign(new Error('refused'), { returnCode: code }) as AuthenticateError, null)
    },
    authorizePublish: (client, packet, done) => {
      packet.retain = false
      const caller = client && callers.of(client.conn)
      // A will, which alone is no command; it was looked at when it was left.
      if (!caller?.signedIn || !('cmd' in packet)) return done(null)
      const { id } = caller.signedIn.terminal
      take(caller, caller.signedIn, Buffer.from(packet.topic), Buffer.from(packet.payload)).then(
        () => {
          // The broker keeps it until PUBREL comes, which may be never.
          if (!listening.has(id)) packet.payload = NOTHING
          done(null)
        },
        (error: unknown) => done(error instanceof Error ? error : new Error('not stored')),
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const terminal = callers.of(client.conn)?.signedIn?.terminal
      const isOwn = terminal && subscription.topic.startsWith(`dalyan/v1/${terminal.code}/`)
      if (isOwn) listening.add(terminal.id)
      done(null, isOwn ? subscription : null)
    },
    authorizeForward: (client, packet) => {
      const terminal = callers.of(client.conn)?.signedIn?.terminal
      const sender = 'clientId' in packet ? String(packet.clientId) : ''
      return terminal && sender.startsWith(`${terminal.id}:`) ? packet : null
    },
  })
  broker.on('clientReady', (client) => {
    const caller = callers.of(client.conn)
    if (!caller?.signedIn) return
    callers.letIn(caller, intakeOf(caller, caller.signedIn, client))
    tell(caller.signedIn.terminal, 'connected', { transport: 'mqtt', address: caller.address })
  })
  broker.on('clientError', (_client, error) => log.debug({ err: error }, 'a terminal was cut off'))
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'a connection was cut off'))

  function intakeOf(caller: Caller, signedIn: SignedInTerminal, client: Client): Intake {
    const { id } = signedIn.terminal
    return {
      wait: () => rates.take(id),
      room: () => (batcher.isFull() ? batcher.whenRoom() : null),
      take(topic, payload) {
        const taken = take(caller, signedIn, topic, payload)
        return listening.has(id) ? echo(client, topic, payload, taken) : taken
      },
    }
  }

  /** Passes a message on to the terminal's own subscriptions, once it is on disk. */
  async function echo(client: Client, topic: Buffer, payload: Buffer, taken: Promise<unknown>): Promise<void> {
    // The broker's own copy: the bytes of the socket do not stay.
    const copy = { topic: topic.toString(), payload: Buffer.from(payload) }
    await taken
    broker.publish({ cmd: 'publish', qos: 0, retain: false, dup: false, ...copy }, client as never)
  }

  function take({ address }: Caller, signedIn: SignedInTerminal, topic: Buffer, payload: Buffer): Promise<unknown> {
    const { terminal } = signedIn
    const shape = shapeOf(signedIn, topic)
    if (shape === null) {
      // Acknowledged, or it would come for ever; not stored; told.
      const meta = { reason: 'foreign_topic', topic: rawText(topic), raw: rawText(payload) }
      return ingestLog.add(terminal, 'measurement_rejected', 'warning', meta)
    }
    if (payload.length > MAX_MESSAGE_BYTES) return Promise.reject(new NotStored('too large'))
    return acceptMessage({ terminalId: terminal.id, payload, shape, transport: 'mqtt', address, patience: PATIENCE })
  }

  function tell(terminal: KnownTerminal, event: TerminalLogEvent, meta: Record<string, unknown>): void {
    ingestLog
      .add(terminal, event, 'success', meta)
      .catch((error: unknown) => log.warn({ err: error }, 'a log entry was lost'))
  }

  directory.onChange(callers.cutRefused)
  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
    proxyLines.find(socket, (address) => {
      const stream = callers.add(socket, address)
      if (stream) broker.handle(stream)
    }),
  )
  const checking = [setInterval(callers.check, CHECK_EVERY_MS), setInterval(callers.cutRefused, CHECK_KEYS_EVERY_MS)]
  for (const timer of checking) timer.unref()

  return {
    listen(port, host) {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      server.once('error', reject)
      server.listen({ port, host, backlog: 4_096 }, () => {
        server.off('error', reject)
        server.on('error', (error) => log.error({ err: error }, 'the MQTT port failed'))
        resolve((server.address() as AddressInfo).port)
      })
      return promise
    },
    async close() {
      for (const timer of checking) clearInterval(timer)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      callers.destroyAll()
      proxyLines.destroyAll()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      if (server.listening || callers.count() > 0) await closed
    },
    clients: () => broker.connectedClients,
  }
}

function shapeOf({ topic: own }: SignedInTerminal, topic: Buffer): MessageShape | null {
  if (own.equals(topic)) return 'dalyan'
  return THINGSBOARD.equals(topic) ? 'thingsboard' : null
}
