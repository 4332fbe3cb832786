import { parser as createParser, writeToStream, type IPublishPacket, type Packet, type QoS } from 'mqtt-packet'
import { broken, malformed, MqttViolation, readProperties, REASON, TOPIC_ALIASES } from './mqtt-properties.ts'

export const CONNECT = 1
export const PUBLISH = 3
const SUBSCRIBE = 8
const UNSUBSCRIBE = 10
const DISCONNECT = 14
const AUTH = 15
/** PUBACK, PUBREC, PUBREL and PUBCOMP. */
const ACKS: readonly number[] = [4, 5, 6, 7]
// The library would keep a buffer for each of 65,536 numbers: nine megabytes, for the few packets that it writes here.
writeToStream.cacheNumbers = false
/** For all connections together; a terminal's largest frame is 256 KiB. */
const MOST_UNFINISHED_BYTES = 64 * 1024 * 1024

/** The position of a frame in the received bytes; `bodyAt` is the first byte after the fixed header. */
export interface Frame {
  type: number
  start: number
  bodyAt: number
  end: number
}

/**
 * Finds the next frame. Reads only its length, so that a too large frame is detected before its bytes are stored.
 * @returns the frame (whose `end` may be beyond the received bytes), `more` while its length is unknown, `malformed`.
 */
export function nextFrame(bytes: Buffer, start: number): Frame | 'more' | 'malformed' {
  const first = bytes[start]
  if (first === undefined) return 'more'
  let length = 0
  for (let i = 0; i < 4; i += 1) {
    const byte = bytes[start + 1 + i]
    if (byte === undefined) return 'more'
    length += (byte & 127) * 128 ** i
    if (byte < 128) {
      const bodyAt = start + 2 + i
      return { type: first >> 4, start, bodyAt, end: bodyAt + length }
    }
  }
  return 'malformed'
}

/** Reads one complete frame. @returns the packet, or how it violates MQTT */
export type ReadFrame = (bytes: Buffer, frame: Frame) => Packet | MqttViolation

/** What the parser has to know of a connection's CONNECT. */
interface ParserSettings {
  protocolVersion?: number
  bridgeMode?: boolean
}
const BEFORE_CONNECT: ParserSettings = {}

/** Each connection needs its own reader, because its CONNECT decides how later frames are read, and topic aliases are its own. */
export function createFrameReader() {
  let aliases: Map<number, string> | null = null
  let isVersion5: boolean | null = null
  let settings = BEFORE_CONNECT

  const read: ReadFrame = (bytes, frame) => {
    let packet: Packet | null | undefined
    if (frame.type === CONNECT) isVersion5 ??= asksForVersion5(bytes, frame)
    try {
      if (frame.type === PUBLISH) packet = readPublish(bytes, frame, isVersion5 ? (aliases ??= new Map()) : null)
      else {
        if (isVersion5) checkProperties(bytes, frame)
        packet = parsePacket(bytes.subarray(frame.start, frame.end), settings)
      }
    } catch (error) {
      return error instanceof MqttViolation ? error : malformed('the packet cannot be read')
    }
    if (packet?.cmd === 'connect') {
      const { protocolVersion = 4, bridgeMode = false }: ParserSettings = packet
      // The parser also takes versions with the flag of a bridge.
      if ((protocolVersion === 5) !== isVersion5) return malformed('the packet cannot be read')
      settings = { protocolVersion, bridgeMode }
    }
    return packet && isValid(packet) ? packet : malformed('the packet cannot be read')
  }

  return {
    read,
    /** Whether the CONNECT asked for MQTT 5, even where it was not valid otherwise. */
    isVersion5: () => isVersion5 === true,
  }
}

/** A parser for each packet, because one that is kept keeps its streams and the CONNECT, with the buffer in which it arrived: kilobytes for each connection. */
function parsePacket(bytes: Buffer, settings: ParserSettings): Packet | undefined {
  const parser = createParser(settings)
  let parsed: Packet | undefined
  parser.on('packet', (packet: Packet) => (parsed = packet))
  // The parser then emits no packet; without a listener it would throw.
  parser.on('error', () => undefined)
  parser.parse(bytes)
  return parsed
}

const VERSION_5 = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 5])

function asksForVersion5(bytes: Buffer, { bodyAt, end }: Frame): boolean {
  const to = bodyAt + VERSION_5.length
  return to <= end && VERSION_5.compare(bytes, bodyAt, to) === 0
}

/** Checks the properties of a frame of MQTT 5, because the parser takes any property in any packet. @throws MqttViolation */
function checkProperties(bytes: Buffer, { type, bodyAt, end }: Frame): void {
  const length = end - bodyAt
  if (type === CONNECT) checkConnect(bytes, bodyAt, end)
  else if (type === SUBSCRIBE) readProperties(bytes, bodyAt + 2, end, 'subscribe')
  else if (type === UNSUBSCRIBE) readProperties(bytes, bodyAt + 2, end, 'unsubscribe')
  else if (ACKS.includes(type) && length > 3) readProperties(bytes, bodyAt + 3, end, 'ack')
  else if (type === DISCONNECT && length > 1) readProperties(bytes, bodyAt + 1, end, 'disconnect')
  else if (type === AUTH && length > 1) readProperties(bytes, bodyAt + 1, end, 'auth')
}

/** Checks the flags, and the properties of the CONNECT and of its will. */
function checkConnect(bytes: Buffer, bodyAt: number, end: number): void {
  const flags = bytes.readUInt8(bodyAt + 7)
  if (((flags >> 3) & 3) === 3) throw malformed('the will has QoS 3')
  const { end: idAt } = readProperties(bytes, bodyAt + 10, end, 'connect')
  if ((flags & 4) !== 0) readProperties(bytes, idAt + 2 + bytes.readUInt16BE(idAt), end, 'will')
}

