import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { errorsTopic } from '@dalyan/contracts/device-messages'
import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscription,
  type Packet,
} from 'mqtt-packet'
import type { LinkEndReason } from '../features/terminals/diagnosis/diagnosis.rules.ts'
import {
  createMqttConnection,
  FRAME_BYTES_5,
  IDLE_MS,
  MOST_PENDING,
  SILENT_KEEP_ALIVES,
  type Intake,
  type MqttConnection,
} from './mqtt-connection.ts'
import { createMqttDeliveries, type ForwardedMessage, type MqttDeliveries } from './mqtt-deliveries.ts'
import type { UnfinishedFrames } from './mqtt-frames.ts'
import type { LoginRefusal, MqttLogin, LoggedInClient, SignedInTerminal } from './mqtt-login.ts'
import { broken, MqttViolation, REASON, TOPIC_ALIASES, type MessageProperties } from './mqtt-properties.ts'
import { END_REASONS, SLOWED_TEXT, TOO_MANY_UNREAD, type AckVerdict } from './mqtt-reasons.ts'

/** The most QoS 2 messages that a device by MQTT 5 may leave unreleased. */
const MOST_UNRELEASED = 1_000
/** While this many bytes are unsent the device gets no notices. Less than the socket buffers, so that no notice stops the reading of its messages. */
const UNSENT_BEFORE_NOTICE = 8 * 1024
/** The most subscriptions of an integration: Home Assistant has one or two for each tank. */
const MOST_OF_READER = 10_000
/** SUBACK of MQTT 3.1.1 has one code for all that is not granted; reason codes from here on are refusals. */
const REFUSED_FROM = 0x80
const NOTHING_ASKED: NonNullable<IConnectPacket['properties']> = {}
const VERSION_5 = { protocolVersion: 5 }
const NO_SUBSCRIPTION_IDENTIFIERS = new MqttViolation(
  REASON.subscription_identifiers_not_supported,
  'subscription identifiers are not supported',
)
const TOO_MANY_UNRELEASED = new MqttViolation(
  REASON.receive_maximum_exceeded,
  `more messages of QoS 2 are not released than the receive maximum of ${MOST_PENDING} allows`,
)

/** How the server handles the messages of a signed-in terminal; as `Intake`, with what the acknowledgement says. */
export interface MessageIntake extends Pick<Intake, 'wait' | 'full'> {
  /** Settles when the message may be acknowledged; null: all of it was stored. */
  take(message: IPublishPacket): Promise<AckVerdict | null>
}

const saysNoMore = (): undefined => undefined

interface Needs {
  socket: Socket
  address: string
  now: () => number
  unfinished: UnfinishedFrames
  login: MqttLogin
  /** The CONNECT was accepted. */
  onSignedIn: (session: MqttSession, signedIn: LoggedInClient) => void
  /** Handles the messages of the terminal or integration that signed in on this connection. */
  intakeOf: (session: MqttSession, signedIn: LoggedInClient) => MessageIntake
  /** These filters of a SUBSCRIBE were granted. */
  onSubscribed: (session: MqttSession, filters: readonly string[]) => void
}

/**
 * A device's connection by MQTT 3.1.1 or 5: handles and answers each packet. Sessions end with their connection: the product sends terminals
 * nothing but notices of what was refused, and a queue for a terminal that never returns would use memory for ever.
 */
export interface MqttSession extends Pick<MqttConnection, 'check' | 'destroy' | 'endReason'> {
  readonly socket: Socket
  readonly address: string
  /** Null until the CONNECT of a terminal was accepted. */
  signedIn: SignedInTerminal | null
  /** Whether the CONNECT of an integration was accepted, which only reads. */
  isReader: boolean
  /** As sent by the device, possibly empty; by MQTT 5 the server then assigns one. */
  clientId: string
  /** Forwarded when the connection ends without a DISCONNECT. */
  will: ForwardedMessage | null
  /** Sends a message to the device if it subscribed to the topic. `at`: its arrival. @returns whether it did. */
  deliver(message: ForwardedMessage, at: number, isOwn: boolean): boolean
  /** Sends a message of the server with QoS 0. @returns whether the client subscribed to its topic. */
  show(topic: string, payload: string, retain: boolean): boolean
  /** Sends what was refused to a device that subscribed to its errors topic, and drops it where the device reads too slowly. */
  notifyRefusal(payload: () => Buffer): void
}

