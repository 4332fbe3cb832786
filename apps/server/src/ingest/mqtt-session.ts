import type { Socket } from 'node:net'
import { generate, type IConnectPacket, type IPublishPacket, type Packet, type QoS } from 'mqtt-packet'
import { createMqttConnection, type Intake, type MqttConnection } from './mqtt-connection.ts'
import { isTopicFilter, matchesFilter } from './mqtt-frames.ts'
import { CONNACK, type MqttLogin, type SignedInTerminal } from './mqtt-login.ts'
import type { UnfinishedFrames } from './unfinished-frames.ts'

const MOST_SUBSCRIPTIONS = 100
const LONGEST_FILTER = 1_024
const MOST_UNACKNOWLEDGED = 1_000
const NOT_GRANTED = 0x80

/** A message between the connections of one terminal: published by one of them, or the will of a broken one. */
export type ForwardedMessage = Pick<IPublishPacket, 'topic' | 'payload' | 'qos'>

interface Needs {
  socket: Socket
  address: string
  now: () => number
  unfinished: UnfinishedFrames
  login: MqttLogin
  /** The CONNECT was accepted. */
  onSignedIn: (session: MqttSession, signedIn: SignedInTerminal) => void
  /** Handles the messages of a terminal that signed in on this connection. */
  intakeOf: (session: MqttSession, signedIn: SignedInTerminal) => Intake
}

/**
 * A device's connection by MQTT 3.1.1: handles and answers each packet. Sessions end with their connection: the product sends no messages to
 * terminals, and a queue for a terminal that never returns would use memory for ever.
 */
export interface MqttSession extends Pick<MqttConnection, 'check' | 'destroy'> {
  readonly address: string
  /** Null until the CONNECT was accepted. */
  signedIn: SignedInTerminal | null
  /** As sent by the device, possibly empty. */
  clientId: string
  /** Forwarded when the connection ends without a DISCONNECT. */
  will: ForwardedMessage | null
  /** Sends a message to the device if it subscribed to the topic. */
  deliver(message: ForwardedMessage): void
}

export function createMqttSession({ login, onSignedIn, intakeOf, address, ...needs }: Needs): MqttSession {
  const subscriptions = new Map<string, QoS>()
  /** Packet ids of received QoS 2 messages until the device releases them: the same id again is the same message. */
  const unreleased = new Set<number>()
  /** Packet ids delivered with QoS 1 or 2, until the device acknowledges them. */
  const unacknowledged = new Set<number>()
  let lastId = 0
  const connection = createMqttConnection({ ...needs, onPacket })

  function onPacket(packet: Packet): void {
    const { messageId = 0 } = packet
    switch (packet.cmd) {
      case 'connect':
        return session.signedIn ? connection.destroy() : void connect(packet)
      case 'subscribe':
        return answer({ cmd: 'suback', messageId, granted: packet.subscriptions.map(subscribe) })
      case 'unsubscribe':
        for (const filter of packet.unsubscriptions) subscriptions.delete(filter)
        return answer({ cmd: 'unsuback', messageId, granted: [] })
      case 'pingreq':
        return answer({ cmd: 'pingresp' })
      case 'pubrel':
        unreleased.delete(messageId)
        return answer({ cmd: 'pubcomp', messageId })
      case 'pubrec':
        return answer({ cmd: 'pubrel', messageId })
      case 'puback':
      case 'pubcomp':
        unacknowledged.delete(messageId)
        return
      case 'disconnect':
        session.will = null
        return connection.end()
      default:
        // A packet that only servers send.
        return connection.destroy()
    }
  }

  function answer(packet: Packet): void {
    connection.send(generate(packet))
  }

  async function connect(packet: IConnectPacket): Promise<void> {
    const result = await login(packet, address)
    if (needs.socket.destroyed) return
    const returnCode = typeof result === 'number' ? result : CONNACK.accepted
    answer({ cmd: 'connack', sessionPresent: false, returnCode })
    if (typeof result === 'number') return connection.end()
    session.signedIn = result
    session.clientId = packet.clientId
    const { topic, payload, qos = 0 } = packet.will ?? {}
    // A copy, because the socket's buffer is reused.
    if (topic !== undefined) session.will = { topic, payload: Buffer.from(payload ?? ''), qos }
    onSignedIn(session, result)
    connection.open(takingOnce(intakeOf(session, result)), (packet.keepalive ?? 0) * 1000)
  }

  /** A QoS 2 message that is repeated before its release is acknowledged again but not processed again. */
  function takingOnce(intake: Intake): Intake {
    return {
      ...intake,
      take(message) {
        if (message.qos < 2) return intake.take(message)
        const id = message.messageId ?? 0
        if (unreleased.has(id)) return Promise.resolve()
        unreleased.add(id)
        return intake.take(message)
      },
    }
  }

  /** @returns the code for SUBACK: the QoS, or that the filter is not granted; a terminal may subscribe below its own prefix only. */
  function subscribe({ topic: filter, qos }: { topic: string; qos: QoS }): number {
    const isOwn = filter.startsWith(`dalyan/v1/${session.signedIn?.terminal.code}/`) && isTopicFilter(filter)
    const isOver = subscriptions.size >= MOST_SUBSCRIPTIONS && !subscriptions.has(filter)
    if (!isOwn || isOver || filter.length > LONGEST_FILTER) return NOT_GRANTED
    subscriptions.set(filter, qos)
    return qos
  }

  function deliver({ topic, payload, qos }: ForwardedMessage): void {
    if (subscriptions.size === 0) return
    const granted = [...subscriptions].flatMap(([filter, most]) => (matchesFilter(filter, topic) ? most : []))
    if (granted.length === 0) return
    const lower = Math.min(qos, Math.max(...granted)) as QoS
    const packet: IPublishPacket = { cmd: 'publish', topic, payload, qos: lower, retain: false, dup: false }
    if (lower > 0) {
      if (unacknowledged.size >= MOST_UNACKNOWLEDGED) return connection.destroy()
      packet.messageId = nextId()
    }
    answer(packet)
  }

  function nextId(): number {
    do lastId = (lastId % 65_535) + 1
    while (unacknowledged.has(lastId))
    unacknowledged.add(lastId)
    return lastId
  }

  const session: MqttSession = {
    address,
    signedIn: null,
    clientId: '',
    will: null,
    deliver,
    check: connection.check,
    destroy: connection.destroy,
  }
  return session
}
