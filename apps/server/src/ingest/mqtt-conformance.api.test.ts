import { once } from 'node:events'
import fc from 'fast-check'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closedAfter, connectFrame, frame, publishFrame, rawSocket, received, text } from '../../tests/raw-mqtt.ts'
import { startTestIngest, type TestIngest, type TestTerminal } from '../../tests/test-ingest.ts'

// The cases of Eclipse Paho's client_test.py (paho.mqtt.testing) that apply to a server without retained messages and lasting sessions.

let ingest: TestIngest
const clients: MqttClient[] = []
beforeAll(async () => (ingest = await startTestIngest()))
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
})
afterAll(() => ingest.close())

const ownTopic = ({ code }: TestTerminal, end: string) => `dalyan/v1/${code}/${end}`
const reading = (n: number) => JSON.stringify({ measured_at: Date.now() - 60_000 + n, ph: 7 })
const packetId = (id: number) => Buffer.from([id >> 8, id & 255])

async function connect({ code, key }: TestTerminal, options: IClientOptions = {}): Promise<MqttClient> {
  const login = { port: ingest.mqttPort, username: code, password: key, reconnectPeriod: 0 }
  const client = await mqtt.connectAsync({ ...login, ...options })
  clients.push(client)
  return client
}

/** The messages that a subscriber receives, in order: `{topic without the prefix} {QoS}`. */
async function subscriber(terminal: TestTerminal, filters: readonly [string, 0 | 1 | 2][], options?: IClientOptions) {
  const client = await connect(terminal, options)
  const messages: string[] = []
  const prefix = ownTopic(terminal, '')
  client.on('message', (topic, _payload, { qos }) => messages.push(`${topic.slice(prefix.length)} ${qos}`))
  for (const [end, qos] of filters) await client.subscribeAsync(ownTopic(terminal, end), { qos })
  return { client, messages }
}

test('a QoS 2 subscription receives messages of QoS 0, 1 and 2 with the QoS they were sent with', async () => {
  const terminal = await ingest.terminal()
  const { client, messages } = await subscriber(terminal, [['measurements', 2]])
  for (const qos of [0, 1, 2] as const)
    await client.publishAsync(ownTopic(terminal, 'measurements'), reading(qos), { qos })
  await expect.poll(() => messages).toEqual(['measurements 0', 'measurements 1', 'measurements 2'])
  expect(await ingest.stored(terminal)).toHaveLength(3)
})

test('a message is delivered with at most the QoS that was granted', async () => {
  const terminal = await ingest.terminal()
  const { client, messages } = await subscriber(terminal, [['measurements', 1]])
  for (const qos of [2, 1, 0] as const)
    await client.publishAsync(ownTopic(terminal, 'measurements'), reading(qos), { qos })
  await expect.poll(() => messages).toEqual(['measurements 1', 'measurements 1', 'measurements 0'])
})

test('a message that matches overlapping subscriptions is delivered once, with the highest QoS', async () => {
  const terminal = await ingest.terminal()
  const { client, messages } = await subscriber(terminal, [
    ['#', 2],
    ['+', 1],
  ])
  await client.publishAsync(ownTopic(terminal, 'measurements'), reading(1), { qos: 2 })
  await client.publishAsync(ownTopic(terminal, 'status'), 'end', { qos: 1 })
  await expect.poll(() => messages).toEqual(['measurements 2', 'status 1'])
})

test('after UNSUBSCRIBE messages of that topic are no longer delivered, those of others are', async () => {
  const terminal = await ingest.terminal()
  const { client, messages } = await subscriber(terminal, [
    ['a', 2],
    ['b', 2],
    ['c', 2],
  ])
  await client.unsubscribeAsync(ownTopic(terminal, 'a'))
  for (const end of ['a', 'b', 'c']) await client.publishAsync(ownTopic(terminal, end), '{}', { qos: 1 })
  await expect.poll(() => messages).toEqual(['b 1', 'c 1'])
})

