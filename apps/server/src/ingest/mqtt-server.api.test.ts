import { once } from 'node:events'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { closedAfter, connectFrame, frame, publishFrame, rawSocket, received, text } from '../../tests/raw-mqtt.ts'
import { startTestIngest, type TestIngest, type TestTerminal } from '../../tests/test-ingest.ts'

let ingest: TestIngest
beforeAll(async () => (ingest = await startTestIngest()))
afterAll(() => ingest.close())

const topicOf = ({ code }: TestTerminal) => `dalyan/v1/${code}/measurements`
const reading = (n: number) => JSON.stringify({ measured_at: Date.now() - 60_000 + n, ph: 7 })

/** A client as devices use it; it never reconnects by itself. */
async function client(terminal: TestTerminal, options: IClientOptions = {}): Promise<MqttClient> {
  return mqtt.connectAsync({
    port: ingest.mqttPort,
    username: terminal.code,
    password: terminal.key,
    reconnectPeriod: 0,
    ...options,
  })
}

/** The return code of the CONNACK; 0: accepted. */
async function connack(options: IClientOptions): Promise<number> {
  try {
    const admitted = await mqtt.connectAsync({ port: ingest.mqttPort, reconnectPeriod: 0, ...options })
    await admitted.endAsync(true)
    return 0
  } catch (error) {
    return (error as { code: number }).code
  }
}

describe('delivery', () => {
  test.each([0, 1, 2] as const)('QoS %d is stored', async (qos) => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    await device.publishAsync(topicOf(terminal), reading(1), { qos })
    await expect.poll(() => ingest.stored(terminal)).toHaveLength(1)
    await device.endAsync()
  })

  test('an acknowledgement means that the reading is in the table', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        await device.publishAsync(topicOf(terminal), reading(n), { qos: 1 })
      }),
    )
    expect(await ingest.stored(terminal)).toHaveLength(50)
    await device.endAsync()
  })

  test('no message is acknowledged before the commit', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    const gate = Promise.withResolvers<void>()
    ingest.storage.before = () => gate.promise
    let isAcked = false
    const sent = device.publishAsync(topicOf(terminal), reading(1), { qos: 1 }).then(() => (isAcked = true))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(isAcked).toBe(false)
    ingest.storage.before = () => Promise.resolve()
    gate.resolve()
    await sent
    expect(await ingest.stored(terminal)).toHaveLength(1)
    await device.endAsync()
  })

  test('acknowledgements are sent in the order in which the messages arrived, even if one cannot be stored', async () => {
    const terminal = await ingest.terminal()
    const socket = await rawSocket(ingest.mqttPort)
    const frames = [connectFrame(terminal)]
    for (let id = 1; id <= 50; id += 1)
      frames.push(publishFrame(topicOf(terminal), id, id % 10 === 0 ? 'poison' : reading(id)))
    socket.write(Buffer.concat(frames))
    const bytes = await received(socket, 4 + 50 * 4)
    const ids = Array.from({ length: 50 }, (_, n) => bytes.readUInt16BE(4 + n * 4 + 2))
    expect(ids).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    expect(await ingest.stored(terminal)).toHaveLength(45)
    expect((await ingest.logs(terminal)).filter(({ event }) => event === 'measurement_rejected')).toHaveLength(5)
  })

  test('of more than three connections of one terminal the oldest is closed', async () => {
    const [terminal, neighbour] = [await ingest.terminal(), await ingest.terminal()]
    const other = await client(neighbour)
    const devices = [await client(terminal), await client(terminal), await client(terminal)]
    expect(devices.every((device) => device.connected)).toBe(true)
    const closed = new Promise<void>((resolve) => devices[0]?.once('close', () => resolve()))
    devices.push(await client(terminal))
    await closed
    expect([other, ...devices].map((device) => device.connected)).toEqual([true, false, true, true, true])
    for (const device of devices.slice(1)) await device.publishAsync(topicOf(terminal), reading(1), { qos: 1 })
    expect(await ingest.stored(terminal)).not.toHaveLength(0)
    await Promise.all([other, ...devices].map((device) => device.endAsync(true)))
  })

  test('frames arrive byte by byte', async () => {
    const terminal = await ingest.terminal()
    const socket = await rawSocket(ingest.mqttPort)
    socket.setNoDelay(true)
    const all = Buffer.concat([connectFrame(terminal), publishFrame(topicOf(terminal), 7, reading(7))])
    const answer = received(socket, 8)
    for (const byte of all) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([...(await answer)]).toEqual([0x20, 2, 0, 0, 0x40, 2, 0, 7])
  })

  test('a device that closes its side at once still delivers', async () => {
    const terminal = await ingest.terminal()
    const socket = await rawSocket(ingest.mqttPort)
    const all = Array.from({ length: 60 }, (_, n) => publishFrame(topicOf(terminal), n + 1, reading(n)))
    socket.end(Buffer.concat([connectFrame(terminal), ...all]))
    await expect.poll(() => ingest.stored(terminal)).toHaveLength(60)
  })

  test('a terminal whose code was changed delivers on the topic of the new code', async () => {
    const terminal = await ingest.terminal()
    const before = await client(terminal)
    await before.publishAsync(topicOf(terminal), reading(1), { qos: 1 })
    await before.endAsync()
    const renamed = { ...terminal, code: `${terminal.code}-NEW` }
    await ingest.database.query('update terminals set code = $2 where id = $1', [terminal.id, renamed.code])
    await ingest.setStatus(renamed, 'active')
    const after = await client(renamed)
    await after.publishAsync(topicOf(renamed), reading(2), { qos: 1 })
    expect(await ingest.stored(terminal)).toHaveLength(2)
    await after.endAsync()
  })

  test('a ThingsBoard device signs in with its key as the user name', async () => {
    const terminal = await ingest.terminal()
    const device = await mqtt.connectAsync({ port: ingest.mqttPort, username: terminal.key, reconnectPeriod: 0 })
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: Date.now(), values: { ph: 7.4 } }), {
      qos: 1,
    })
    expect(await ingest.stored(terminal)).toMatchObject([{ ph: 7.4 }])
    await device.endAsync()
  })

  test('an empty password of a ThingsBoard device counts as none', async () => {
    const { key } = await ingest.terminal()
    expect(await connack({ username: key, password: '' })).toBe(0)
  })

  test('while the database is away no message is acknowledged, and once it is back all are', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    let isAway = true
    ingest.storage.before = () =>
      isAway ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) : Promise.resolve()
    let acked = 0
    const sent = Array.from({ length: 30 }, async (_, n) => {
      await device.publishAsync(topicOf(terminal), reading(n), { qos: 1 })
      acked += 1
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(acked).toBe(0)
    isAway = false
    await Promise.all(sent)
    expect(await ingest.stored(terminal)).toHaveLength(30)
    await device.endAsync()
  })
})

