import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { ReadingMessage } from '@dalyan/contracts/device-messages'
import { afterEach, expect, test } from 'vitest'
import { runHttpLoad } from './http-load.ts'
import { runMqttLoad } from './mqtt-load.ts'
import { httpLink, mqttLink } from './links.ts'
import { createTerminal } from './terminal.ts'
import { startTestBroker } from '../tests/test-broker.ts'

const TERMINALS = [
  { code: 'A', key: 'right' },
  { code: 'B', key: 'right' },
]
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A broker that accepts one key and records published messages. */
async function broker(port = 0) {
  const received: string[] = []
  const { close, ...open } = await startTestBroker({
    port,
    admits: (_user, password) => password === 'right',
    onPublish: (_user, topic, payload) => void received.push(`${topic} ${payload}`),
  })
  closers.push(close)
  return { received, close, ...open }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

test.each([
  ['one message in flight', 1],
  ['ten in flight', 10],
])(
  'an MQTT load gets exactly the requested number of acknowledgements, each instant once: %s',
  async (_name, inFlight) => {
    const { port, received } = await broker()
    const acknowledged = new Set<string>()
    const report = await runMqttLoad({
      port,
      clients: 6,
      terminals: TERMINALS,
      inFlight,
      messages: 500,
      onAcknowledged: (code, at) => acknowledged.add(`${code} ${at}`),
    })
    expect(report).toMatchObject({ acknowledged: 500, clients: 6, lost: 0, broken_connections: 0 })
    expect(acknowledged.size).toBe(500)
    expect(new Set(received).size).toBe(500)
  },
)

test('the requested rate is not exceeded, and all connections send', async () => {
  const { port, received } = await broker()
  const report = await runMqttLoad({
    port,
    clients: 2,
    terminals: TERMINALS,
    inFlight: 5,
    seconds: 0.5,
    rate: 200,
  })
  // A busy machine may send fewer than the rate, but never more.
  expect(report.acknowledged).toBeGreaterThan(10)
  expect(report.acknowledged).toBeLessThanOrEqual(102)
  expect(received.some((line) => line.startsWith('dalyan/v1/A/'))).toBe(true)
  expect(received.some((line) => line.startsWith('dalyan/v1/B/'))).toBe(true)
})

test('acknowledgements after the end are not part of any report', async () => {
  const { port } = await broker()
  let confirmed = 0
  const load = {
    port,
    clients: 2,
    terminals: TERMINALS,
    inFlight: 10,
    seconds: 0.1,
    onAcknowledged: () => (confirmed += 1),
  }
  const { acknowledged } = await runMqttLoad(load)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(confirmed).toBe(acknowledged)
})

test('a wrong key ends an MQTT load with the reason', async () => {
  const { port } = await broker()
  const load = runMqttLoad({
    port,
    clients: 1,
    terminals: [{ code: 'A', key: 'wrong' }],
    inFlight: 1,
    messages: 1,
  })
  await expect(load).rejects.toThrow('A: refused with CONNACK 5')
})

test('messages that are unacknowledged when the connection breaks are counted as lost', async () => {
  const { port, close } = await broker()
  let seen = 0
  const load = runMqttLoad({
    port,
    clients: 2,
    terminals: TERMINALS,
    inFlight: 4,
    seconds: 20,
    onAcknowledged: () => (seen += 1),
  })
  while (seen < 50) await new Promise((resolve) => setTimeout(resolve, 5))
  await close()
  const report = await load
  expect(report).toMatchObject({ acknowledged: seen, broken_connections: 2 })
  expect(report.lost).toBeGreaterThan(0)
})

test('a terminal continues over MQTT after the server came back, and no reported reading is missing', async () => {
  const first = await broker()
  const terminal = createTerminal({
    open: mqttLink({ url: `mqtt://127.0.0.1:${first.port}`, code: 'A', key: 'right', qos: 1 }),
    firstPauseMs: 20,
    longestPauseMs: 50,
  })
  closers.push(() => terminal.close())
  await terminal.report({ measured_at: 1, ph: 7 })
  await first.close()
  const later = terminal.report({ measured_at: 2, ph: 7.1 })
  const second = await broker(first.port)
  await later
  expect(first.received).toEqual(['dalyan/v1/A/measurements {"measured_at":1,"ph":7}'])
  expect(second.received).toEqual(['dalyan/v1/A/measurements {"measured_at":2,"ph":7.1}'])
})

/** The device API over HTTP, as far as a sender uses it. */
async function httpServer(statusOf: (body: ReadingMessage | ReadingMessage[]) => number) {
  const bodies: (ReadingMessage | ReadingMessage[])[] = []
  const server = createHttpServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ReadingMessage | ReadingMessage[]
      bodies.push(body)
      reply.writeHead(request.headers.authorization === 'Bearer A:right' ? statusOf(body) : 401).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return { bodies, port: portOf(server) }
}

test('a terminal resends a reading after HTTP 503, and not after 422', async () => {
  const statuses = [503, 201, 422]
  const server = await httpServer(() => statuses.shift() ?? 500)
  const open = httpLink({ url: `http://127.0.0.1:${server.port}`, code: 'A', key: 'right' })
  const terminal = createTerminal({ open, firstPauseMs: 1, longestPauseMs: 2 })
  closers.push(() => terminal.close())
  await terminal.report({ measured_at: 1, ph: 7 })
  await terminal.report({ measured_at: 2, ph: 99 })
  expect(server.bodies).toEqual([
    { measured_at: 1, ph: 7 },
    { measured_at: 1, ph: 7 },
    { measured_at: 2, ph: 99 },
  ])
  expect(terminal.counts).toMatchObject({ acknowledged: 1, refused: 1, resent: 1 })
})

test('an HTTP load posts batches and counts readings', async () => {
  const server = await httpServer(() => 201)
  const report = await runHttpLoad({
    port: server.port,
    clients: 1,
    terminals: [{ code: 'A', key: 'right' }],
    batch: 100,
    readings: 300,
  })
  expect(report).toMatchObject({ acknowledged: 300, clients: 1 })
  const instants = server.bodies.flatMap((body) => (Array.isArray(body) ? body.map((each) => each.measured_at) : []))
  expect(new Set(instants).size).toBe(300)
})

test('an HTTP load ends when a request is refused', async () => {
  const server = await httpServer(() => 201)
  const load = runHttpLoad({
    port: server.port,
    clients: 1,
    terminals: [{ code: 'A', key: 'wrong' }],
    batch: 1,
    readings: 1,
  })
  await expect(load).rejects.toThrow('A: HTTP 401')
})
