import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { measurementsTopic } from '@dalyan/contracts/device-messages'
import { createLatencyHistogram, secondsSince, speedOf, type LatencyHistogram, type LoadReport } from './load-report.ts'
import {
  CONNACK,
  connectFrame,
  DISCONNECT_FRAME,
  frameReader,
  PING_FRAME,
  publishFrame,
  topicBytes,
} from './mqtt-frames.ts'
import { plausibleTexts } from './plausible-readings.ts'

export interface MqttLoad {
  port: number
  host?: string
  /** Number of connections; client `n` is terminal `n mod terminals.length`. */
  clients: number
  /** Instants of one terminal differ by at least 1 ms: above a thousand messages a second, its readings run ahead of the clock. */
  terminals: readonly { code: string; key: string }[]
  /** Unacknowledged messages of one client at a time. */
  inFlight: number
  /** Ends after this many acknowledged messages or seconds, whichever is first. At least one is required. */
  messages?: number | null
  seconds?: number | null
  /** Messages per second of all clients together; none or 0: as fast as the server acknowledges. */
  rate?: number | null
  /** With 0, messages written to the sockets are counted, because there are no acknowledgements. */
  qos?: 0 | 1
  /** The payload of one message, as JSON text; default: a plausible reading of nine metrics. */
  payload?: (client: number, measuredAt: number) => string
  /** Called for each acknowledged message with its instant, for comparison with the table. */
  onAcknowledged?: (code: string, measuredAt: number) => void
  /** Ends the run early. */
  signal?: AbortSignal
}

interface Client {
  socket: Socket
  code: string
  topic: Buffer
  /** By packet id: the time of sending, and the instant of the reading. */
  sentAt: Float64Array
  measuredAt: Float64Array
  free: number[]
}

/** A ping at half this time keeps idle clients of a slow run connected. */
const KEEP_ALIVE_SECONDS = 120
const CONNECTING_AT_ONCE = 250
const MOST_AT_ONCE = 100
/** How often the pace is checked: short, so that a load of 1,000 a second is a stream and not a series of bursts. */
const PACE_TICK_MS = 2

/**
 * Loads the MQTT server from raw sockets, with thousands of clients in one process. Does not resend: messages that were not acknowledged when a
 * connection broke are counted as lost.
 * @throws Error when a client cannot connect or is refused.
 */
export async function runMqttLoad(load: MqttLoad): Promise<LoadReport> {
  const latency = createLatencyHistogram()
  const run = createRun(load, latency)
  const clients = await connectAll(load, run)
  const report = await run.measure(clients)
  for (const { socket } of clients) socket.end(DISCONNECT_FRAME)
  return report
}