describe('sign-in', () => {
  test('a wrong key is answered with 4, a terminal that may not connect with 5, an unknown code with 5', async () => {
    const terminal = await ingest.terminal()
    const { code, key } = terminal
    expect(await connack({ username: code, password: key })).toBe(0)
    expect(await connack({ username: code, password: 'wrong' })).toBe(4)
    expect(await connack({ username: 'not a code', password: key })).toBe(4)
    expect(await connack({ username: 'nobody' })).toBe(4)
    expect(await connack({})).toBe(4)
    expect(await connack({ username: `NEW-${code}`, password: 'k' })).toBe(5)
    for (const status of ['inactive', 'unauthorized', 'banned', 'deleted'] as const) {
      await ingest.setStatus(terminal, status)
      expect(await connack({ username: code, password: key }), status).toBe(5)
      expect(await connack({ username: code, password: 'wrong' }), status).toBe(4)
    }
  })

  test('an invalid client id is answered with 2', async () => {
    const { code: username, key: password } = await ingest.terminal()
    expect(await connack({ username, password, clientId: 'x'.repeat(65) })).toBe(2)
    expect(await connack({ username, password, clientId: 'x'.repeat(64) })).toBe(0)
  })

  test('the same client id of another terminal closes no connection', async () => {
    const [one, other] = [await ingest.terminal(), await ingest.terminal()]
    const first = await client(one, { clientId: 'esp32' })
    const second = await client(other, { clientId: 'esp32' })
    await first.publishAsync(topicOf(one), reading(1), { qos: 1 })
    await second.publishAsync(topicOf(other), reading(1), { qos: 1 })
    expect([first.connected, second.connected]).toEqual([true, true])
    await Promise.all([first.endAsync(), second.endAsync()])
  })

  test('a ban closes a live connection, and messages sent meanwhile are not stored', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
    await ingest.setStatus(terminal, 'banned')
    await closed
    expect(await ingest.stored(terminal)).toEqual([])
  })

  test('the log of a terminal has its connections and their ends', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    await device.endAsync()
    await expect
      .poll(async () => (await ingest.logs(terminal)).map(({ event }) => event))
      .toEqual(['connected', 'disconnected'])
  })

  test('a device that left before it was answered does not count as connected', async () => {
    const terminal = await ingest.terminal()
    for (let n = 0; n < 30; n += 1) {
      const socket = await rawSocket(ingest.mqttPort)
      socket.write(connectFrame(terminal, `hasty-${n}`), () => setImmediate(() => socket.resetAndDestroy()))
    }
    const device = await client(terminal)
    await device.endAsync()
    const count = async (event: string) => (await ingest.logs(terminal)).filter((entry) => entry.event === event).length
    await expect.poll(async () => (await count('connected')) - (await count('disconnected'))).toBe(0)
  })

  test('a connection ends together with the old key that opened it', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
    const until = new Date(Date.now() - 1_000).toISOString()
    await ingest.database.query('update terminal_keys set expires_at = $2 where terminal_id = $1', [terminal.id, until])
    await ingest.setStatus(terminal, 'active')
    await closed
  })
})

