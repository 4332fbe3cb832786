import { isUtf8 } from 'node:buffer'

/** The reason codes of MQTT 5 that the server sends; of CONNACK, PUBACK, PUBREC, PUBREL, PUBCOMP, SUBACK, UNSUBACK and DISCONNECT. */
export const REASON = {
  success: 0x00,
  no_subscription_existed: 0x11,
  malformed_packet: 0x81,
  protocol_error: 0x82,
  client_identifier_not_valid: 0x85,
  bad_user_name_or_password: 0x86,
  not_authorized: 0x87,
  server_unavailable: 0x88,
  server_busy: 0x89,
  server_shutting_down: 0x8b,
  bad_authentication_method: 0x8c,
  keep_alive_timeout: 0x8d,
  session_taken_over: 0x8e,
  topic_filter_invalid: 0x8f,
  topic_name_invalid: 0x90,
  packet_identifier_not_found: 0x92,
  receive_maximum_exceeded: 0x93,
  topic_alias_invalid: 0x94,
  packet_too_large: 0x95,
  quota_exceeded: 0x97,
  payload_format_invalid: 0x99,
  shared_subscriptions_not_supported: 0x9e,
  connection_rate_exceeded: 0x9f,
  subscription_identifiers_not_supported: 0xa1,
} as const

/** Most bytes of the properties of one packet, and most user properties in it. */
export const PROPERTY_BYTES = 4 * 1024
const MOST_USER_PROPERTIES = 64
/** Topic aliases of one connection. */
export const TOPIC_ALIASES = 8

/** Ends a connection. A device that speaks MQTT 5 is sent the reason code and the message; MQTT 3.1.1 has neither. */
export class MqttViolation extends Error {
  readonly reasonCode: number
  constructor(reasonCode: number, message: string) {
    super(message)
    this.reasonCode = reasonCode
  }
}

/** What may have properties: the packets of a client, and the will in its CONNECT. */
export type PropertyCarrier =
  | 'connect'
  | 'will'
  | 'publish'
  | 'subscribe'
  | 'ack'
  | 'unsubscribe'
  | 'disconnect'
  | 'auth'
type PropertyKind = 'flag' | 'int16' | 'int32' | 'varint' | 'string' | 'binary' | 'pair'

/** The properties of a message, named as in mqtt-packet. They are passed on to the terminal's subscribers. */
export interface MessageProperties {
  payloadFormatIndicator?: boolean
  /** Seconds. */
  messageExpiryInterval?: number
  contentType?: string
  responseTopic?: string
  correlationData?: Buffer
  userProperties?: Record<string, string | string[]>
}
/** The properties of a packet, each checked; those of packets other than PUBLISH are read again by mqtt-packet. */
export interface PacketProperties extends MessageProperties {
  topicAlias?: number
}

const MESSAGE: readonly PropertyCarrier[] = ['publish', 'will']
/** Properties that a client may send (MQTT 5, 2.2.2.2). A subscription identifier is read in order to refuse it. */
const PROPERTIES = new Map<number, { name: string; kind: PropertyKind; carriers: readonly PropertyCarrier[] }>([
  [0x01, { name: 'payloadFormatIndicator', kind: 'flag', carriers: MESSAGE }],
  [0x02, { name: 'messageExpiryInterval', kind: 'int32', carriers: MESSAGE }],
  [0x03, { name: 'contentType', kind: 'string', carriers: MESSAGE }],
  [0x08, { name: 'responseTopic', kind: 'string', carriers: MESSAGE }],
  [0x09, { name: 'correlationData', kind: 'binary', carriers: MESSAGE }],
  [0x0b, { name: 'subscriptionIdentifier', kind: 'varint', carriers: ['subscribe'] }],
  [0x11, { name: 'sessionExpiryInterval', kind: 'int32', carriers: ['connect', 'disconnect'] }],
  [0x15, { name: 'authenticationMethod', kind: 'string', carriers: ['connect', 'auth'] }],
  [0x16, { name: 'authenticationData', kind: 'binary', carriers: ['connect', 'auth'] }],
  [0x17, { name: 'requestProblemInformation', kind: 'flag', carriers: ['connect'] }],
  [0x18, { name: 'willDelayInterval', kind: 'int32', carriers: ['will'] }],
  [0x19, { name: 'requestResponseInformation', kind: 'flag', carriers: ['connect'] }],
  [0x1f, { name: 'reasonString', kind: 'string', carriers: ['ack', 'disconnect', 'auth'] }],
  [0x21, { name: 'receiveMaximum', kind: 'int16', carriers: ['connect'] }],
  [0x22, { name: 'topicAliasMaximum', kind: 'int16', carriers: ['connect'] }],
  [0x23, { name: 'topicAlias', kind: 'int16', carriers: ['publish'] }],
  [
    0x26,
    {
      name: 'userProperties',
      kind: 'pair',
      carriers: ['connect', 'will', 'publish', 'subscribe', 'ack', 'unsubscribe', 'disconnect', 'auth'],
    },
  ],
  [0x27, { name: 'maximumPacketSize', kind: 'int32', carriers: ['connect'] }],
])
/** Properties for which 0 is a protocol error. */
const NEVER_ZERO = new Set(['receiveMaximum', 'maximumPacketSize'])

