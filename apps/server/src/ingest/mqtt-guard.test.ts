import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMqttGuard, type Intake, type MqttGuard } from './mqtt-guard.ts'

let server: Server
let arrived: (socket: Socket) => void
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => arrived(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void server.close())

async function start() {
  const clock = { ms: 0 }
  const socketOfServer = new Promise<Socket>((resolve) => (arrived = resolve))
  const device = connect((server.address() as AddressInfo).port, '127.0.0.1')
  device.on('error', () => undefined)
  device.resume()
  const guard: MqttGuard = createMqttGuard({ socket: await socketOfServer, now: () => clock.ms })
  return { clock, device, guard }
}
const takesAll: Intake = { wait: () => 0, room: () => null, take: () => Promise.resolve() }
const CONNECT = Buffer.from([0x10, 14, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 2, 0x61, 0x62])
const staysOpen = async (socket: Socket) =>
  Promise.race([once(socket, 'close').then(() => false), pause(300).then(() => true)])
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a silent socket is closed after ten seconds, one that is logged in without keep-alive is not', async () => {
  const { clock, device, guard } = await start()
  clock.ms = 10_000
  guard.check()
  expect(await staysOpen(device)).toBe(true)
  clock.ms = 10_001
  guard.check()
  await once(device, 'close')

  const other = await start()
  other.guard.open(takesAll, 0)
  other.clock.ms = 3_600_000
  other.guard.check()
  expect(await staysOpen(other.device)).toBe(true)
  other.guard.destroy()
})

test('a CONNECT that trickles in does not count as talking', async () => {
  const { clock, device, guard } = await start()
  device.write(CONNECT.subarray(0, 8))
  await pause(50)
  clock.ms = 10_001
  guard.check()
  await once(device, 'close')
})

test('nothing behind a CONNECT is read before it is answered', async () => {
  const { device, guard } = await start()
  const taken: string[] = []
  device.write(Buffer.concat([CONNECT, Buffer.from([0x30, 4, 0, 1, 0x61, 0x7b])]))
  await once(guard.stream, 'readable')
  const bytes = guard.stream.read() as Buffer
  expect(bytes.equals(CONNECT)).toBe(true)
  guard.open({ ...takesAll, take: (topic) => Promise.resolve(void taken.push(topic.toString())) }, 0)
  await expect.poll(() => taken).toEqual(['a'])
  guard.destroy()
})

test('twenty messages of one connection are held, no more, until the first is stored', async () => {
  const { device, guard } = await start()
  const gates: (() => void)[] = []
  guard.open({ ...takesAll, take: () => new Promise<void>((resolve) => gates.push(resolve)) }, 0)
  device.write(Buffer.concat(Array.from({ length: 50 }, (_, n) => Buffer.from([0x32, 5, 0, 1, 0x61, 0, n + 1]))))
  await expect.poll(() => gates.length).toBe(20)
  await pause(50)
  expect(gates).toHaveLength(20)
  gates[0]?.()
  await expect.poll(() => gates.length).toBe(21)
  guard.destroy()
})

test('a message that cannot be stored closes the connection unacknowledged', async () => {
  const { device, guard } = await start()
  const answered: Buffer[] = []
  device.on('data', (chunk) => answered.push(chunk))
  guard.open({ ...takesAll, take: () => Promise.reject(new Error('not stored')) }, 0)
  device.write(Buffer.from([0x32, 5, 0, 1, 0x61, 0, 1]))
  await once(device, 'close')
  expect(answered).toEqual([])
})