describe('one terminal and another', () => {
  test('a publish to a foreign topic is acknowledged and logged but not stored', async () => {
    const [one, other] = [await ingest.terminal(), await ingest.terminal()]
    const device = await client(one)
    for (const qos of [1, 2] as const) await device.publishAsync(topicOf(other), reading(qos), { qos })
    await device.publishAsync('$SYS/x', reading(3), { qos: 1 })
    await device.publishAsync(`dalyan/v1/${one.code}/status`, reading(4), { qos: 2 })
    expect(await ingest.stored(other)).toEqual([])
    const rejected = (await ingest.logs(one)).filter(({ event }) => event === 'measurement_rejected')
    expect(rejected.map(({ meta }) => meta['topic'])).toEqual([
      topicOf(other),
      topicOf(other),
      '$SYS/x',
      `dalyan/v1/${one.code}/status`,
    ])
    await device.endAsync()
  })

  test('a terminal can subscribe below its own prefix only, and receives its own messages only', async () => {
    const [one, other] = [await ingest.terminal(), await ingest.terminal()]
    const device = await client(one)
    const filters = ['#', '+/+', '$SYS/#', `${topicOf(other)}`, '$share/g/#', `dalyan/v1/${one.code}/#`]
    const granted = await Promise.all(
      filters.map((filter) =>
        device.subscribeAsync(filter, { qos: 1 }).then(
          ([grant]) => grant?.qos,
          () => 128,
        ),
      ),
    )
    expect(granted).toEqual([128, 128, 128, 128, 128, 1])
    const messages: string[] = []
    device.on('message', (topic) => messages.push(topic))
    const neighbour = await client(other)
    await neighbour.publishAsync(`dalyan/v1/${one.code}/cmd`, 'open', { qos: 2 })
    await neighbour.publishAsync(`dalyan/v1/${one.code}/cmd`, 'open', { qos: 1 })
    await device.publishAsync(topicOf(one), reading(1), { qos: 1 })
    await expect.poll(() => messages).toEqual([topicOf(one)])
    await Promise.all([device.endAsync(), neighbour.endAsync()])
  })

  test('a will is accepted on the own status topic only', async () => {
    const { code: username, key: password } = await ingest.terminal()
    const will = (topic: string, size = 7) => ({
      topic,
      payload: Buffer.alloc(size, 'x'),
      qos: 1 as const,
      retain: true,
    })
    expect(await connack({ username, password, will: will(`dalyan/v1/${username}/status`) })).toBe(0)
    expect(await connack({ username, password, will: will('dalyan/v1/OTHER/measurements') })).toBe(5)
    expect(await connack({ username, password, will: will(`dalyan/v1/${username}/status`, 257) })).toBe(5)
  })

  test('the will of a broken connection is delivered to the terminal’s other connection', async () => {
    const terminal = await ingest.terminal()
    const subscriber = await client(terminal)
    const messages: string[] = []
    subscriber.on('message', (topic) => messages.push(topic))
    await subscriber.subscribeAsync(`dalyan/v1/${terminal.code}/#`)
    const topic = `dalyan/v1/${terminal.code}/status`
    const dying = await client(terminal, { will: { topic, payload: Buffer.from('gone'), qos: 0, retain: false } })
    dying.stream.destroy()
    await expect.poll(() => messages).toEqual([topic])
    await subscriber.endAsync()
  })

  test('no message is retained', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    await device.publishAsync(topicOf(terminal), reading(1), { qos: 2, retain: true })
    await device.publishAsync(topicOf(terminal), reading(2), { qos: 1, retain: true })
    const messages: string[] = []
    device.on('message', (topic) => messages.push(topic))
    await device.subscribeAsync(`dalyan/v1/${terminal.code}/#`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(messages).toEqual([])
    await device.endAsync()
  })
})