function createRun(load: MqttLoad, latency: LatencyHistogram) {
  const qos = load.qos ?? 1
  const most = load.messages ?? Infinity
  const payload = load.payload ?? plausibleTexts()
  const newest = new Map<string, number>()
  let started = 0
  let acknowledged = 0
  let lost = 0
  let broken = 0
  let open = false
  let deadline = Infinity
  let pace: ReturnType<typeof createPace> | null = null
  let finish: () => void = () => undefined

  /** The current time, but at least 1 ms after the terminal's previous instant, because the same instant twice would be a duplicate. */
  function nextInstant(code: string): number {
    const at = Math.max(Date.now(), (newest.get(code) ?? 0) + 1)
    newest.set(code, at)
    return at
  }

  function send(client: Client, index: number, atOnce = MOST_AT_ONCE): void {
    const frames: Buffer[] = []
    const maySend = () => open && client.free.length > 0 && started < most
    while (frames.length < atOnce && maySend() && (pace === null || pace.take())) {
      const slot = client.free.pop() ?? 0
      const at = nextInstant(client.code)
      client.sentAt[slot] = performance.now()
      client.measuredAt[slot] = at
      started += 1
      frames.push(publishFrame(client.topic, payload(index, at), qos ? slot : 0))
      if (qos === 0) {
        client.free.push(slot)
        acknowledged += 1
      }
    }
    if (frames.length === 0) return
    const isWritten = client.socket.write(frames.length === 1 ? (frames[0] ?? PING_FRAME) : Buffer.concat(frames))
    if (qos === 0) {
      if (acknowledged >= most) finish()
      else if (isWritten && pace === null) setImmediate(() => send(client, index))
    }
  }

  return {
    acknowledge(client: Client, index: number, slot: number): void {
      // Acknowledgements after the end are not counted.
      if (!open) return
      const now = performance.now()
      latency.add(now - (client.sentAt[slot] ?? 0))
      client.free.push(slot)
      acknowledged += 1
      load.onAcknowledged?.(client.code, client.measuredAt[slot] ?? 0)
      // Checked here too, because with thousands of busy sockets the timer of `seconds` is late.
      if (acknowledged >= most || now >= deadline) finish()
      else if (pace === null) send(client, index)
    },
    lose(client: Client): void {
      broken += 1
      lost += load.inFlight - client.free.length
      if (broken >= load.clients) finish()
    },
    async measure(clients: readonly Client[]): Promise<LoadReport> {
      const ended = new Promise<void>((resolve) => (finish = resolve))
      const from = performance.now()
      open = true
      let turn = 0
      // Sends one message per connection, starting after the last one used, so that a slow rate still uses every connection.
      const sendInTurn = () => {
        for (let n = 0; n < clients.length && pace?.isOpen(); n += 1) {
          turn = (turn + 1) % clients.length
          const client = clients[turn]
          if (client) send(client, turn, 1)
        }
      }
      if (load.rate) pace = createPace(load.rate, sendInTurn)
      const pings = setInterval(
        () => clients.forEach(({ socket }) => socket.write(PING_FRAME)),
        KEEP_ALIVE_SECONDS * 500,
      )
      if (load.seconds) deadline = from + load.seconds * 1000
      const limit = load.seconds ? setTimeout(() => finish(), load.seconds * 1000) : undefined
      load.signal?.addEventListener('abort', () => finish(), { once: true })
      clients.forEach((client, index) => {
        client.socket.on('drain', () => qos === 0 && pace === null && send(client, index))
        if (pace === null) send(client, index)
      })
      if (load.signal?.aborted) finish()
      await ended
      open = false
      pace?.stop()
      clearInterval(pings)
      clearTimeout(limit)
      const speed = speedOf(acknowledged, secondsSince(from), latency)
      return { clients: clients.length, acknowledged, lost, broken_connections: broken, ...speed }
    },
    get isOpen() {
      return open
    },
  }
}

type Run = ReturnType<typeof createRun>

/** Limits messages to a number per second. `onOpen` is called whenever more messages may be sent. */
function createPace(perSecond: number, onOpen: () => void) {
  const from = performance.now()
  let taken = 0
  let allowed = 0
  const isOpen = () => taken + 1 <= allowed
  const timer = setInterval(() => {
    allowed = secondsSince(from) * perSecond
    if (isOpen()) onOpen()
  }, PACE_TICK_MS)
  return {
    isOpen,
    /** Takes one message. @returns whether it may be sent now. */
    take(): boolean {
      if (!isOpen()) return false
      taken += 1
      return true
    },
    stop: () => clearInterval(timer),
  }
}

async function connectAll(load: MqttLoad, run: Run): Promise<Client[]> {
  const clients: Client[] = []
  for (let first = 0; first < load.clients; first += CONNECTING_AT_ONCE) {
    const wave = Array.from({ length: Math.min(CONNECTING_AT_ONCE, load.clients - first) }, (_, n) =>
      openClient(load, run, first + n),
    )
    clients.push(...(await Promise.all(wave)))
  }
  return clients
}

function openClient(load: MqttLoad, run: Run, index: number): Promise<Client> {
  const terminal = load.terminals[index % load.terminals.length]
  if (!terminal) throw new Error('a load needs at least one terminal')
  const { promise, resolve, reject } = Promise.withResolvers<Client>()
  const socket = connect({ port: load.port, host: load.host ?? '127.0.0.1', noDelay: true })
  const client: Client = {
    socket,
    code: terminal.code,
    topic: topicBytes(measurementsTopic(terminal.code)),
    sentAt: new Float64Array(load.inFlight + 1),
    measuredAt: new Float64Array(load.inFlight + 1),
    free: Array.from({ length: load.inFlight }, (_, slot) => load.inFlight - slot),
  }
  socket.once('connect', () =>
    socket.write(connectFrame(`load-${index}`, terminal.code, terminal.key, KEEP_ALIVE_SECONDS)),
  )
  socket.on('error', reject)
  socket.on('close', () => {
    reject(new Error(`${terminal.code}: the server closed the connection`))
    if (run.isOpen) run.lose(client)
  })
  socket.on(
    'data',
    frameReader((type, value) => {
      if (type !== CONNACK) run.acknowledge(client, index, value)
      else if (value === 0) resolve(client)
      else reject(new Error(`${terminal.code}: refused with CONNACK ${value}`))
    }),
  )
  return promise
}
