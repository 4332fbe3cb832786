import { measurementsTopic } from '@dalyan/contracts/device-messages'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startScriptedBroker, type BrokerClient, type ScriptedBroker } from '../../tests/scripted-broker.ts'
import { startTestIngest, type TestIngest } from '../../tests/test-ingest.ts'
import { RECEIVE_MAXIMUM, SHARED_FILTER } from './broker-link.ts'

let broker: ScriptedBroker
let ingest: TestIngest
beforeEach(async () => {
  broker = await startScriptedBroker()
  ingest = await startTestIngest({ MQTT_URL: broker.url })
})
afterEach(async () => {
  await ingest.close()
  await broker.close()
})

const minuteAgo = (n = 0) => Date.now() - 60_000 + n
const iso = (at: number) => new Date(at).toISOString()

/** Opens the session of this process and waits until it is subscribed. */
async function subscribed(): Promise<BrokerClient> {
  const before = broker.clients.length
  if (before === 0) ingest.ingest.broker?.open(1)
  await expect.poll(() => broker.clients[before]?.filters).toEqual([SHARED_FILTER])
  await expect.poll(() => ingest.ingest.stats().broker_sessions).toBe(1)
  return broker.clients[before] as BrokerClient
}

/** Holds back every write until the returned function is called. */
function holdStorage(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  ingest.storage.before = () => promise
  return resolve
}

test('the session lasts, is shared, and limits what the broker sends at once', async () => {
  const { connect } = await subscribed()
  expect(connect).toMatchObject({
    protocolVersion: 5,
    clientId: 'dalyan-ingest-1',
    clean: false,
    username: 'dalyan',
    properties: { receiveMaximum: RECEIVE_MAXIMUM, sessionExpiryInterval: 604_800 },
  })
  expect(String(connect.password)).toBe('secret/1')
})

test('a message is acknowledged to the broker after its commit, and not before', async () => {
  const terminal = await ingest.terminal()
  const client = await subscribed()
  const release = holdStorage()
  let isWriting = false
  const { before } = ingest.storage
  ingest.storage.before = (readings) => {
    isWriting = true
    return before(readings)
  }
  client.deliver(measurementsTopic(terminal.code), { measured_at: minuteAgo(), ph: 7.5 }, 7)
  await expect.poll(() => isWriting).toBe(true)
  expect([client.acknowledged, await ingest.stored(terminal)]).toEqual([[], []])
  release()
  await expect.poll(() => client.acknowledged).toEqual([7])
  expect(await ingest.stored(terminal)).toMatchObject([{ ph: 7.5 }])
})

test('many messages wait for their commits at once and are acknowledged in the order of their arrival', async () => {
  const terminals = await Promise.all([ingest.terminal(), ingest.terminal()])
  const client = await subscribed()
  const release = holdStorage()
  const ids = Array.from({ length: 200 }, (_, n) => n + 1)
  for (const id of ids)
    client.deliver(measurementsTopic(terminals[id % 2]?.code ?? ''), { measured_at: minuteAgo(id), ph: 7 }, id)
  await expect.poll(() => ingest.ingest.stats().waiting).toBe(200)
  expect(client.acknowledged).toEqual([])
  release()
  await expect.poll(() => client.acknowledged).toEqual(ids)
})

test('a message of QoS 0 is stored', async () => {
  const terminal = await ingest.terminal()
  const client = await subscribed()
  client.deliver(measurementsTopic(terminal.code), { measured_at: minuteAgo(), ph: 6.5 })
  await expect.poll(() => ingest.stored(terminal)).toMatchObject([{ ph: 6.5 }])
  expect(client.acknowledged).toEqual([])
})

