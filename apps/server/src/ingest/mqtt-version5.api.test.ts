import { once } from 'node:events'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { generate, parser as createParser, type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectFrame, frame, rawSocket, received, text } from '../../tests/raw-mqtt.ts'
import { startTestIngest, type TestIngest, type TestTerminal } from '../../tests/test-ingest.ts'

// The rules of MQTT 5 (OASIS, 7 March 2019) that MQTT 3.1.1 does not have; what both share stands in mqtt-server and mqtt-conformance.

const V5 = { protocolVersion: 5 }

let ingest: TestIngest
const open: { destroy(): void }[] = []
beforeAll(async () => (ingest = await startTestIngest({ INGEST_RATE: 5 })))
afterEach(() => open.splice(0).forEach((each) => each.destroy()))
afterAll(() => ingest.close())

const ownTopic = ({ code }: TestTerminal, end = 'measurements') => `dalyan/v1/${code}/${end}`
const reading = (n: number) => JSON.stringify({ measured_at: Date.now() - 60_000 + n, ph: 7 })

/** A device that sends packets and reads the answers, in order. */
interface RawDevice {
  socket: Socket
  send(...packets: (Packet | Buffer)[]): void
  /** The next packet of the server; null: it closed the connection. */
  next(): Promise<Packet | null>
}

async function rawDevice(): Promise<RawDevice> {
  const socket = await rawSocket(ingest.mqttPort)
  open.push(socket)
  const packets: Packet[] = []
  let wake = () => {}
  const parser = createParser(V5)
  parser.on('packet', (packet) => {
    packets.push(packet)
    wake()
  })
  socket.on('data', (chunk) => void parser.parse(chunk))
  socket.on('close', () => wake())
  return {
    socket,
    send: (...all) => {
      for (const packet of all) socket.write(Buffer.isBuffer(packet) ? packet : generate(packet, V5))
    },
    async next() {
      while (packets.length === 0 && !socket.closed) await new Promise<void>((resolve) => (wake = resolve))
      return packets.shift() ?? null
    },
  }
}

const connectPacket = ({ code, key }: TestTerminal, more: Partial<IConnectPacket> = {}): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 5,
  clean: true,
  keepalive: 60,
  clientId: 'five',
  username: code,
  password: Buffer.from(key),
  ...more,
})

/** A device that has signed in. */
async function signedIn(terminal: TestTerminal, more: Partial<IConnectPacket> = {}): Promise<RawDevice> {
  const device = await rawDevice()
  device.send(connectPacket(terminal, more))
  expect(await device.next()).toMatchObject({ cmd: 'connack', reasonCode: 0 })
  return device
}

const publish = (topic: string, payload: string, more: Partial<IPublishPacket> = {}): IPublishPacket => ({
  cmd: 'publish',
  topic,
  payload,
  qos: 1,
  messageId: 7,
  dup: false,
  retain: false,
  ...more,
})

/** A client library as devices use it. */
async function client({ code, key }: TestTerminal, options: IClientOptions = {}): Promise<MqttClient> {
  const login = {
    port: ingest.mqttPort,
    username: code,
    password: key,
    protocolVersion: 5,
    reconnectPeriod: 0,
  } as const
  const connected = await mqtt.connectAsync({ ...login, ...options })
  open.push({ destroy: () => connected.end(true) })
  return connected
}