test('an invalid wildcard and a subscription beyond the limit are not granted', async () => {
  const terminal = await ingest.terminal()
  const socket = await rawSocket(ingest.mqttPort)
  const filters = ['#/a', 'a#', ...Array.from({ length: 101 }, (_, n) => `t${n}`)]
  const parts = filters.map((end) => Buffer.concat([text(ownTopic(terminal, end)), Buffer.from([1])]))
  socket.write(Buffer.concat([connectFrame(terminal), frame(0x82, packetId(5), ...parts)]))
  const bytes = await received(socket, 4 + 4 + filters.length)
  expect([...bytes.subarray(4)]).toEqual([0x90, 105, 0, 5, 128, 128, ...Array.from({ length: 100 }, () => 1), 128])
  socket.destroy()
})

describe('sessions', () => {
  test('an empty client id is refused with a persistent session and accepted with a clean one', async () => {
    const terminal = await ingest.terminal()
    await expect(connect(terminal, { clientId: '', clean: true })).resolves.toBeDefined()
    const socket = await rawSocket(ingest.mqttPort)
    const { code, key } = terminal
    socket.write(frame(0x10, text('MQTT'), Buffer.from([4, 0xc0, 0, 60]), text(''), text(code), text(key)))
    expect([...(await received(socket, 4))]).toEqual([0x20, 2, 0, 2])
  })

  test('a session ends with its connection: the next CONNACK says so, and its subscriptions are gone', async () => {
    const terminal = await ingest.terminal()
    const lasting = { clientId: 'lasting', clean: false }
    const { client } = await subscriber(terminal, [['#', 2]], lasting)
    await client.endAsync()
    const again = await connect(terminal, lasting)
    const messages: string[] = []
    again.on('message', (topic) => messages.push(topic))
    await again.publishAsync(ownTopic(terminal, 'measurements'), reading(1), { qos: 2 })
    const socket = await rawSocket(ingest.mqttPort)
    socket.write(connectFrame(terminal, 'lasting'))
    expect([...(await received(socket, 4))]).toEqual([0x20, 2, 0, 0])
    expect(messages).toEqual([])
  })

  test('the same client id of the same terminal ends the earlier connection', async () => {
    const terminal = await ingest.terminal()
    const before = await connect(terminal, { clientId: 'esp32' })
    const other = await connect(terminal, { clientId: 'other' })
    const closed = new Promise<void>((resolve) => before.once('close', () => resolve()))
    const after = await connect(terminal, { clientId: 'esp32' })
    await closed
    await after.publishAsync(ownTopic(terminal, 'measurements'), reading(1), { qos: 1 })
    expect([before.connected, other.connected, after.connected]).toEqual([false, true, true])
  })
})

describe('wills', () => {
  const willOf = (terminal: TestTerminal) =>
    ({ topic: ownTopic(terminal, 'status'), payload: Buffer.from('gone'), qos: 2, retain: true }) as const

  test('an expired keep-alive publishes the will', async () => {
    const terminal = await ingest.terminal()
    const { messages } = await subscriber(terminal, [['status', 2]])
    const silent = await rawSocket(ingest.mqttPort)
    const { code, key } = terminal
    const will = [text(ownTopic(terminal, 'status')), text('gone')]
    silent.write(frame(0x10, text('MQTT'), Buffer.from([4, 0xd6, 0, 1]), text('k'), ...will, text(code), text(key)))
    silent.resume()
    await expect.poll(() => messages).toEqual(['status 2'])
  })

  test('a DISCONNECT publishes no will, a lost connection does', async () => {
    const terminal = await ingest.terminal()
    const { messages } = await subscriber(terminal, [['status', 1]])
    const polite = await connect(terminal, { will: willOf(terminal) })
    await polite.endAsync()
    const lost = await connect(terminal, { will: willOf(terminal) })
    lost.stream.destroy()
    await expect.poll(() => messages).toEqual(['status 1'])
  })
})