test('a message that could not be stored is not acknowledged: the connection ends, and the broker sends it again', async () => {
  const terminal = await ingest.terminal()
  const first = await subscribed()
  const at = minuteAgo()
  ingest.storage.before = () => Promise.reject(new Error('a fault that is no fault of the data'))
  first.deliver(measurementsTopic(terminal.code), { measured_at: at, ph: 7 }, 3)
  await expect.poll(() => broker.clients.length).toBe(2)
  expect([first.acknowledged, first.socket.destroyed]).toEqual([[], true])
  ingest.storage.before = () => Promise.resolve()
  const [, second] = broker.clients as [BrokerClient, BrokerClient]
  expect(second.connect).toMatchObject({ clean: false, clientId: first.connect.clientId })
  await expect.poll(() => second.filters).toEqual([SHARED_FILTER])
  second.deliver(measurementsTopic(terminal.code), { measured_at: at, ph: 7 }, 3, true)
  await expect.poll(() => second.acknowledged).toEqual([3])
  expect(await ingest.stored(terminal)).toHaveLength(1)
})

test('a message that alone cannot be stored is refused after five tries, and others are stored meanwhile', async () => {
  const [poison, other] = [await ingest.terminal(), await ingest.terminal()]
  await subscribed()
  ingest.storage.before = async (readings) => {
    if (readings.some(({ terminal_id }) => terminal_id === poison.id)) throw new Error('a fault of this message')
  }
  const at = minuteAgo()
  let tries = 0
  // As a broker does, which sends again what was not acknowledged.
  for (const client = () => broker.clients.at(-1) as BrokerClient; !client().acknowledged.includes(1); tries += 1) {
    const connected = broker.clients.length
    await expect.poll(() => client().filters).toEqual([SHARED_FILTER])
    client().deliver(measurementsTopic(other.code), { measured_at: minuteAgo(tries), ph: 7 })
    await expect.poll(() => ingest.stored(other)).toHaveLength(tries + 1)
    client().deliver(measurementsTopic(poison.code), { measured_at: at, ph: 7 }, 1, tries > 0)
    await expect.poll(() => broker.clients.length > connected || client().acknowledged.includes(1)).toBe(true)
  }
  expect(tries).toBe(5)
  expect(await ingest.stored(poison)).toEqual([])
  expect(await ingest.logs(poison)).toMatchObject([{ event: 'measurement_rejected', meta: { reason: 'not_stored' } }])
})

test('a message is never given up while nothing else can be stored either', async () => {
  const terminal = await ingest.terminal()
  await subscribed()
  ingest.storage.before = () => Promise.reject(new Error('the disk is full'))
  const at = minuteAgo()
  const client = () => broker.clients.at(-1) as BrokerClient
  for (let tries = 0; tries < 7; tries += 1) {
    const connected = broker.clients.length
    await expect.poll(() => client().filters).toEqual([SHARED_FILTER])
    client().deliver(measurementsTopic(terminal.code), { measured_at: at, ph: 7 }, 1, tries > 0)
    await expect.poll(() => broker.clients.length).toBeGreaterThan(connected)
  }
  ingest.storage.before = () => Promise.resolve()
  await expect.poll(() => client().filters).toEqual([SHARED_FILTER])
  client().deliver(measurementsTopic(terminal.code), { measured_at: at, ph: 7 }, 1, true)
  await expect.poll(() => client().acknowledged).toEqual([1])
  expect(await ingest.stored(terminal)).toHaveLength(1)
})

test('an acknowledgement never goes to a later connection, where its packet id is another message', async () => {
  const terminal = await ingest.terminal()
  const first = await subscribed()
  const release = holdStorage()
  first.deliver(measurementsTopic(terminal.code), { measured_at: minuteAgo(1), ph: 7 }, 5)
  await expect.poll(() => ingest.ingest.stats().waiting).toBe(1)
  first.socket.destroy()
  const second = await subscribed()
  release()
  await expect.poll(() => ingest.stored(terminal)).toHaveLength(1)
  second.deliver(measurementsTopic(terminal.code), { measured_at: minuteAgo(2), ph: 7 }, 6)
  await expect.poll(() => second.acknowledged).toEqual([6])
})

test('a broker that refuses the session or the subscription is tried again', async () => {
  broker.refuse.connect = 0x87
  ingest.ingest.broker?.open(1)
  await expect.poll(() => broker.clients.length).toBeGreaterThan(1)
  broker.refuse.connect = 0
  broker.refuse.subscribe = 0x9e
  await expect.poll(() => broker.clients.at(-1)?.filters).toEqual([SHARED_FILTER])
  expect(ingest.ingest.stats().broker_sessions).toBe(0)
  broker.refuse.subscribe = 0
  await expect.poll(() => ingest.ingest.stats().broker_sessions).toBe(1)
})

