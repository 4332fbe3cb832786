import type { IPublishPacket } from 'mqtt-packet'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Logger } from '../core/log.ts'
import { createOrderedAcks } from './mqtt-connection.ts'

/** All processes of an installation share the messages of this subscription. */
export const SHARED_FILTER = '$share/dalyan/dalyan/v1/+/measurements'
/** With what the client ids of all sessions of an installation begin. */
export const SESSION_PREFIX = 'dalyan-ingest-'
/** Messages that the broker may send before one of them is acknowledged: enough for two full batches on their way to the disk. */
export const RECEIVE_MAXIMUM = 1_000
/** Above the largest message of a device, so that one that is too large arrives and is refused with a notice. The broker drops larger ones. */
const MAXIMUM_PACKET_BYTES = 1024 * 1024
/** How long the broker keeps the messages of a process that is away, in seconds. */
const SESSION_EXPIRES_AFTER = 7 * 86_400
const KEEP_ALIVE_SECONDS = 30
/** Short, because Mosquitto forgets shared subscriptions when it restarts: until the next one it gives readings to nobody. */
const PAUSES_MS = [100, 200, 500, 1_000, 2_000] as const
/** While this many bytes are unsent, receipts and notices are dropped. */
const MOST_UNSENT_BYTES = 1024 * 1024
const END_WITHIN_MS = 2_000
/** A connection that lasted so long counts as a good one: the pauses begin anew. */
const LASTING_MS = 10_000
const REFUSED_FROM = 0x80
/** Given to the library in place of "handled": it then reads on and leaves the acknowledgement to `createOrderedAcks`. */
const NOT_ACKNOWLEDGED_YET = new Error('the message is acknowledged after the commit')

interface Needs {
  /** `mqtt:` or `mqtts:`, with the user name and password of this installation. */
  url: string
  /** The name of the session at the broker. Two connections with the same one would end each other. */
  clientId: string
  /** `drain`: takes what the session still holds, and no new messages. */
  mode: 'share' | 'drain'
  log: Logger
  /** Settles when the message may be acknowledged. Rejects when it could not be stored: the broker must send it again. */
  take: (message: IPublishPacket) => Promise<void>
  /** Resolves when more can be taken; null: it can now. */
  full: () => Promise<void> | null
}

/** A lasting session of this process at the broker. */
export type BrokerLink = ReturnType<typeof openBrokerLink>

/**
 * Keeps a session at an MQTT 5 broker and takes the messages of all terminals from it. A message is acknowledged once `take` has settled, in
 * the order of arrival, and over the connection by which it came; what is not acknowledged when a connection ends comes again.
 */
export function openBrokerLink({ url, clientId, mode, log, take, full }: Needs) {
  let client: MqttClient | null = null
  let retry: NodeJS.Timeout | undefined
  let attempts = 0
  /** Since when the subscription is granted; null: it is not. */
  let readySince: number | null = null
  let isHeld = false
  let isStopped = false
  let isReported = false
  let pending = 0
  let lastMessageAt = performance.now()

  function connect(): void {
    const opened = mqtt.connect(optionsFor(url, clientId))
    client = opened
    const acks = createOrderedAcks(
      // The library has no call for an acknowledgement that comes later than its handler.
      (frames) => void (opened.stream.writable && opened.stream.write(frames)),
      () => undefined,
    )
    opened.handleMessage = (message, next) => {
      if (isHeld || client !== opened) return
      const acknowledge = acks.expect(message.qos, message.messageId ?? 0)
      pending += 1
      lastMessageAt = performance.now()
      take(message)
        .then(
          () => acknowledge(),
          () => opened.stream.destroy(),
        )
        .finally(() => (pending -= 1))
      const waiting = full()
      if (waiting) void waiting.then(() => next(NOT_ACKNOWLEDGED_YET))
      else next(NOT_ACKNOWLEDGED_YET)
    }
    opened.on('connect', () => {
      if (mode === 'share') subscribe(opened)
      else unsubscribe(opened)
    })
    opened.on('error', (error) => report(error))
    opened.on('disconnect', ({ reasonCode }) =>
      report(new Error(`the broker ended the connection, reason ${reasonCode}`)),
    )
    opened.on('close', () => lost(opened))
  }

  function subscribe(on: MqttClient): void {
    on.subscribe(SHARED_FILTER, { qos: 1 }, (error, granted) => {
      const code = granted?.[0]?.qos ?? REFUSED_FROM
      if (!error && code < REFUSED_FROM) return ready()
      report(error ?? new Error(`the broker refused the shared subscription, reason ${code}`))
      on.stream.destroy()
    })
  }

  /** The broker gives the messages from then on to the other members of the group. */
  function unsubscribe(on: MqttClient): void {
    on.unsubscribe(SHARED_FILTER, (error) => {
      if (!error) return ready()
      report(error)
      on.stream.destroy()
    })
  }

  function ready(): void {
    readySince = lastMessageAt = performance.now()
    isReported = false
    log.info({ session: clientId, mode }, 'the MQTT broker is connected')
  }

  /** One line for an outage, however long. */
  function report(error: Error): void {
    if (isReported || isStopped) return
    isReported = true
    log.warn({ err: error, session: clientId }, 'the MQTT broker cannot be used now; it is tried again')
  }

  function lost(closed: MqttClient): void {
    if (client !== closed) return
    report(new Error('the connection was lost'))
    client = null
    if (readySince !== null && performance.now() - readySince > LASTING_MS) attempts = 0
    readySince = null
    closed.end(true)
    if (isStopped) return
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)] ?? 0
    attempts += 1
    // Spread, so that many processes do not return at once.
    retry = setTimeout(connect, pause * (0.75 + Math.random() / 2))
  }

  connect()

  return {
    clientId,
    /** Whether the broker granted the subscription of the present connection; of `drain`, ended it. */
    isReady: () => readySince !== null,
    /** Milliseconds without a message since it is ready; 0: it is not, or a message is not acknowledged yet. */
    idleMs: () => (readySince !== null && pending === 0 ? performance.now() - lastMessageAt : 0),
    /** Sends a message of QoS 0, and drops it where the broker is away or reads too slowly. @returns whether it was sent. */
    publish(topic: string, payload: Buffer): boolean {
      if (!client?.connected || client.stream.writableLength > MOST_UNSENT_BYTES) return false
      client.publish(topic, payload, { qos: 0, properties: { contentType: 'application/json' } })
      return true
    },
    /** Takes no further messages; those taken are still acknowledged. */
    hold: () => void (isHeld = true),
    /** Leaves the broker, which keeps the session and what is not acknowledged. */
    async stop(): Promise<void> {
      isHeld = true
      isStopped = true
      clearTimeout(retry)
      const open = client
      if (!open) return
      const timer = setTimeout(() => open.stream.destroy(), END_WITHIN_MS)
      await open.endAsync(!open.connected).catch(() => undefined)
      clearTimeout(timer)
    },
  }
}

function optionsFor(url: string, clientId: string): IClientOptions {
  const { protocol, hostname, port, username, password } = new URL(url)
  return {
    protocol: protocol === 'mqtts:' ? 'mqtts' : 'mqtt',
    host: hostname.replaceAll(/[[\]]/g, ''),
    ...(port !== '' && { port: Number(port) }),
    clientId,
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    protocolVersion: 5,
    clean: false,
    keepalive: KEEP_ALIVE_SECONDS,
    connectTimeout: 10_000,
    // This module opens a new connection itself, after a growing pause.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    properties: {
      sessionExpiryInterval: SESSION_EXPIRES_AFTER,
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: MAXIMUM_PACKET_BYTES,
    },
  }
}
