import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { generate, parser as createParser, type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet'

const VERSION_5 = { protocolVersion: 5 }

/** A connection of the program under test to the broker. */
export interface BrokerClient {
  connect: IConnectPacket
  socket: Socket
  /** Filters that it subscribed to, in order; those it left have `-` in front. */
  filters: string[]
  /** Packet ids that it acknowledged, in order. */
  acknowledged: number[]
  /** What it published. */
  published: { topic: string; payload: unknown; qos: number }[]
  /** Sends it a message of QoS 1, or of QoS 0 without an id. */
  deliver(topic: string, payload: unknown, id?: number, isRepeated?: boolean): void
}

/** A broker of MQTT 5 that does what a test says, in this process: it keeps and forwards nothing by itself. */
export interface ScriptedBroker {
  url: string
  clients: BrokerClient[]
  /** The reason code of the next CONNACK; 0: accepted. */
  refuse: { connect: number; subscribe: number }
  close(): Promise<void>
}

export async function startScriptedBroker(): Promise<ScriptedBroker> {
  const clients: BrokerClient[] = []
  const sockets = new Set<Socket>()
  const refuse = { connect: 0, subscribe: 0 }

  function serve(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const parser = createParser(VERSION_5)
    const answer = (packet: Packet) => void (socket.writable && socket.write(generate(packet, VERSION_5)))
    let client: BrokerClient | undefined
    parser.on('packet', (packet: Packet) => {
      const { messageId = 0 } = packet
      switch (packet.cmd) {
        case 'connect':
          client = clientOf(packet, socket, answer)
          clients.push(client)
          answer({ cmd: 'connack', sessionPresent: clients.length > 1, reasonCode: refuse.connect })
          if (refuse.connect > 0) socket.end()
          break
        case 'subscribe':
          client?.filters.push(...packet.subscriptions.map(({ topic }) => topic))
          answer({ cmd: 'suback', messageId, granted: packet.subscriptions.map(() => refuse.subscribe || 1) })
          break
        case 'unsubscribe':
          client?.filters.push(...packet.unsubscriptions.map((topic) => `-${topic}`))
          answer({ cmd: 'unsuback', messageId, granted: packet.unsubscriptions.map(() => 0) })
          break
        case 'puback':
          client?.acknowledged.push(messageId)
          break
        case 'publish':
          client?.published.push({ topic: packet.topic, qos: packet.qos, payload: JSON.parse(String(packet.payload)) })
          break
        case 'pingreq':
          answer({ cmd: 'pingresp' })
          break
        case 'disconnect':
          socket.end()
          break
        default:
      }
    })
    socket.on('data', (bytes) => parser.parse(bytes))
  }

  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `mqtt://dalyan:secret%2F1@127.0.0.1:${(server.address() as AddressInfo).port}`,
    clients,
    refuse,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function clientOf(connect: IConnectPacket, socket: Socket, answer: (packet: IPublishPacket) => void): BrokerClient {
  return {
    connect,
    socket,
    filters: [],
    acknowledged: [],
    published: [],
    deliver(topic, payload, id, isRepeated = false) {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
      const message = { cmd: 'publish', topic, payload: text, dup: isRepeated, retain: false } as const
      answer(id === undefined ? { ...message, qos: 0 } : { ...message, qos: 1, messageId: id })
    },
  }
}
