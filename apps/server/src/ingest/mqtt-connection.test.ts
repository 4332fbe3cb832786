import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Packet } from 'mqtt-packet'
import { createMqttConnection, type Intake, type MqttConnection } from './mqtt-connection.ts'
import { createUnfinishedFrames, type UnfinishedFrames } from './mqtt-frames.ts'

let server: Server
let arrived: (socket: Socket) => void
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => arrived(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void server.close())

async function start(unfinished = createUnfinishedFrames()) {
  const clock = { ms: 0 }
  const socketOfServer = new Promise<Socket>((resolve) => (arrived = resolve))
  const device = connect((server.address() as AddressInfo).port, '127.0.0.1')
  device.on('error', () => undefined)
  device.resume()
  const packets: Packet[] = []
  const connection: MqttConnection = createMqttConnection({
    socket: await socketOfServer,
    now: () => clock.ms,
    unfinished,
    onPacket: (packet) => packets.push(packet),
    lastWords: () => null,
  })
  return { clock, device, connection, packets }
}
const takesAll: Intake = { wait: () => 0, full: () => null, take: () => Promise.resolve(undefined) }
const CONNECT = Buffer.from([0x10, 14, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 2, 0x61, 0x62])
const staysOpen = async (socket: Socket) =>
  Promise.race([once(socket, 'close').then(() => false), pause(300).then(() => true)])
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a silent socket is closed after ten seconds, a signed-in one without keep-alive after 300', async () => {
  const { clock, device, connection } = await start()
  clock.ms = 10_000
  connection.check()
  expect(await staysOpen(device)).toBe(true)
  clock.ms = 10_001
  connection.check()
  await once(device, 'close')

  const other = await start()
  other.connection.open(takesAll, 0)
  other.clock.ms = 300_000
  other.connection.check()
  expect(await staysOpen(other.device)).toBe(true)
  other.clock.ms = 300_001
  other.connection.check()
  await once(other.device, 'close')
})

/** A PUBLISH of QoS 0 to the topic `a` with a payload of this many bytes, at most 16,380. */
const publish = (bytes: number) => {
  const length = bytes + 3
  return Buffer.concat([Buffer.from([0x30, (length & 127) | 128, length >> 7, 0, 1, 0x61]), Buffer.alloc(bytes, 0x78)])
}

/** A budget that reports the number of unfinished bytes. */
function watchedBudget(mostBytes?: number) {
  const budget = createUnfinishedFrames(mostBytes)
  const held = new Map<unknown, number>()
  const unfinished: UnfinishedFrames = {
    hold(connection, bytes) {
      held.set(connection, bytes)
      budget.hold(connection, bytes)
    },
    release(connection) {
      held.delete(connection)
      budget.release(connection)
    },
  }
  return { unfinished, held: () => [...held.values()].reduce((sum, bytes) => sum + bytes, 0) }
}

test('a frame that is incomplete 30 s after its first byte closes the connection, even if bytes still arrive', async () => {
  const { unfinished, held } = watchedBudget()
  const { clock, device, connection } = await start(unfinished)
  const taken: number[] = []
  connection.open({ ...takesAll, take: ({ payload }) => Promise.resolve(void taken.push(payload.length)) }, 0)
  const bytes = publish(1_000)
  device.write(Buffer.concat([bytes, bytes.subarray(0, 500)]))
  await expect.poll(() => taken).toEqual([1_000])
  clock.ms = 29_000
  connection.check()
  device.write(bytes.subarray(500))
  await expect.poll(() => taken).toEqual([1_000, 1_000])
  clock.ms = 60_000
  connection.check()
  device.write(bytes.subarray(0, 300))
  await expect.poll(held).toBe(300)
  clock.ms = 80_000
  device.write(bytes.subarray(300, 600))
  await expect.poll(held).toBe(600)
  connection.check()
  expect(await staysOpen(device)).toBe(true)
  clock.ms = 90_001
  connection.check()
  await once(device, 'close')
  expect(taken).toHaveLength(2)
})

