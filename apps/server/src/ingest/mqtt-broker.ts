import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Aedes, type AuthenticateError, type Client, type ConnectPacket } from 'aedes'
import { MAX_MESSAGE_BYTES, measurementsTopic, THINGSBOARD_TOPIC } from '@dalyan/contracts/device-messages'
import type { Clock } from '../core/clock.ts'
import type { Logger } from '../core/log.ts'
import { hashOfKey, type TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver, type KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import type { AcceptMessage } from './accept-message.ts'
import type { Admit, Refused } from './admit.ts'
import { rawText, type DoorLog } from './door-log.ts'
import type { MessageRates } from './message-rates.ts'
import { createMqttGuard, type Intake, type MqttGuard } from './mqtt-guard.ts'
import type { MessageShape } from './parse-reading.ts'
import { NotStored, type Patience, type ReadingBatcher } from './reading-batcher.ts'

/** A message waits so long for the database; then its connection is closed, so that the device sends it again. */
const PATIENCE: Patience = { ms: 30_000, outlastsFailures: true }
/** After so long without a database nobody is let in: CONNACK 3 tells a device to come back later. */
const TURN_AWAY_AFTER_MS = 60_000
const CHECK_EVERY_MS = 500
/** Keys expire by the day. */
const CHECK_KEYS_EVERY_MS = 60_000
const MOST_HALF_OPEN = 12_000
const MOST_HALF_OPEN_OF_ADDRESS = 2_000
const LONGEST_CLIENT_ID = 64
const LONGEST_WILL = 256
const CONNACK: Record<Refused, number> = { unknown: 4, too_many: 4, not_allowed: 5, inactive: 5 }
const IDENTIFIER_REJECTED = 2
const UNAVAILABLE = 3
const NOT_AUTHORIZED = 5
const NOTHING = Buffer.alloc(0)
const THINGSBOARD = Buffer.from(THINGSBOARD_TOPIC)

interface Needs {
  directory: TerminalDirectory
  admit: Admit
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull' | 'whenRoom' | 'awaySince'>
  rates: MessageRates
  doorLog: DoorLog
  clock: Clock
  log: Logger
}

/** One socket, from its first byte on. */
interface Caller {
  guard: MqttGuard
  address: string
  terminal: KnownTerminal | null
  /** Where its measurements come in, by the code under which it signed in. */
  topic: Buffer | null
  /** Of the key that it came in with. */
  keyHash: Buffer | null
  keepAliveMs: number
  /** CONNACK code of the refusal; 0: come in. */
  returnCode: number
  /** It was told that it may come in. */
  isIn: boolean
}

/** The MQTT door: an embedded broker that nobody but terminals uses, each for itself. */
export interface MqttDoor {
  /** @returns the port that was opened. @throws the socket's error. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
  clients(): number
}

export async function createMqttDoor(needs: Needs): Promise<MqttDoor> {
  const { directory, admit, acceptMessage, batcher, rates, doorLog, clock, log } = needs
  const callers = new Map<unknown, Caller>()
  const halfOpen = new Map<string, number>()
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
      const caller = callers.get(client.conn)
      if (!caller) return done(new Error('closed'), false)
      void login(caller, packet).then(
        () => done(null, true),
        (error: unknown) => {
          log.error({ err: error }, 'a terminal could not be let in')
          caller.returnCode = UNAVAILABLE
          done(null, true)
        },
      )
    },
    authenticate: (client, _userName, _password, done) => {
      const code = callers.get(client.conn)?.returnCode ?? NOT_AUTHORIZED
      if (code === 0) return done(null, true)
      done(Object.assign(new Error('refused'), { returnCode: code }) as AuthenticateError, null)
    },
    authorizePublish: (client, packet, done) => {
      packet.retain = false
      const caller = client && callers.get(client.conn)
      // A will, which alone is no command; it was looked at when it was left.
      if (!caller?.terminal || !('cmd' in packet)) return done(null)
      const { terminal } = caller
      take(caller, terminal, Buffer.from(packet.topic), Buffer.from(packet.payload)).then(
        () => {
          // The broker keeps it until PUBREL comes, which may be never.
          if (!listening.has(terminal.id)) packet.payload = NOTHING
          done(null)
        },
        (error: unknown) => done(error instanceof Error ? error : new Error('not stored')),
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const terminal = callers.get(client.conn)?.terminal
      const isOwn = terminal && subscription.topic.startsWith(`dalyan/v1/${terminal.code}/`)
      if (isOwn) listening.add(terminal.id)
      done(null, isOwn ? subscription : null)
    },
    authorizeForward: (client, packet) => {
      const terminal = callers.get(client.conn)?.terminal
      const sender = 'clientId' in packet ? String(packet.clientId) : ''
      return terminal && sender.startsWith(`${terminal.id}:`) ? packet : null
    },
  })
  broker.on('clientReady', (client) => {
    const caller = callers.get(client.conn)
    if (!caller?.terminal) return
    caller.isIn = true
    countHalfOpen(caller.address, -1)
    caller.guard.open(intakeOf(caller, caller.terminal, client), caller.keepAliveMs)
    tell(caller.terminal, 'connected', { transport: 'mqtt', address: caller.address })
  })
  broker.on('clientError', (_client, error) => log.debug({ err: error }, 'a terminal was cut off'))
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'a connection was cut off'))

  /** Decides on a CONNECT, and puts its client id where it evicts nobody else's connection. */
  async function login(caller: Caller, packet: ConnectPacket): Promise<void> {
    const id = packet.clientId ?? ''
    // The guard keeps watch, since the broker does not see every message.
    caller.keepAliveMs = (packet.keepalive ?? 0) * 1000
    packet.keepalive = 0
    const isClean = packet.clean
    // No session outlives its connection: nobody sends to terminals, and what waits for one that never comes back is memory for ever.
    packet.clean = true
    const away = batcher.awaySince()
    if (id.length > LONGEST_CLIENT_ID || (id === '' && !isClean)) caller.returnCode = IDENTIFIER_REJECTED
    else if (away !== null && clock.now() - away > TURN_AWAY_AFTER_MS) caller.returnCode = UNAVAILABLE
    else await letIn(caller, packet)
    packet.clientId = caller.terminal ? `${caller.terminal.id}:${id || randomUUID()}` : randomUUID()
  }

  async function letIn(caller: Caller, { username, password, will }: ConnectPacket): Promise<void> {
    const { address } = caller
    const credentials =
      password === undefined || password.length === 0
        ? { code: null, key: username ?? '', address }
        : { code: username ?? '', key: Buffer.from(password).toString('utf8'), address }
    const admission = await admit(credentials)
    if (admission.refused) {
      caller.returnCode = CONNACK[admission.refused]
      return
    }
    const { terminal } = admission
    const isOwnWill = will?.topic === statusTopic(terminal.code) && will.payload.length <= LONGEST_WILL
    if (will && !isOwnWill) {
      caller.returnCode = NOT_AUTHORIZED
      return
    }
    caller.returnCode = 0
    caller.terminal = terminal
    caller.topic = Buffer.from(measurementsTopic(terminal.code))
    caller.keyHash = hashOfKey(credentials.key)
  }

  function intakeOf(caller: Caller, terminal: KnownTerminal, client: Client): Intake {
    return {
      wait: () => rates.take(terminal.id),
      room: () => (batcher.isFull() ? batcher.whenRoom() : null),
      take(topic, payload) {
        const taken = take(caller, terminal, topic, payload)
        return listening.has(terminal.id) ? echo(client, topic, payload, taken) : taken
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

  function take(caller: Caller, terminal: KnownTerminal, topic: Buffer, payload: Buffer): Promise<unknown> {
    const shape = shapeOf(caller, topic)
    if (shape === null) {
      // Acknowledged, or it would come for ever; not stored; told.
      const meta = { reason: 'foreign_topic', topic: rawText(topic), raw: rawText(payload) }
      return doorLog.add(terminal, 'measurement_rejected', 'warning', meta)
    }
    if (payload.length > MAX_MESSAGE_BYTES) return Promise.reject(new NotStored('too large'))
    const { address } = caller
    return acceptMessage({ terminalId: terminal.id, payload, shape, transport: 'mqtt', address, patience: PATIENCE })
  }

  function tell(terminal: KnownTerminal, event: string, meta: Record<string, unknown>): void {
    doorLog
      .add(terminal, event, 'success', meta)
      .catch((error: unknown) => log.warn({ err: error }, 'a log entry was lost'))
  }

  function countHalfOpen(address: string, by: number): number {
    const count = (halfOpen.get(address) ?? 0) + by
    if (count > 0) halfOpen.set(address, count)
    else halfOpen.delete(address)
    return count
  }

  function onSocket(socket: Socket): void {
    const address = addressOf(socket)
    if (
      callers.size - broker.connectedClients >= MOST_HALF_OPEN ||
      (halfOpen.get(address) ?? 0) >= MOST_HALF_OPEN_OF_ADDRESS
    ) {
      socket.destroy()
      return
    }
    countHalfOpen(address, 1)
    socket.setKeepAlive(true, 60_000)
    const guard = createMqttGuard({ socket, now: () => performance.now() })
    const caller: Caller = {
      guard,
      address,
      terminal: null,
      topic: null,
      keyHash: null,
      keepAliveMs: 0,
      returnCode: NOT_AUTHORIZED,
      isIn: false,
    }
    callers.set(guard.stream, caller)
    socket.on('close', () => {
      callers.delete(guard.stream)
      if (caller.isIn && caller.terminal) tell(caller.terminal, 'disconnected', { transport: 'mqtt', address })
      else countHalfOpen(address, -1)
    })
    broker.handle(guard.stream)
  }

  /** Who may no longer deliver is cut; a new key ends what came in with the old one only when that is gone or has expired. */
  function cutRefused(): void {
    const now = clock.now()
    for (const { terminal, guard, keyHash } of callers.values()) {
      if (!terminal) continue
      const known = directory.byId(terminal.id)
      const holdsKey = known?.keys.some(
        ({ hash, expires }) => keyHash?.equals(hash) && (expires === null || expires > now),
      )
      if (!known || !mayDeliver(known.status) || !holdsKey) guard.destroy()
    }
  }
  directory.onChange(cutRefused)

  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, onSocket)
  const checking = setInterval(() => {
    for (const { guard } of callers.values()) guard.check()
  }, CHECK_EVERY_MS)
  checking.unref()
  const checkingKeys = setInterval(cutRefused, CHECK_KEYS_EVERY_MS)
  checkingKeys.unref()

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
      clearInterval(checking)
      clearInterval(checkingKeys)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const { guard } of callers.values()) guard.destroy()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      if (server.listening || callers.size > 0) await closed
    },
    clients: () => broker.connectedClients,
  }
}

function shapeOf(caller: Caller, topic: Buffer): MessageShape | null {
  if (caller.topic?.equals(topic)) return 'dalyan'
  return THINGSBOARD.equals(topic) ? 'thingsboard' : null
}

function statusTopic(code: string): string {
  return `dalyan/v1/${code}/status`
}

/** IPv4 as such, also where the socket speaks both. */
function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}