describe('CONNECT', () => {
  test('the CONNACK names the limits of the server', async () => {
    const device = await rawDevice()
    device.send(connectPacket(await ingest.terminal(), { properties: { sessionExpiryInterval: 3_600 } }))
    expect(await device.next()).toMatchObject({
      cmd: 'connack',
      sessionPresent: false,
      reasonCode: 0,
      properties: {
        sessionExpiryInterval: 0,
        receiveMaximum: 20,
        retainAvailable: false,
        maximumPacketSize: 256 * 1024 + 512 + 4 * 1024 + 5,
        topicAliasMaximum: 8,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
      },
    })
  })

  test('a device without a client id or a keep-alive is given both', async () => {
    const device = await rawDevice()
    device.send(connectPacket(await ingest.terminal(), { clientId: '', keepalive: 0 }))
    const assigned = { assignedClientIdentifier: expect.stringMatching(/^[\w-]{36}$/), serverKeepAlive: 200 }
    expect(await device.next()).toMatchObject({ reasonCode: 0, properties: assigned })
  })

  test('a refused device learns why', async () => {
    const terminal = await ingest.terminal()
    const refusal = async (more: Partial<IConnectPacket>) => {
      const device = await rawDevice()
      device.send(connectPacket(terminal, more))
      const packet = await device.next()
      expect(await device.next()).toBeNull()
      return packet?.cmd === 'connack' ? [packet.reasonCode, packet.properties?.reasonString] : packet
    }
    expect(await refusal({ password: Buffer.from('wrong') })).toEqual([0x86, expect.stringContaining('the key')])
    expect(await refusal({ username: `NEW-${terminal.code}` })).toEqual([0x87, expect.stringContaining('waits')])
    expect(await refusal({ clientId: 'x'.repeat(65) })).toEqual([0x85, expect.stringContaining('64')])
    expect(await refusal({ properties: { authenticationMethod: 'SCRAM-SHA-1' } })).toEqual([0x8c, expect.any(String)])
    const will = { topic: ownTopic(terminal), payload: Buffer.from('x'), qos: 0 as const, retain: false }
    expect(await refusal({ will })).toEqual([0x90, expect.stringContaining('status')])
    await ingest.setStatus(terminal, 'inactive')
    expect(await refusal({})).toEqual([0x87, expect.stringContaining('inactive')])
    const until = new Date(Date.now() - 1_000).toISOString()
    await ingest.database.query('update terminal_keys set expires_at = $2 where terminal_id = $1', [terminal.id, until])
    await ingest.setStatus(terminal, 'active')
    expect(await refusal({})).toEqual([0x86, expect.stringContaining('expired')])
  })

  test('a CONNECT by MQTT 3.1.1 is answered without a byte of MQTT 5', async () => {
    const socket = await rawSocket(ingest.mqttPort)
    open.push(socket)
    socket.write(connectFrame(await ingest.terminal()))
    expect([...(await received(socket, 4))]).toEqual([0x20, 2, 0, 0])
  })
})

