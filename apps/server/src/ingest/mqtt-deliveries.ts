import type { IPublishPacket, ISubscription, QoS } from 'mqtt-packet'
import { hasWildcard, isTopicFilter, matchesFilter } from './mqtt-frames.ts'
import { REASON, type MessageProperties } from './mqtt-properties.ts'

/** The most subscriptions and unacknowledged messages of a session, the bytes of those that wait, and the longest filter. */
const MOST = { subscriptions: 100, unacknowledged: 1_000, waitingBytes: 1024 * 1024, filter: 1_024 }
/** While a device leaves this many messages unacknowledged it gets no notices. */
const MOST_BEFORE_NOTICE = 20
const NOTICE_PROPERTIES: MessageProperties = { payloadFormatIndicator: true, contentType: 'application/json' }

/** A message between the connections of one terminal: published by one of them, or the will of a broken one. */
export interface ForwardedMessage extends Pick<IPublishPacket, 'topic' | 'payload' | 'qos'> {
  properties?: MessageProperties
}

interface Needs {
  /** Milliseconds of a clock that is never set. */
  now: () => number
  send: (packet: IPublishPacket) => void
  /** The device leaves too many messages unacknowledged. */
  onTooManyUnread: () => void
  /** How many messages of QoS 1 and 2 the device takes at a time (MQTT 5). */
  receiveMaximum?: number | undefined
}

export type MqttDeliveries = ReturnType<typeof createMqttDeliveries>

/** The subscriptions of one session, and the messages that it is sent. They end with the session. */
export function createMqttDeliveries({ now, send, onTooManyUnread, receiveMaximum = Infinity }: Needs) {
  const subscriptions = new Map<string, ISubscription>()
  /** Those of them with a wildcard. */
  const wildcards = new Map<string, ISubscription>()
  /** Packet ids delivered with QoS 1 or 2, until the device acknowledges them. */
  const unacknowledged = new Set<number>()
  /** Messages beyond the device's receive maximum, each with its arrival. */
  const waiting: { packet: IPublishPacket; at: number }[] = []
  let waitingBytes = 0
  let lastId = 0

  function nextId(): number {
    do lastId = (lastId % 65_535) + 1
    while (unacknowledged.has(lastId))
    unacknowledged.add(lastId)
    return lastId
  }

  /** Sends a message unless it has expired. `at`: its arrival. */
  function sendUnexpired(packet: IPublishPacket, at: number): void {
    const { messageExpiryInterval } = packet.properties ?? {}
    if (messageExpiryInterval !== undefined) {
      const left = messageExpiryInterval - Math.floor((now() - at) / 1000)
      if (left <= 0) return
      packet.properties = { ...packet.properties, messageExpiryInterval: left }
    }
    if (packet.qos > 0) packet.messageId = nextId()
    send(packet)
  }

  /** The highest QoS of the subscriptions to the topic; null: there is none. */
  function grantedQos(topic: string, isOwn: boolean): QoS | null {
    const exact = subscriptions.get(topic)
    const matching = [...wildcards.values()].filter((subscription) => matchesFilter(subscription.topic, topic))
    const granted = [...(exact ? [exact] : []), ...matching].flatMap(({ nl, qos }) => (isOwn && nl ? [] : qos))
    return granted.length === 0 ? null : (Math.max(...granted) as QoS)
  }

  /** Sends a message, or lets it wait for the device's acknowledgements. */
  function sendOrWait(packet: IPublishPacket, at: number): void {
    if (packet.qos === 0 || unacknowledged.size < receiveMaximum) return sendUnexpired(packet, at)
    waiting.push({ packet, at })
    waitingBytes += packet.payload.length
  }

  /** The device has acknowledged the message. */
  function settle(messageId: number): boolean {
    const wasOpen = unacknowledged.delete(messageId)
    while (waiting.length > 0 && unacknowledged.size < receiveMaximum) {
      const [next] = waiting.splice(0, 1)
      if (!next) break
      waitingBytes -= next.packet.payload.length
      sendUnexpired(next.packet, next.at)
    }
    return wasOpen
  }

  return {
    /**
     * Subscribes to topics below a prefix. `most`: subscriptions of this session; those with a wildcard are fewer, because each is compared with every
     * message.
     * @returns the granted QoS, or why it is not granted, as a reason code of SUBACK by MQTT 5.
     */
    subscribe(subscription: ISubscription, prefix: string, most: number = MOST.subscriptions): number {
      const { topic: filter, qos } = subscription
      if (filter.startsWith('$share/')) return REASON.shared_subscriptions_not_supported
      if (!filter.startsWith(prefix)) return REASON.not_authorized
      if (!isTopicFilter(filter) || filter.length > MOST.filter) return REASON.topic_filter_invalid
      const isWildcard = hasWildcard(filter)
      const isFull = subscriptions.size >= most || (isWildcard && wildcards.size >= MOST.subscriptions)
      if (isFull && !subscriptions.has(filter)) return REASON.quota_exceeded
      subscriptions.set(filter, subscription)
      if (isWildcard) wildcards.set(filter, subscription)
      return qos
    },

    /** @returns the reason code of UNSUBACK by MQTT 5. */
    unsubscribe(filter: string): number {
      wildcards.delete(filter)
      return subscriptions.delete(filter) ? REASON.success : REASON.no_subscription_existed
    },

    /**
     * Sends a message that the device subscribed to; by MQTT 5 a subscription may leave out those of its own connection.
     * @param at its arrival. @returns whether it did.
     */
    deliver({ topic, payload, qos, properties }: ForwardedMessage, at: number, isOwn: boolean): boolean {
      if (subscriptions.size === 0) return false
      const granted = grantedQos(topic, isOwn)
      if (granted === null) return false
      const lower = Math.min(qos, granted) as QoS
      const packet: IPublishPacket = { cmd: 'publish', topic, payload, qos: lower, retain: false, dup: false }
      if (properties) packet.properties = properties
      const isOver = unacknowledged.size + waiting.length >= MOST.unacknowledged || waitingBytes > MOST.waitingBytes
      if (lower > 0 && isOver) onTooManyUnread()
      else sendOrWait(packet, at)
      return true
    },

    /**
     * Sends a notice of the server, with the QoS of its subscription. It is dropped where there is none, or where too many messages are
     * unacknowledged. @param payload makes the payload; called only for a notice that is sent.
     */
    notify(topic: string, payload: () => Buffer): void {
      if (subscriptions.size === 0) return
      const qos = grantedQos(topic, false)
      const isOver = unacknowledged.size + waiting.length >= MOST_BEFORE_NOTICE
      if (qos === null || (qos > 0 && isOver)) return
      const properties = { ...NOTICE_PROPERTIES }
      const packet = { cmd: 'publish', topic, payload: payload(), qos, retain: false, dup: false, properties } as const
      sendOrWait(packet, now())
    },

    /** Sends a message of the server with QoS 0. @returns whether the device subscribed to its topic. */
    show(topic: string, payload: string, retain: boolean): boolean {
      if (grantedQos(topic, false) === null) return false
      send({ cmd: 'publish', topic, payload, qos: 0, retain, dup: false })
      return true
    },

    settle,
    /** Whether the packet id belongs to a message that the device has not acknowledged. */
    isOpen: (messageId: number) => unacknowledged.has(messageId),
  }
}