describe('hostile bytes', () => {
  test('a CONNECT with a too large length is closed before its bytes arrive', async () => {
    await closedAfter(ingest.mqttPort, Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(100))
    await closedAfter(ingest.mqttPort, Buffer.from([0x10, 0x81, 0x20]))
  })

  test('a connection whose first packet is not CONNECT is closed', async () => {
    await closedAfter(ingest.mqttPort, publishFrame('a', 1, '{}'))
    await closedAfter(ingest.mqttPort, Buffer.from('GET / HTTP/1.1\r\n\r\n'))
    await closedAfter(ingest.mqttPort, Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]))
  })

  test('a second CONNECT is closed', async () => {
    const terminal = await ingest.terminal()
    await closedAfter(ingest.mqttPort, connectFrame(terminal), connectFrame(terminal))
  })

  test.each([
    ['NUL in the client id', (t: TestTerminal) => [connectFrame(t, 'a\0b')]],
    ['invalid UTF-8 in the client id', (t: TestTerminal) => [connectFrame(t, Buffer.from([0xc3, 0x28]))]],
    ['NUL in a topic', (t: TestTerminal) => [connectFrame(t), publishFrame('a\0', 1, '{}')]],
    [
      'half a character in a topic',
      (t: TestTerminal) => [connectFrame(t), publishFrame(Buffer.from([0xed, 0xa0, 0x80]), 1, '{}')],
    ],
    ['a wildcard in a topic', (t: TestTerminal) => [connectFrame(t), publishFrame('dalyan/+', 1, '{}')]],
    [
      'NUL in a filter',
      (t: TestTerminal) => [connectFrame(t), frame(0x82, Buffer.from([0, 1]), text('a\0'), Buffer.from([0]))],
    ],
    ['QoS 3', (t: TestTerminal) => [connectFrame(t), publishFrame(topicOf(t), 1, '{}', 0x36)]],
    ['packet id 0', (t: TestTerminal) => [connectFrame(t), publishFrame(topicOf(t), 0, '{}')]],
    [
      'a message over 256 KiB',
      (t: TestTerminal) => [connectFrame(t), publishFrame(topicOf(t), 1, 'x'.repeat(256 * 1024 + 1))],
    ],
  ])('%s is closed', async (_, frames) => {
    await closedAfter(ingest.mqttPort, ...frames(await ingest.terminal()))
  })

  test('a message of exactly 256 KiB is accepted', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    const start = reading(1).slice(0, -1)
    const padded = `${start},"note":"${'x'.repeat(256 * 1024 - start.length - 11)}"}`
    expect(padded.length).toBe(256 * 1024)
    await device.publishAsync(topicOf(terminal), padded, { qos: 1 })
    expect(await ingest.stored(terminal)).toHaveLength(1)
    await device.endAsync()
  })

  test('an expired keep-alive closes the connection', async () => {
    const terminal = await ingest.terminal()
    const socket = await rawSocket(ingest.mqttPort)
    const started = performance.now()
    const closed = once(socket, 'close')
    socket.resume()
    socket.write(connectFrame(terminal, 'k', 1))
    await closed
    expect(performance.now() - started).toBeGreaterThan(1_400)
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

test('a terminal that exceeds its rate is read more slowly and loses no message, and other terminals are not affected', async () => {
  const strict = await startTestIngest({ INGEST_RATE: 20 })
  const [fast, other] = [await strict.terminal(), await strict.terminal()]
  const join = ({ code, key }: TestTerminal) =>
    mqtt.connectAsync({ port: strict.mqttPort, username: code, password: key, reconnectPeriod: 0 })
  const [busy, calm] = [await join(fast), await join(other)]
  const started = performance.now()
  const flood = Promise.all(
    Array.from({ length: 220 }, (_, n) => busy.publishAsync(topicOf(fast), reading(n), { qos: 1 })),
  )
  const isOver = vi.fn()
  void flood.then(isOver)
  await calm.publishAsync(topicOf(other), reading(1), { qos: 1 })
  expect(isOver).not.toHaveBeenCalled()
  await flood
  expect(performance.now() - started).toBeGreaterThan(800)
  expect(await strict.stored(fast)).toHaveLength(220)
  await Promise.all([busy.endAsync(), calm.endAsync()])
  await strict.close()
})

test('behind a proxy that forwards bytes, a terminal is known by its own address', async () => {
  const behind = await startTestIngest({ TRUST_PROXY: ['127.0.0.1'] })
  const terminal = await behind.terminal()
  const socket = await rawSocket(behind.mqttPort)
  socket.write('PROXY TCP4 203.0.113.9 127.0.0.1 51234 8883\r\n')
  socket.write(connectFrame(terminal))
  expect([...(await received(socket, 4))]).toEqual([0x20, 2, 0, 0])
  await expect
    .poll(async () => (await behind.logs(terminal)).find(({ event }) => event === 'connected')?.meta['address'])
    .toBe('203.0.113.9')
  socket.destroy()
  await behind.close()
})
