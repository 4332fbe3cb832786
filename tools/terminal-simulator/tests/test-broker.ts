import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { generate, parser as createParser, type Packet } from 'mqtt-packet'

interface TestBrokerOptions {
  port?: number
  admits?: (user: string, password: string) => boolean
  /** `user` is the user name and password of the connection, `{name}:{password}`. */
  onPublish: (user: string, topic: string, payload: string) => void
}

/** An MQTT broker for tests of publishers: it acknowledges every message of QoS 1 after calling `onPublish`. */
export async function startTestBroker({ port = 0, admits = () => true, onPublish }: TestBrokerOptions) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const answer = (packet: Packet) => void (socket.destroyed || socket.write(generate(packet)))
    const parser = createParser()
    let user = ''
    socket.on('data', (bytes) => parser.parse(bytes))
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        const { username = '', password = '' } = packet
        user = `${username}:${password.toString()}`
        const isIn = admits(username, password.toString())
        answer({ cmd: 'connack', sessionPresent: false, returnCode: isIn ? 0 : 5 })
        if (!isIn) socket.end()
      } else if (packet.cmd === 'publish') {
        onPublish(user, packet.topic, packet.payload.toString())
        if (packet.messageId !== undefined) answer({ cmd: 'puback', messageId: packet.messageId })
      } else if (packet.cmd === 'pingreq') answer({ cmd: 'pingresp' })
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
