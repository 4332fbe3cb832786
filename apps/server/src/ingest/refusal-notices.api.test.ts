import { errorsTopic, measurementsTopic, type RefusalNotice } from '@dalyan/contracts/device-messages'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { parser as createParser, type IPublishPacket } from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectFrame, frame, publishFrame, rawSocket, text } from '../../tests/raw-mqtt.ts'
import { startTestIngest, type TestIngest, type TestTerminal } from '../../tests/test-ingest.ts'

let ingest: TestIngest
const open: { destroy(): unknown }[] = []
beforeAll(async () => (ingest = await startTestIngest()))
afterEach(() => open.splice(0).forEach((each) => each.destroy()))
afterAll(() => ingest.close())

const minuteAgo = (n: number) => Date.now() - 60_000 + n

describe.each([4, 5] as const)('protocol level %d of MQTT', (protocolVersion) => {
  async function client({ code, key }: TestTerminal, options: IClientOptions = {}): Promise<MqttClient> {
    const login = { port: ingest.mqttPort, username: code, password: key, protocolVersion, reconnectPeriod: 0 }
    const device = await mqtt.connectAsync({ ...login, ...options })
    open.push({ destroy: () => device.end(true) })
    return device
  }

  /** A device that subscribed, and what it receives. */
  async function subscriber(terminal: TestTerminal, filter = errorsTopic(terminal.code), qos: 0 | 1 | 2 = 1) {
    const device = await client(terminal)
    const notices: { qos: number; topic: string; retain: boolean; notice: RefusalNotice }[] = []
    device.on('message', (topic, payload, packet) => {
      const { retain } = packet as IPublishPacket
      notices.push({ qos: packet.qos, topic, retain, notice: JSON.parse(payload.toString()) as RefusalNotice })
    })
    await device.subscribeAsync(filter, { qos })
    return { device, notices, codes: () => notices.map(({ notice }) => notice.code) }
  }

  /** Resolves when the message is acknowledged; by MQTT 5 the library fails where the acknowledgement has a reason. */
  async function publishTo(topic: string, device: MqttClient, payload: unknown, qos: 0 | 1 | 2 = 1) {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    await device
      .publishAsync(topic, text, { qos })
      .catch((error: unknown) => expect(protocolVersion, String(error)).toBe(5))
  }
  const publish = (device: MqttClient, { code }: TestTerminal, payload: unknown, qos: 0 | 1 | 2 = 1) =>
    publishTo(measurementsTopic(code), device, payload, qos)

  test('the subscriber is sent one notice of each message of which something was refused, and none of a stored one', async () => {
    const [terminal, other] = [await ingest.terminal(), await ingest.terminal()]
    const { device, notices, codes } = await subscriber(terminal)
    const at = minuteAgo(1)
    await publish(device, terminal, { measured_at: at, ph: 7 })
    await publish(device, terminal, { measured_at: at, ph: 7 })
    await publish(device, terminal, 'poison')
    await publish(device, terminal, { ph: 'high' })
    await publish(device, terminal, [
      { measured_at: minuteAgo(2), ph: 7 },
      { measured_at: 'noon', ph: 7 },
    ])
    await publish(device, terminal, { measured_at: minuteAgo(3), ph: 99, orp: 250 })
    await publish(device, terminal, { measured_at: at, ph: 8 })
    await publish(device, other, { ph: 7 })
    await expect
      .poll(codes)
      .toEqual([
        'unreadable_json',
        'no_reading_accepted',
        'invalid_instant',
        'implausible',
        'other_value_stored',
        'other_topic',
      ])
    const outside = ['Değer fiziksel sınırların dışında (0…14).']
    expect(notices.slice(1, 4).map(({ notice }) => notice)).toEqual([
      {
        message: 'Hiçbir ölçüm kabul edilmedi.',
        code: 'no_reading_accepted',
        stored: 0,
        duplicates: 0,
        rejected: [{ index: 0, errors: { ph: ['Değer bir sayı olmalı.'] } }],
      },
      {
        message: 'Tarih ve saat ISO 8601 biçiminde olmalı.',
        code: 'invalid_instant',
        stored: 1,
        duplicates: 0,
        rejected: [{ index: 1, errors: { measured_at: ['Tarih ve saat ISO 8601 biçiminde olmalı.'] } }],
      },
      {
        message: outside[0],
        code: 'implausible',
        stored: 1,
        duplicates: 0,
        rejected: [],
        left_out: [{ index: 0, errors: { ph: outside } }],
      },
    ])
    for (const { topic, retain } of notices)
      expect({ topic, retain }).toEqual({ topic: errorsTopic(terminal.code), retain: false })
  })

  test.each([0, 1, 2] as const)('a message of QoS 0 is answered with a notice of the granted QoS %d', async (qos) => {
    const terminal = await ingest.terminal()
    const { device, notices } = await subscriber(terminal, errorsTopic(terminal.code), qos)
    for (const payload of ['poison', 'more poison']) await publish(device, terminal, payload, 0)
    await expect.poll(() => notices.map((each) => each.qos)).toEqual([qos, qos])
  })

  test.each(['#', '+', 'errors/#'])('a filter with a wildcard (%s) covers the notices', async (end) => {
    const terminal = await ingest.terminal()
    const { device, codes } = await subscriber(terminal, `dalyan/v1/${terminal.code}/${end}`)
    await publishTo('$SYS/x', device, '{}')
    await expect.poll(codes).toEqual(['other_topic'])
  })

  test('every connection of the terminal that subscribed is notified, and no other', async () => {
    const [terminal, neighbour] = [await ingest.terminal(), await ingest.terminal()]
    const [one, two] = [await subscriber(terminal), await subscriber(terminal)]
    const foreign = await subscriber(neighbour, `dalyan/v1/${neighbour.code}/#`)
    await expect(foreign.device.subscribeAsync(errorsTopic(terminal.code))).rejects.toThrow()
    const silent = await client(terminal)
    const received: string[] = []
    silent.on('message', (topic) => received.push(topic))
    await publish(silent, terminal, 'poison')
    await expect.poll(one.codes).toEqual(['unreadable_json'])
    await expect.poll(two.codes).toEqual(['unreadable_json'])
    await two.device.unsubscribeAsync(errorsTopic(terminal.code))
    await publish(silent, terminal, 'poison')
    await expect.poll(one.codes).toHaveLength(2)
    // Its own notice shows that all before it would have arrived.
    await publishTo('$SYS/x', foreign.device, '{}')
    await expect.poll(foreign.codes).toEqual(['other_topic'])
    expect([two.codes().length, received.length]).toEqual([1, 0])
  })

  test('a notice of what was refused by HTTP is the answer by HTTP, in the language of the caller', async () => {
    const terminal = await ingest.terminal()
    const { notices, codes } = await subscriber(terminal)
    const post = (payload: string, type = 'application/json') =>
      ingest.server.inject({
        method: 'POST',
        url: '/api/iot/measurements',
        headers: {
          authorization: `Bearer ${terminal.code}:${terminal.key}`,
          'content-type': type,
          'accept-language': 'en',
        },
        payload,
      })
    const answer = (await post(JSON.stringify([{ ph: 99 }]))).json<RefusalNotice>()
    await post('')
    await post('ph=7', 'text/plain')
    await post(`{"x":"${'a'.repeat(256 * 1024)}"}`)
    await post(JSON.stringify({ ph: 7 }))
    await expect.poll(codes).toEqual(['no_reading_accepted', 'unreadable_json', 'not_json', 'too_large'])
    expect(notices[0]?.notice).toEqual(answer)
  })
})