describe('QoS 2', () => {
  test('the same packet id again before PUBREL is the same message, and each is acknowledged', async () => {
    const terminal = await ingest.terminal()
    const socket = await rawSocket(ingest.mqttPort)
    const topic = ownTopic(terminal, 'measurements')
    // Without an instant, a message that was accepted twice would be stored as two readings.
    const publish = (first: number) => publishFrame(topic, 9, '{"ph":7}', first)
    const pubrel = frame(0x62, packetId(9))
    socket.write(Buffer.concat([connectFrame(terminal), publish(0x34), publish(0x3c)]))
    expect([...(await received(socket, 12))].slice(4)).toEqual([0x50, 2, 0, 9, 0x50, 2, 0, 9])
    const next = await rawSocket(ingest.mqttPort)
    next.write(Buffer.concat([connectFrame(terminal, 'next'), publish(0x34), pubrel, publish(0x34), pubrel, pubrel]))
    const answers = [...(await received(next, 4 + 5 * 4))].slice(4).filter((_, i) => i % 4 === 0)
    expect(answers.toSorted((a, b) => a - b)).toEqual([0x50, 0x50, 0x70, 0x70, 0x70])
    expect(await ingest.stored(terminal)).toHaveLength(3)
    next.destroy()
  })

  test('acknowledgements of QoS 1 and 2 are sent in the order in which the messages arrived', async () => {
    const terminal = await ingest.terminal()
    const socket = await rawSocket(ingest.mqttPort)
    const topic = ownTopic(terminal, 'measurements')
    const frames = Array.from({ length: 40 }, (_, n) =>
      publishFrame(topic, n + 1, n % 7 === 0 ? 'poison' : reading(n), n % 2 === 0 ? 0x34 : 0x32),
    )
    socket.write(Buffer.concat([connectFrame(terminal), ...frames]))
    const bytes = await received(socket, 4 + 40 * 4)
    const answers = Array.from({ length: 40 }, (_, n) => [bytes[4 + n * 4], bytes.readUInt16BE(4 + n * 4 + 2)])
    expect(answers).toEqual(frames.map((_, n) => [n % 2 === 0 ? 0x50 : 0x40, n + 1]))
    socket.destroy()
  })
})

test.each([
  ['a CONNECT of another protocol', () => [frame(0x10, text('hj'), Buffer.from([4, 2, 0, 60]), text('a'))]],
  ['a packet that only servers send', (t: TestTerminal) => [connectFrame(t), frame(0x20, Buffer.from([0, 0]))]],
  ['a SUBSCRIBE without a filter', (t: TestTerminal) => [connectFrame(t), frame(0x82, packetId(1))]],
  ['an AUTH, which MQTT 3.1.1 does not know', (t: TestTerminal) => [connectFrame(t), frame(0xf0)]],
])('a connection that sends %s is closed', async (_, frames) => {
  await closedAfter(ingest.mqttPort, ...frames(await ingest.terminal()))
})

test('after a sign-in, the server survives any bytes and accepts the next message', async () => {
  const terminal = await ingest.terminal()
  const first = fc.constantFrom(
    0x00,
    0x10,
    0x20,
    0x30,
    0x32,
    0x34,
    0x3a,
    0x40,
    0x50,
    0x62,
    0x70,
    0x82,
    0xa2,
    0xc0,
    0xe0,
  )
  const anyFrames = fc.array(
    fc.tuple(first, fc.uint8Array({ maxLength: 60 })).map(([type, body]) => frame(type, Buffer.from(body))),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(anyFrames, fc.uint8Array({ maxLength: 8 }), async (frames, rest) => {
      const socket = await rawSocket(ingest.mqttPort)
      const closed = once(socket, 'close')
      socket.resume()
      socket.end(Buffer.concat([connectFrame(terminal, ''), ...frames, Buffer.from(rest)]))
      await closed
    }),
    { numRuns: 60 },
  )
  const client = await connect(terminal)
  await client.publishAsync(ownTopic(terminal, 'measurements'), reading(1), { qos: 1 })
  expect(await ingest.stored(terminal)).toHaveLength(1)
})