describe('the acknowledgement of a message', () => {
  test('a stored reading is acknowledged without a reason, in four bytes', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    const bytes = received(device.socket, 4)
    device.send(publish(ownTopic(terminal), reading(1)))
    expect([...(await bytes)]).toEqual([0x40, 2, 0, 7])
    expect(await ingest.stored(terminal)).toHaveLength(1)
  })

  const of = (n: number, values: object) => ({ measured_at: Date.now() - 60_000 + n, ...values })
  test.each([
    ['no JSON', () => 'ph=7', 0x99, 'The request cannot be read: the body is not valid JSON.'],
    [
      'text as a value',
      () => JSON.stringify(of(1, { ph: 'high' })),
      0x99,
      'reading 0 refused, ph: The value has to be a number.',
    ],
    ['no metric', () => '{"temp":18}', 0x99, 'reading 0 refused: The reading holds no usable value.'],
    [
      'too many readings',
      () => JSON.stringify(Array.from({ length: 1_001 }, () => ({ ph: 7 }))),
      0x97,
      'A message holds at most 1,000 readings.',
    ],
    [
      'more than 256 KiB',
      () => `{"ph":7,"note":"${'x'.repeat(256 * 1024)}"}`,
      0x97,
      'The data sent are too large (at most 256 KiB).',
    ],
    [
      'one bad reading of two',
      () => JSON.stringify([of(1, { ph: 7 }), of(2, { ph: 99 })]),
      0,
      'reading 1 refused, ph: The value is outside the physical bounds (0…14).',
    ],
    [
      'one bad value of two',
      () => JSON.stringify(of(1, { ph: 7, salinity: -5 })),
      0,
      'reading 0, salinity: left out, because the value is not believed',
    ],
    ['a hostile name', () => '{"measured_at":"x\\u0000"}', 0x99, expect.stringMatching(/^reading 0 refused/)],
  ])('%s', async (_, payload, reasonCode, reasonString) => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    for (const [qos, cmd] of [
      [1, 'puback'],
      [2, 'pubrec'],
    ] as const) {
      device.send(publish(ownTopic(terminal), payload(), { qos }))
      const answer = await device.next()
      expect(answer).toMatchObject({ cmd, messageId: 7 })
      // What was stored already may be a duplicate the second time, but a refusal stays one.
      if (qos === 1 || reasonCode !== 0) expect(answer).toMatchObject({ reasonCode, properties: { reasonString } })
    }
  })

  test('a value other than the stored one of the same time is named', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    const measured_at = Date.now() - 60_000
    for (const ph of [7, 8]) device.send(publish(ownTopic(terminal), JSON.stringify({ measured_at, ph })))
    expect(await device.next()).toMatchObject({ cmd: 'puback', reasonCode: 0 })
    expect(await device.next()).toMatchObject({
      reasonCode: 0,
      properties: { reasonString: expect.stringContaining('1 stored') },
    })
  })

  test('a message to a foreign topic is not authorized, and one to another own topic has a wrong name unless it is subscribed to', async () => {
    const [terminal, other] = [await ingest.terminal(), await ingest.terminal()]
    const device = await signedIn(terminal)
    const verdict = async (topic: string) => {
      device.send(publish(topic, reading(1)))
      const packet = await device.next()
      return packet?.cmd === 'puback' ? packet.reasonCode : packet
    }
    expect(await verdict(ownTopic(other))).toBe(0x87)
    expect(await verdict(ownTopic(terminal, 'measurement'))).toBe(0x90)
    const subscriber = await client(terminal)
    await subscriber.subscribeAsync(ownTopic(terminal, 'measurement'))
    expect(await verdict(ownTopic(terminal, 'measurement'))).toBe(0)
    expect([...(await ingest.stored(terminal)), ...(await ingest.stored(other))]).toEqual([])
  })

  test('a device that asked for no problem information gets the code alone', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal, { properties: { requestProblemInformation: false } })
    device.send(publish(ownTopic(terminal), 'poison'))
    const packet = await device.next()
    expect(packet).toMatchObject({ cmd: 'puback', reasonCode: 0x99 })
    expect(packet).not.toHaveProperty('properties')
  })

  test('a text that exceeds the device’s packet size is left out', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal, { properties: { maximumPacketSize: 40 } })
    device.send(publish(ownTopic(terminal), 'poison'))
    const packet = await device.next()
    expect(packet).toMatchObject({ cmd: 'puback', reasonCode: 0x99 })
    expect(packet).not.toHaveProperty('properties')
  })

  test('a refused message of QoS 2 is over, and a PUBREL without a message is answered with 0x92', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    device.send(publish(ownTopic(terminal), 'poison', { qos: 2 }))
    expect(await device.next()).toMatchObject({ cmd: 'pubrec', reasonCode: 0x99 })
    device.send(publish(ownTopic(terminal), reading(1), { qos: 2 }))
    expect(await device.next()).toMatchObject({ cmd: 'pubrec', reasonCode: 0 })
    for (const reasonCode of [0, 0x92]) {
      device.send({ cmd: 'pubrel', messageId: 7 })
      expect(await device.next()).toMatchObject({ cmd: 'pubcomp', messageId: 7, reasonCode })
    }
    expect(await ingest.stored(terminal)).toHaveLength(1)
  })

  test('a terminal that exceeds its rate loses no message and is notified once that it is slowed down', async () => {
    const terminal = await ingest.terminal()
    const device = await client(terminal)
    const texts: unknown[] = []
    device.on('packetreceive', (packet) => {
      if (packet.cmd === 'puback' && packet.properties) texts.push(packet.properties.reasonString)
    })
    const all = Array.from({ length: 60 }, (_, n) => device.publishAsync(ownTopic(terminal), reading(n), { qos: 1 }))
    await Promise.all(all)
    expect(await ingest.stored(terminal)).toHaveLength(60)
    expect(texts).toContain('the terminal sends too often and is read more slowly')
  })

  test('no message is acknowledged before the commit', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    const gate = Promise.withResolvers<void>()
    ingest.storage.before = () => gate.promise
    let isAnswered = false
    device.send(publish(ownTopic(terminal), reading(1)))
    const answer = device.next().finally(() => (isAnswered = true))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(isAnswered).toBe(false)
    ingest.storage.before = () => Promise.resolve()
    gate.resolve()
    expect(await answer).toMatchObject({ cmd: 'puback', reasonCode: 0 })
    expect(await ingest.stored(terminal)).toHaveLength(1)
  })
})

