import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestTerminal } from './test-ingest.ts'

// Raw MQTT frames that a client library would never send.
export const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}
export function frame(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length: number[] = []
  for (let left = body.length; ; left >>= 7) {
    if (left < 128) return Buffer.concat([Buffer.from([first, ...length, left]), body])
    length.push((left & 127) | 128)
  }
}
export const connectFrame = ({ code, key }: TestTerminal, clientId: string | Buffer = 'raw', keepAlive = 60) =>
  frame(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, keepAlive]), text(clientId), text(code), text(key))
export const publishFrame = (topic: string | Buffer, id: number, payload: string, first = 0x32) =>
  frame(first, text(topic), Buffer.from([id >> 8, id & 255]), Buffer.from(payload))

export async function rawSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  return socket
}

/** The bytes that the server sent until there are `length` of them or it closed. */
export async function received(socket: Socket, length: number): Promise<Buffer> {
  let all = Buffer.alloc(0)
  for await (const chunk of socket) {
    all = Buffer.concat([all, chunk as Buffer])
    if (all.length >= length) break
  }
  return all
}
/** Sends these frames and resolves when the server has closed the connection. */
export async function closedAfter(port: number, ...frames: Buffer[]): Promise<void> {
  const socket = await rawSocket(port)
  const closed = once(socket, 'close')
  socket.resume()
  for (const bytes of frames) socket.write(bytes)
  await closed
}