/**
 * Nearly every packet is a PUBLISH; reading it here takes a fifth of the parser's time.
 * @param aliases the topics of a connection by MQTT 5; null: MQTT 3.1.1. @throws MqttViolation
 */
function readPublish(
  bytes: Buffer,
  { start, bodyAt, end }: Frame,
  aliases: Map<number, string> | null,
): IPublishPacket | null {
  const flags = bytes[start] ?? 0
  const qos = (flags >> 1) & 3
  const topicEnd = bodyAt + 2 > end ? Infinity : bodyAt + 2 + bytes.readUInt16BE(bodyAt)
  const bodyEnd = topicEnd + (qos > 0 ? 2 : 0)
  if (qos > 2 || bodyEnd > end) return null
  const packet: IPublishPacket = {
    cmd: 'publish',
    qos: qos as QoS,
    dup: (flags & 8) !== 0,
    retain: (flags & 1) !== 0,
    topic: bytes.toString('utf8', bodyAt + 2, topicEnd),
    messageId: qos > 0 ? bytes.readUInt16BE(topicEnd) : 0,
    payload: bytes.subarray(bodyEnd, end),
  }
  if (!aliases) return packet
  if (bytes[bodyEnd] === 0 && packet.topic !== '') {
    packet.payload = bytes.subarray(bodyEnd + 1, end)
    return packet
  }
  const { properties, end: payloadAt } = readProperties(bytes, bodyEnd, end, 'publish')
  const { topicAlias, ...rest } = properties
  packet.payload = bytes.subarray(payloadAt, end)
  if (Object.keys(rest).length > 0) packet.properties = rest
  if (topicAlias !== undefined) packet.topic = topicOf(topicAlias, packet.topic, aliases)
  if (packet.topic === '') throw broken('the message has neither a topic nor a topic alias')
  return packet
}

/** Remembers the topic of an alias, or finds it where the packet has none. */
function topicOf(alias: number, topic: string, aliases: Map<number, string>): string {
  if (alias === 0 || alias > TOPIC_ALIASES)
    throw new MqttViolation(REASON.topic_alias_invalid, `a topic alias is a number from 1 to ${TOPIC_ALIASES}`)
  if (topic === '') {
    const known = aliases.get(alias)
    if (known === undefined) throw broken(`topic alias ${alias} has no topic yet`)
    return known
  }
  if (isTopicName(topic)) aliases.set(alias, topic)
  return topic
}

/** Checks what the parser does not. */
function isValid(packet: Packet): boolean {
  switch (packet.cmd) {
    case 'connect':
      return [packet.clientId, packet.username ?? '', packet.will?.topic ?? ''].every(isCleanText)
    case 'publish':
      return isTopicName(packet.topic) && (packet.qos === 0 || hasId(packet))
    case 'subscribe':
      return hasId(packet) && areFilters(packet.subscriptions.map(({ topic }) => topic))
    case 'unsubscribe':
      return hasId(packet) && areFilters(packet.unsubscriptions)
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return hasId(packet)
    default:
      return true
  }
}

function hasId({ messageId = 0 }: Packet): boolean {
  return messageId > 0
}

/** Text as MQTT allows it: without NUL and without bytes that are no UTF-8, which the parser replaces by U+FFFD. */
function isCleanText(text: string): boolean {
  return !text.includes('\0') && !text.includes('\ufffd')
}

function isTopicName(topic: string): boolean {
  return topic !== '' && isCleanText(topic) && !topic.includes('#') && !topic.includes('+')
}

function areFilters(filters: readonly string[]): boolean {
  return filters.length > 0 && filters.every((filter) => filter !== '' && isCleanText(filter))
}

/** Whether wildcards are at positions that MQTT allows: `+` for a full level, `#` for all levels at the end. */
export function isTopicFilter(filter: string): boolean {
  const levels = filter.split('/')
  return levels.every((level, i) => level === '+' || (level === '#' && i === levels.length - 1) || !/[#+]/.test(level))
}

export function hasWildcard(filter: string): boolean {
  return /[#+]/.test(filter)
}

export function matchesFilter(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true
    if (level !== levels[i] && !(level === '+' && i < levels.length)) return false
  }
  return wanted.length === levels.length
}

interface FrameSource {
  destroy(): void
}

/**
 * Limits the bytes of incomplete frames over all connections.
 * @param mostBytes the budget; beyond it the oldest frames are dropped, because frames of well-behaved clients are complete within a moment.
 */
export function createUnfinishedFrames(mostBytes = MOST_UNFINISHED_BYTES) {
  // In the order in which the frames began: a key that is set again keeps its position.
  const held = new Map<FrameSource, number>()
  let total = 0

  /** Called when the frame is complete or the connection closed. */
  function release(connection: FrameSource): void {
    total -= held.get(connection) ?? 0
    held.delete(connection)
  }

  return {
    /** Sets the bytes that a connection holds; beyond the budget the connections whose frames began first are closed. */
    hold(connection: FrameSource, bytes: number): void {
      total += bytes - (held.get(connection) ?? 0)
      held.set(connection, bytes)
      for (const first of held.keys()) {
        if (total <= mostBytes) break
        release(first)
        first.destroy()
      }
    },
    release,
  }
}

export type UnfinishedFrames = ReturnType<typeof createUnfinishedFrames>