test('a topic alias stands for its topic on its own connection', async () => {
  const terminal = await ingest.terminal()
  const device = await signedIn(terminal)
  const alias = { properties: { topicAlias: 3 } }
  device.send(publish(ownTopic(terminal), reading(1), alias))
  for (const n of [2, 3]) device.send(publish('', reading(n), alias))
  for (let n = 0; n < 3; n += 1) expect(await device.next()).toMatchObject({ cmd: 'puback', reasonCode: 0 })
  expect(await ingest.stored(terminal)).toHaveLength(3)
})

describe('subscriptions', () => {
  test('SUBACK and UNSUBACK hold the result of each filter', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    const filters = [ownTopic(terminal, '#'), '#', '$share/g/a', ownTopic(terminal, 'a#'), 'dalyan/v1/OTHER/x']
    device.send({ cmd: 'subscribe', messageId: 3, subscriptions: filters.map((topic) => ({ topic, qos: 1 })) })
    expect(await device.next()).toMatchObject({ cmd: 'suback', granted: [1, 0x87, 0x9e, 0x8f, 0x87] })
    device.send({ cmd: 'unsubscribe', messageId: 4, unsubscriptions: filters.slice(0, 2) })
    expect(await device.next()).toMatchObject({ cmd: 'unsuback', granted: [0, 0x11] })
    const many = Array.from({ length: 101 }, (_, n) => ({ topic: ownTopic(terminal, `t${n}`), qos: 0 as const }))
    device.send({ cmd: 'subscribe', messageId: 5, subscriptions: many })
    const suback = await device.next()
    expect(suback?.cmd === 'suback' && suback.granted.slice(-2)).toEqual([0, 0x97])
  })

  test('a message is passed on with its properties, and not to the sender where it asked for no local ones', async () => {
    const terminal = await ingest.terminal()
    const [sender, receiver] = [await signedIn(terminal), await signedIn(terminal, { clientId: 'other' })]
    for (const [device, nl] of [
      [sender, true],
      [receiver, false],
    ] as const) {
      device.send({ cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: ownTopic(terminal, 'cmd'), qos: 1, nl }] })
      expect(await device.next()).toMatchObject({ cmd: 'suback', granted: [1] })
    }
    const properties = { contentType: 'text', messageExpiryInterval: 60, userProperties: { a: ['1', '2'], b: '3' } }
    sender.send(publish(ownTopic(terminal, 'cmd'), 'open', { properties }))
    expect(await receiver.next()).toMatchObject({ cmd: 'publish', qos: 1, properties })
    expect(await sender.next()).toMatchObject({ cmd: 'puback', reasonCode: 0 })
  })

  test('a device is sent no more unacknowledged messages than its receive maximum', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal, { clientId: 'slow', properties: { receiveMaximum: 2 } })
    device.send({ cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: ownTopic(terminal, 'cmd'), qos: 1 }] })
    expect(await device.next()).toMatchObject({ cmd: 'suback' })
    const sender = await client(terminal)
    for (const n of [1, 2, 3, 4]) await sender.publishAsync(ownTopic(terminal, 'cmd'), String(n), { qos: 1 })
    const first = await device.next()
    expect(await device.next()).toMatchObject({ payload: Buffer.from('2') })
    const third = device.next()
    const waited = new Promise((resolve) => setTimeout(() => resolve('nothing'), 200))
    expect(await Promise.race([third, waited])).toBe('nothing')
    device.send({ cmd: 'puback', messageId: first?.messageId ?? 0 })
    expect(await third).toMatchObject({ payload: Buffer.from('3') })
  })
})