describe('what a terminal is sent', () => {
  test('a receipt names the readings that are on disk', async () => {
    const terminal = await ingest.terminal()
    const client = await subscribed()
    const [a, b] = [minuteAgo(1), minuteAgo(2)]
    const message = [
      { measured_at: a, ph: 7 },
      { measured_at: 'noon', ph: 7 },
      { measured_at: b, ph: 7 },
    ]
    const topic = `dalyan/v1/${terminal.code}/receipts`
    const receipts = () => client.published.filter((each) => each.topic === topic)
    client.deliver(measurementsTopic(terminal.code), message, 1)
    const first = { measured_at: [iso(a), iso(b)], stored: 2, duplicates: 0, rejected: 1 }
    await expect.poll(receipts).toEqual([{ topic, qos: 0, payload: first }])
    client.deliver(measurementsTopic(terminal.code), { measured_at: a, ph: 7 }, 2)
    const second = { measured_at: [iso(a)], stored: 0, duplicates: 1, rejected: 0 }
    await expect.poll(() => receipts().slice(1)).toEqual([{ topic, qos: 0, payload: second }])
  })

  test('what was refused comes on its errors topic, by HTTP as well', async () => {
    const terminal = await ingest.terminal()
    const client = await subscribed()
    client.deliver(measurementsTopic(terminal.code), 'poison', 1)
    const topic = `dalyan/v1/${terminal.code}/errors`
    const codes = () =>
      client.published.filter((each) => each.topic === topic).map(({ payload }) => (payload as { code: string }).code)
    await expect.poll(codes).toEqual(['unreadable_json'])
    const answer = await ingest.server.inject({
      method: 'POST',
      url: '/api/iot/measurements',
      headers: { authorization: `Bearer ${terminal.code}:${terminal.key}` },
      payload: { ph: 'high' },
    })
    expect(answer.statusCode).toBe(422)
    await expect.poll(codes).toEqual(['unreadable_json', 'no_reading_accepted'])
    expect(client.acknowledged).toEqual([1])
  })
})

test('messages of terminals that may not deliver are acknowledged, counted, and not stored', async () => {
  const terminal = await ingest.terminal('inactive')
  const client = await subscribed()
  client.deliver(measurementsTopic(terminal.code), { measured_at: minuteAgo(), ph: 7 }, 1)
  client.deliver(measurementsTopic('NOBODY'), { measured_at: minuteAgo(), ph: 7 }, 2)
  client.deliver(measurementsTopic('no code'), { measured_at: minuteAgo(), ph: 7 }, 3)
  await expect.poll(() => client.acknowledged).toEqual([1, 2, 3])
  expect(await ingest.stored(terminal)).toEqual([])
  await ingest.presence.tick()
  const { rows } = await ingest.database.query(
    'select refused_count::int as n from terminal_presence where terminal_id = $1',
    [terminal.id],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a stopped process acknowledges what it stored and leaves the session at the broker', async () => {
  const terminal = await ingest.terminal()
  const client = await subscribed()
  const release = holdStorage()
  client.deliver(measurementsTopic(terminal.code), { measured_at: minuteAgo(), ph: 7 }, 9)
  await expect.poll(() => ingest.ingest.stats().waiting).toBe(1)
  const stopped = ingest.ingest.stop()
  release()
  await stopped
  await expect.poll(() => [client.acknowledged, client.socket.destroyed]).toEqual([[9], true])
  expect(broker.clients).toHaveLength(1)
})

test('a session that is emptied for another process leaves the shared subscription first', async () => {
  const terminal = await ingest.terminal()
  const link = ingest.ingest.broker?.open(2, 'drain')
  await expect.poll(() => broker.clients[0]?.filters).toEqual([`-${SHARED_FILTER}`])
  const [client] = broker.clients as [BrokerClient]
  client.deliver(measurementsTopic(terminal.code), { measured_at: minuteAgo(), ph: 7 }, 4)
  await expect.poll(() => client.acknowledged).toEqual([4])
  await expect.poll(() => link?.idleMs()).toBeGreaterThan(0)
})