test('beyond the budget of unfinished bytes, the connection whose frame began first is closed', async () => {
  const { unfinished, held } = watchedBudget(20_000)
  const [slow, quick, third] = [await start(unfinished), await start(unfinished), await start(unfinished)]
  const taken: number[] = []
  const intake: Intake = { ...takesAll, take: ({ payload }) => Promise.resolve(void taken.push(payload.length)) }
  for (const { connection } of [slow, quick, third]) connection.open(intake, 0)
  slow.device.write(publish(10_000).subarray(0, 9_000))
  await expect.poll(held).toBe(9_000)
  // Completed frames no longer count.
  for (let n = 0; n < 5; n += 1) quick.device.write(publish(9_000))
  await expect.poll(() => taken).toHaveLength(5)
  quick.device.write(publish(10_000).subarray(0, 9_000))
  await expect.poll(held).toBe(18_000)
  expect(await staysOpen(slow.device)).toBe(true)
  third.device.write(publish(10_000).subarray(0, 9_000))
  await once(slow.device, 'close')
  quick.device.write(publish(10_000).subarray(9_000))
  third.device.write(publish(10_000).subarray(9_000))
  await expect.poll(() => taken).toHaveLength(7)
  for (const { connection } of [quick, third]) connection.destroy()
})

test('a CONNECT that arrives byte by byte does not reset the sign-in timeout', async () => {
  const { clock, device, connection } = await start()
  device.write(CONNECT.subarray(0, 8))
  await pause(50)
  clock.ms = 10_001
  connection.check()
  await once(device, 'close')
})

test('data after a CONNECT is not read before the CONNECT is answered', async () => {
  const { device, connection, packets } = await start()
  const taken: string[] = []
  device.write(Buffer.concat([CONNECT, Buffer.from([0x30, 4, 0, 1, 0x61, 0x7b])]))
  await expect.poll(() => packets).toMatchObject([{ cmd: 'connect', clientId: 'ab' }])
  await pause(50)
  expect(taken).toEqual([])
  connection.open({ ...takesAll, take: ({ topic }) => Promise.resolve(void taken.push(topic)) }, 0)
  await expect.poll(() => taken).toEqual(['a'])
  connection.destroy()
})

test('at most twenty messages of one connection are pending until the first is stored', async () => {
  const { device, connection } = await start()
  const gates: (() => void)[] = []
  connection.open({ ...takesAll, take: () => new Promise((resolve) => gates.push(() => resolve(undefined))) }, 0)
  device.write(Buffer.concat(Array.from({ length: 50 }, (_, n) => Buffer.from([0x32, 5, 0, 1, 0x61, 0, n + 1]))))
  await expect.poll(() => gates.length).toBe(20)
  await pause(50)
  expect(gates).toHaveLength(20)
  gates[0]?.()
  await expect.poll(() => gates.length).toBe(21)
  connection.destroy()
})

test('a message that cannot be stored closes the connection unacknowledged', async () => {
  const { device, connection } = await start()
  const answered: Buffer[] = []
  device.on('data', (chunk) => answered.push(chunk))
  connection.open({ ...takesAll, take: () => Promise.reject(new Error('not stored')) }, 0)
  device.write(Buffer.from([0x32, 5, 0, 1, 0x61, 0, 1]))
  await once(device, 'close')
  expect(answered).toEqual([])
})

test('a device that does not read its data is disconnected after fifteen seconds, and at once beyond 8 MiB', async () => {
  const { clock, device, connection } = await start()
  connection.open(takesAll, 0)
  device.pause()
  const closed = once(device, 'close')
  for (let sent = 0; sent < 6; sent += 1) connection.send(Buffer.alloc(1024 * 1024))
  clock.ms = 15_001
  connection.check()
  device.resume()
  await closed

  const other = await start()
  other.connection.open(takesAll, 0)
  other.device.pause()
  const otherClosed = once(other.device, 'close')
  for (let sent = 0; sent < 40; sent += 1) other.connection.send(Buffer.alloc(1024 * 1024))
  other.device.resume()
  await otherClosed
})