describe('the end of a connection', () => {
  const ends = async (device: RawDevice) => {
    const packet = await device.next()
    expect(await device.next()).toBeNull()
    return packet?.cmd === 'disconnect' ? packet.reasonCode : packet
  }

  test.each([
    ['a second CONNECT', (t: TestTerminal) => generate(connectPacket(t), V5), 0x82],
    ['an AUTH', () => frame(0xf0, Buffer.from([0x18, 0])), 0x82],
    ['a packet that only servers send', () => frame(0xd0), 0x82],
    ['a wildcard in a topic', () => generate(publish('a', '{}', { qos: 0 }), V5).fill('+', 4, 5), 0x81],
    ['no topic and no alias', () => frame(0x30, text(''), Buffer.from([0, 0x7b])), 0x82],
    ['an alias without a topic', () => frame(0x30, text(''), Buffer.from([3, 0x23, 0, 5])), 0x82],
    ['a topic alias of 0', () => frame(0x30, text('a'), Buffer.from([3, 0x23, 0, 0])), 0x94],
    ['a topic alias beyond the limit', () => frame(0x30, text('a'), Buffer.from([3, 0x23, 0, 9])), 0x94],
    ['an unknown property', () => frame(0x30, text('a'), Buffer.from([2, 0x7f, 0])), 0x81],
    ['a property of another packet', () => frame(0x30, text('a'), Buffer.from([5, 0x11, 0, 0, 0, 9])), 0x82],
    ['a property twice', () => frame(0x30, text('a'), Buffer.from([4, 1, 0, 1, 0])), 0x82],
    ['a flag of 2', () => frame(0x30, text('a'), Buffer.from([2, 1, 2])), 0x82],
    ['properties that end early', () => frame(0x30, text('a'), Buffer.from([3, 2, 0, 0])), 0x81],
    ['properties longer than the packet', () => frame(0x30, text('a'), Buffer.from([90, 1, 0])), 0x81],
    ['NUL in a property', () => frame(0x30, text('a'), Buffer.from([4, 3, 0, 1, 0])), 0x81],
    ['no UTF-8 in a property', () => frame(0x30, text('a'), Buffer.from([4, 3, 0, 1, 0xff])), 0x81],
    ['a wildcard in a response topic', () => frame(0x30, text('a'), Buffer.from([4, 8, 0, 1, 0x23])), 0x82],
    [
      'sixty-five user properties',
      () =>
        frame(
          0x30,
          text('a'),
          Buffer.from([0xc5, 2]),
          ...Array.from({ length: 65 }, () => Buffer.from([0x26, 0, 0, 0, 0])),
        ),
      0x97,
    ],
    [
      'more than 4 KiB of properties',
      () => frame(0x30, text('a'), Buffer.from([0x81, 0x20]), Buffer.alloc(4_097)),
      0x97,
    ],
    ['a packet over the limit', () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), 0x95],
    [
      'a subscription identifier',
      () => frame(0x82, Buffer.from([0, 1, 2, 0x0b, 5]), text('a'), Buffer.from([0])),
      0xa1,
    ],
    ['a session that the CONNECT did not ask for', () => frame(0xe0, Buffer.from([0, 5, 0x11, 0, 0, 0, 9])), 0x82],
  ])('%s ends it with its reason', async (_, bytes, reasonCode) => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    device.send(bytes(terminal))
    expect(await ends(device)).toBe(reasonCode)
  })

  test('a malformed CONNECT is answered with its reason', async () => {
    const device = await rawDevice()
    // Receive maximum 0.
    device.send(frame(0x10, text('MQTT'), Buffer.from([5, 2, 0, 60, 3, 0x21, 0, 0]), text('')))
    expect(await device.next()).toMatchObject({ cmd: 'connack', reasonCode: 0x82 })
    expect(await device.next()).toBeNull()
  })

  test('a ban and an expired key are not authorized', async () => {
    const [banned, renewed] = [await ingest.terminal(), await ingest.terminal()]
    const [one, other] = [await signedIn(banned), await signedIn(renewed)]
    await ingest.setStatus(banned, 'banned')
    expect(await ends(one)).toBe(0x87)
    const until = new Date(Date.now() - 1_000).toISOString()
    await ingest.database.query('update terminal_keys set expires_at = $2 where terminal_id = $1', [renewed.id, until])
    await ingest.setStatus(renewed, 'active')
    const packet = await other.next()
    expect(packet).toMatchObject({ reasonCode: 0x87, properties: { reasonString: expect.stringContaining('key') } })
  })

  test('the same client id takes the session over, and a fourth connection ends the oldest by its quota', async () => {
    const terminal = await ingest.terminal()
    const before = await signedIn(terminal)
    const [oldest] = [await signedIn(terminal), await signedIn(terminal, { clientId: 'b' })]
    expect(await ends(before)).toBe(0x8e)
    for (const clientId of ['c', 'd']) await signedIn(terminal, { clientId })
    expect(await ends(oldest)).toBe(0x97)
  })

  test('an expired keep-alive is named', async () => {
    expect(await ends(await signedIn(await ingest.terminal(), { keepalive: 1 }))).toBe(0x8d)
  })

  test('a reading that cannot be stored leaves unacknowledged, and the server is busy', async () => {
    const terminal = await ingest.terminal()
    const device = await signedIn(terminal)
    ingest.storage.before = () => Promise.reject(new Error('a bug'))
    device.send(publish(ownTopic(terminal), reading(1)))
    expect(await ends(device)).toBe(0x89)
    ingest.storage.before = () => Promise.resolve()
  })

  test('a stop of the server is named', async () => {
    const other = await startTestIngest()
    const { ingest: before } = { ingest }
    ingest = other
    const device = await signedIn(await other.terminal())
    ingest = before
    const closed = other.close()
    expect(await ends(device)).toBe(0x8b)
    await closed
  })

  test('a DISCONNECT may ask for the will', async () => {
    const terminal = await ingest.terminal()
    const subscriber = await client(terminal)
    const messages: string[] = []
    subscriber.on('message', (_topic, payload) => messages.push(String(payload)))
    await subscriber.subscribeAsync(ownTopic(terminal, '#'))
    for (const reasonCode of [0, 4]) {
      const payload = Buffer.from(`gone ${reasonCode}`)
      const will = {
        topic: ownTopic(terminal, 'status'),
        payload,
        qos: 0 as const,
        properties: { willDelayInterval: 5 },
      }
      const device = await signedIn(terminal, { clientId: `w${reasonCode}`, will })
      device.send({ cmd: 'disconnect', reasonCode })
      await once(device.socket, 'close')
    }
    await expect.poll(() => messages).toEqual(['gone 4'])
  })
})