export function createMqttSession({
  login,
  onSignedIn,
  onSubscribed,
  intakeOf,
  address,
  ...needs
}: Needs): MqttSession {
  /** Packet ids of received QoS 2 messages until the device releases them: the same id again is the same message. */
  let unreleased: Set<number> | null = null
  /** What the CONNECT asked for (MQTT 5). */
  let asked = NOTHING_ASKED
  const connection = createMqttConnection({ ...needs, onPacket, lastWords })
  const isVersion5 = connection.isVersion5
  /** Null before the first SUBSCRIBE: most devices send none. */
  let deliveries: MqttDeliveries | null = null

  function onPacket(packet: Packet): void {
    const { messageId = 0 } = packet
    switch (packet.cmd) {
      case 'connect':
        if (isSignedIn()) return connection.destroy('malformed', broken('a connection has one CONNECT'))
        return void connect(packet)
      case 'subscribe': {
        if (packet.properties?.subscriptionIdentifier !== undefined)
          return connection.destroy('malformed', NO_SUBSCRIPTION_IDENTIFIERS)
        const codes = packet.subscriptions.map(subscribe)
        const granted = isVersion5() ? codes : codes.map((code) => Math.min(code, REFUSED_FROM))
        answer({ cmd: 'suback', messageId, granted })
        return onSubscribed(
          session,
          packet.subscriptions.flatMap(({ topic }, i) => (isRefusal(codes[i]) ? [] : topic)),
        )
      }
      case 'unsubscribe':
        return answer({ cmd: 'unsuback', messageId, granted: packet.unsubscriptions.map(unsubscribe) })
      case 'pingreq':
        return answer({ cmd: 'pingresp' })
      case 'pubrel':
        return answer({ cmd: 'pubcomp', messageId, reasonCode: foundCode(unreleased?.delete(messageId)) })
      case 'pubrec':
        if (isRefusal(packet.reasonCode)) return void deliveries?.settle(messageId)
        return answer({ cmd: 'pubrel', messageId, reasonCode: foundCode(deliveries?.isOpen(messageId)) })
      case 'puback':
      case 'pubcomp':
        return void deliveries?.settle(messageId)
      case 'disconnect':
        return leave(packet.reasonCode, packet.properties?.sessionExpiryInterval)
      default:
        return connection.destroy('malformed', broken('a client does not send this packet'))
    }
  }

  /** A reader may ask for anything, since it is sent only what is its own. */
  function subscribe(subscription: ISubscription): number {
    deliveries ??= createMqttDeliveries({
      now: needs.now,
      send: sendMessage,
      onTooManyUnread: () => connection.destroy('unread', TOO_MANY_UNREAD),
      receiveMaximum: asked.receiveMaximum,
    })
    if (session.isReader) return deliveries.subscribe(subscription, '', MOST_OF_READER)
    return deliveries.subscribe(subscription, `dalyan/v1/${session.signedIn?.terminal.code}/`)
  }

  function unsubscribe(filter: string): number {
    return deliveries?.unsubscribe(filter) ?? REASON.no_subscription_existed
  }

  /** By MQTT 5 a device may leave with its will, and may not ask for a session that it did not ask for at first. */
  function leave(reasonCode = 0, sessionExpiryInterval = 0): void {
    if (sessionExpiryInterval > 0 && !asked.sessionExpiryInterval)
      return connection.destroy('malformed', broken('the session has no expiry interval'))
    if (reasonCode === REASON.success) session.will = null
    connection.end('goodbye')
  }

  function answer(packet: Packet): void {
    connection.send(encode(packet))
  }

  /** By MQTT 5 a text is left out where the device takes no packets of that size. */
  function encode(packet: Packet): Buffer {
    if (!isVersion5()) return generate(packet)
    const bytes = generate(packet, VERSION_5)
    return fits(bytes) ? bytes : generate({ ...packet, properties: {} } as Packet, VERSION_5)
  }

  function fits(bytes: Buffer): boolean {
    return bytes.length <= (asked.maximumPacketSize ?? Infinity)
  }

  function sendMessage(packet: IPublishPacket): void {
    if (!isVersion5()) return answer(packet)
    const bytes = generate(packet, VERSION_5)
    if (fits(bytes)) connection.send(bytes)
    // A message that the device cannot take counts as delivered.
    else if (packet.messageId !== undefined) deliveries?.settle(packet.messageId)
  }

  /** The DISCONNECT of MQTT 5, or the CONNACK that refuses a CONNECT with a violation. */
  function lastWords(why: LinkEndReason, violation: MqttViolation | null): Buffer | null {
    if (!isVersion5()) return null
    const end = violation ?? END_REASONS[why]
    if (!end) return null
    const { reasonCode, message: reasonString } = end
    if (isSignedIn()) return encode({ cmd: 'disconnect', reasonCode, properties: { reasonString } })
    return violation && encode({ cmd: 'connack', sessionPresent: false, reasonCode, properties: { reasonString } })
  }

  async function connect(packet: IConnectPacket): Promise<void> {
    asked = packet.properties ?? NOTHING_ASKED
    const result = await login(packet, address)
    if (needs.socket.destroyed) return
    const isRefused = 'returnCode' in result
    answer(isRefused ? refusal(result) : acceptance(packet))
    if (isRefused) return connection.end()
    if ('terminal' in result) session.signedIn = result
    else session.isReader = true
    const { topic, payload, qos = 0, properties } = packet.will ?? {}
    // A copy, because the socket's buffer is reused.
    if (topic !== undefined) session.will = { topic, payload: Buffer.from(payload ?? ''), qos }
    if (session.will && properties) session.will.properties = messagePropertiesOf(properties)
    onSignedIn(session, result)
    connection.open(answering(intakeOf(session, result)), keepAliveOf(packet) * 1000)
  }

  function refusal({ returnCode, reasonCode, text }: LoginRefusal): IConnackPacket {
    return { cmd: 'connack', sessionPresent: false, returnCode, reasonCode, properties: { reasonString: text } }
  }

  /** Accepts a CONNECT; by MQTT 5 with the limits of this server, as far as they are not the standard's. */
  function acceptance(packet: IConnectPacket): IConnackPacket {
    session.clientId = packet.clientId
    const properties: IConnackPacket['properties'] = {
      receiveMaximum: MOST_PENDING,
      retainAvailable: false,
      // The fixed header has up to five bytes.
      maximumPacketSize: FRAME_BYTES_5 + 5,
      topicAliasMaximum: TOPIC_ALIASES,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
    }
    if (asked.sessionExpiryInterval) properties.sessionExpiryInterval = 0
    if (!packet.keepalive) properties.serverKeepAlive = keepAliveOf(packet)
    if (isVersion5() && session.clientId === '') properties.assignedClientIdentifier = session.clientId = randomUUID()
    return { cmd: 'connack', sessionPresent: false, returnCode: 0, reasonCode: REASON.success, properties }
  }

  /** Seconds; 0: none. By MQTT 5 the server asks for one where the device does not. */
  function keepAliveOf({ keepalive }: IConnectPacket): number {
    return keepalive || (isVersion5() ? IDLE_MS / 1000 / SILENT_KEEP_ALIVES : 0)
  }

  /**
   * Makes the acknowledgement from the result of a message. A QoS 2 message that is repeated before its release is acknowledged again but not
   * processed again.
   */
  function answering(intake: MessageIntake): Intake {
    let isSlowed = false
    return {
      full: intake.full,
      wait() {
        const ms = intake.wait()
        if (ms > 0) isSlowed = true
        return ms
      },
      take(message) {
        const { qos, messageId = 0 } = message
        if (qos === 2) {
          unreleased ??= new Set()
          if (unreleased.has(messageId)) return Promise.resolve(undefined)
          if (isVersion5() && unreleased.size >= MOST_UNRELEASED) {
            connection.destroy('malformed', TOO_MANY_UNRELEASED)
            return Promise.resolve(undefined)
          }
          unreleased.add(messageId)
        }
        const taken = intake.take(message)
        if (qos === 0 || !isVersion5()) return taken.then(saysNoMore)
        return taken.then((verdict) => {
          const text = verdict?.text ?? (isSlowed ? SLOWED_TEXT : undefined)
          isSlowed = false
          return text === undefined ? undefined : acknowledgement(message, verdict?.reasonCode ?? REASON.success, text)
        })
      },
    }
  }

  function acknowledgement({ qos, messageId = 0 }: IPublishPacket, reasonCode: number, text: string): Buffer {
    // A refused message of QoS 2 is not released.
    if (isRefusal(reasonCode)) unreleased?.delete(messageId)
    const properties = asked.requestProblemInformation === false ? {} : { reasonString: text }
    return encode({ cmd: qos === 2 ? 'pubrec' : 'puback', messageId, reasonCode, properties })
  }

  const isSignedIn = () => session.signedIn !== null || session.isReader

  const session: MqttSession = {
    socket: needs.socket,
    address,
    signedIn: null,
    isReader: false,
    clientId: '',
    will: null,
    deliver: (message, at, isOwn) => deliveries?.deliver(message, at, isOwn) ?? false,
    show: (topic, payload, retain) => deliveries?.show(topic, payload, retain) ?? false,
    notifyRefusal(payload) {
      if (!session.signedIn || needs.socket.writableLength > UNSENT_BEFORE_NOTICE) return
      deliveries?.notify(errorsTopic(session.signedIn.terminal.code), payload)
    },
    check: connection.check,
    destroy: connection.destroy,
    endReason: connection.endReason,
  }
  return session
}

function isRefusal(reasonCode = 0): boolean {
  return reasonCode >= REFUSED_FROM
}

function foundCode(isFound = false): number {
  return isFound ? REASON.success : REASON.packet_identifier_not_found
}

type WillProperties = NonNullable<NonNullable<IConnectPacket['will']>['properties']>

/** The properties of a will that its subscribers get. */
function messagePropertiesOf(properties: WillProperties): MessageProperties {
  const passedOn = { ...properties }
  delete passedOn.willDelayInterval
  return passedOn as MessageProperties
}