test('a device that acknowledges no notice gets twenty, and all its readings are taken', async () => {
  const terminal = await ingest.terminal()
  const socket = await rawSocket(ingest.mqttPort)
  open.push(socket)
  const counts = { publish: 0, puback: 0 }
  const parser = createParser()
  parser.on('packet', ({ cmd }) => {
    if (cmd === 'publish' || cmd === 'puback') counts[cmd] += 1
  })
  socket.on('data', (chunk) => void parser.parse(chunk))
  socket.write(connectFrame(terminal))
  socket.write(frame(0x82, Buffer.from([0, 1]), text(errorsTopic(terminal.code)), Buffer.from([1])))
  for (let id = 1; id <= 60; id += 1)
    socket.write(
      publishFrame(measurementsTopic(terminal.code), id, id % 2 === 0 ? 'poison' : JSON.stringify({ ph: 7 })),
    )
  await expect.poll(() => counts).toEqual({ publish: 20, puback: 60 })
  expect(await ingest.stored(terminal)).toHaveLength(30)
})

test('a device that does not read its notices is still read, and gets no more of them', async () => {
  const terminal = await ingest.terminal()
  const socket = await rawSocket(ingest.mqttPort)
  open.push(socket)
  socket.pause()
  socket.write(connectFrame(terminal))
  socket.write(frame(0x82, Buffer.from([0, 1]), text(errorsTopic(terminal.code)), Buffer.from([0])))
  const bad = JSON.stringify(Array.from({ length: 100 }, () => ({ ph: 99 })))
  // About 16 MiB of notices, more than the buffers of the sockets hold.
  for (let n = 0; n < 2_000; n += 1) socket.write(publishFrame(measurementsTopic(terminal.code), n + 1, bad))
  socket.write(publishFrame(measurementsTopic(terminal.code), 7, JSON.stringify({ ph: 7 })))
  await expect.poll(() => ingest.stored(terminal)).toHaveLength(1)
  expect(ingest.ingest.mqtt.isConnected(terminal.id)).toBe(true)
})