test('a client library stores readings with every QoS and learns the reason of a refusal', async () => {
  const terminal = await ingest.terminal()
  const device = await client(terminal, {
    clientId: 'lasting',
    clean: false,
    properties: { sessionExpiryInterval: 600, receiveMaximum: 5, topicAliasMaximum: 4 },
    autoAssignTopicAlias: true,
  })
  for (const qos of [0, 1, 2] as const) {
    const properties = { payloadFormatIndicator: true, userProperties: { firmware: '2.1' } }
    await device.publishAsync(ownTopic(terminal), reading(qos), { qos, properties })
  }
  await expect.poll(() => ingest.stored(terminal)).toHaveLength(3)
  await expect(device.publishAsync(ownTopic(terminal), '{"ph":"high"}', { qos: 1 })).rejects.toMatchObject({
    code: 0x99,
  })
  await expect(device.publishAsync('dalyan/v1/OTHER/measurements', '{"ph":7}', { qos: 2 })).rejects.toMatchObject({
    code: 0x87,
  })
  await device.publishAsync(ownTopic(terminal), reading(9), { qos: 1, retain: true })
  expect(await ingest.stored(terminal)).toHaveLength(4)
})

test('after a sign-in by MQTT 5, the server survives any bytes and accepts the next message', async () => {
  const terminal = await ingest.terminal()
  const first = fc.constantFrom(0x10, 0x30, 0x32, 0x34, 0x40, 0x50, 0x62, 0x70, 0x82, 0xa2, 0xc0, 0xe0, 0xf0)
  const anyFrames = fc.array(
    fc.tuple(first, fc.uint8Array({ maxLength: 60 })).map(([type, body]) => frame(type, Buffer.from(body))),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(anyFrames, async (frames) => {
      const socket = await rawSocket(ingest.mqttPort)
      const closed = once(socket, 'close')
      socket.resume()
      socket.end(Buffer.concat([generate(connectPacket(terminal, { clientId: '' }), V5), ...frames]))
      await closed
    }),
    { numRuns: 60 },
  )
  const device = await client(terminal)
  await device.publishAsync(ownTopic(terminal), reading(1), { qos: 1 })
  expect(await ingest.stored(terminal)).toHaveLength(1)
}, 60_000)