/**
 * Reads the properties of a packet, which begin with their length.
 * @param end the end of the packet. @returns the properties and the position behind them.
 * @throws MqttViolation
 */
export function readProperties(
  bytes: Buffer,
  start: number,
  end: number,
  carrier: PropertyCarrier,
): { properties: PacketProperties; end: number } {
  const reader = createReader(bytes, start, end)
  const length = reader.varint()
  if (length > end - reader.at()) throw malformed('the properties are longer than the packet')
  if (length > PROPERTY_BYTES)
    throw new MqttViolation(REASON.quota_exceeded, `the properties of a packet have at most ${PROPERTY_BYTES} bytes`)
  const to = reader.at() + length
  const read: Record<string, unknown> = {}
  const users = createUserProperties()
  while (reader.at() < to) {
    const property = PROPERTIES.get(reader.varint())
    if (!property) throw malformed('unknown property')
    const { name, kind, carriers } = property
    if (!carriers.includes(carrier)) throw broken(`${name} is not allowed in this packet`)
    if (kind === 'pair') {
      users.add(reader.string(), reader.string())
      continue
    }
    if (name in read) throw broken(`${name} is given twice`)
    read[name] = reader[kind]()
    if (read[name] === 0 && NEVER_ZERO.has(name)) throw broken(`${name} is 0`)
  }
  if (reader.at() !== to) throw malformed('a property is longer than the properties')
  const { responseTopic } = read
  if (typeof responseTopic === 'string' && (responseTopic === '' || /[#+]/.test(responseTopic)))
    throw broken('the response topic is no topic name')
  return { properties: { ...read, ...users.all() }, end: to }
}

function createUserProperties() {
  const users = new Map<string, string | string[]>()
  let count = 0
  return {
    add(name: string, value: string): void {
      count += 1
      if (count > MOST_USER_PROPERTIES)
        throw new MqttViolation(REASON.quota_exceeded, `a packet has at most ${MOST_USER_PROPERTIES} user properties`)
      const before = users.get(name)
      users.set(name, before === undefined ? value : [before, value].flat())
    },
    all: (): MessageProperties => (count === 0 ? {} : { userProperties: Object.fromEntries(users) }),
  }
}

/** Reads the values of MQTT 5 one after another, never beyond `end`. */
function createReader(bytes: Buffer, start: number, end: number) {
  let at = start

  function take(size: number): number {
    const from = at
    if (size > end - from) throw malformed('the packet ends within its properties')
    at = from + size
    return from
  }
  function int16(): number {
    return bytes.readUInt16BE(take(2))
  }
  function binary(): Buffer {
    const size = int16()
    const from = take(size)
    return bytes.subarray(from, from + size)
  }

  return {
    at: () => at,
    int16,
    binary,
    int32: () => bytes.readUInt32BE(take(4)),
    flag(): boolean {
      const value = bytes.readUInt8(take(1))
      if (value > 1) throw broken('a flag has a value other than 0 and 1')
      return value === 1
    },
    varint(): number {
      let value = 0
      for (let i = 0; i < 4; i += 1) {
        const byte = bytes.readUInt8(take(1))
        value += (byte & 127) * 128 ** i
        if (byte < 128) return value
      }
      throw malformed('a variable byte integer has more than four bytes')
    },
    string(): string {
      const text = binary()
      if (!isUtf8(text) || text.includes(0)) throw malformed('a text is no UTF-8 or contains NUL')
      return text.toString('utf8')
    },
  }
}

export function malformed(message: string): MqttViolation {
  return new MqttViolation(REASON.malformed_packet, message)
}

export function broken(message: string): MqttViolation {
  return new MqttViolation(REASON.protocol_error, message)
}
