import { setTimeout as sleep } from 'node:timers/promises'
import { errorsTopic, measurementsTopic, receiptsTopic } from '@dalyan/contracts/device-messages'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { runMqttLoad } from '../tools/terminal-simulator/src/mqtt-load.ts'
import { missingReadings, newDevices, readingName, type Device } from './devices.ts'
import { startMosquitto, type Mosquitto } from './mosquitto-broker.ts'
import { onCluster, startProduct, type Product } from './product.ts'

// The product behind Mosquitto (MQTT_URL): `npm run test:mosquitto`.

const TERMINALS = 20
/** A lagging machine may take minutes until every reading is stored. */
const ALL_STORED = { timeout: 90_000, interval: 500 }

let broker: Mosquitto
let product: Product
let others: { stop(): Promise<unknown> }[]
let devices: Device[]
beforeAll(async () => (broker = await startMosquitto()))
afterAll(() => broker?.discard())
beforeEach(async () => {
  others = []
  product = await startProduct(inject('databaseUrl'), { MQTT_URL: broker.url, INGEST_RATE: '0' })
  devices = await newDevices(product, TERMINALS, 'BROKER')
})
afterEach(async () => {
  for (const other of others.toReversed()) await other.stop()
  await product?.discard()
  // Sessions of this installation must not receive the messages of the next one.
  await broker.forget()
})

/** Terminals publish through the broker until the load is stopped. */
function startLoad() {
  const acknowledged = new Set<string>()
  const stop = new AbortController()
  const load = runMqttLoad({
    port: broker.port,
    clients: devices.length,
    terminals: devices,
    inFlight: 10,
    rate: 500,
    seconds: 600,
    signal: stop.signal,
    onAcknowledged: (code, measuredAt) => acknowledged.add(readingName(code, measuredAt)),
  }).catch((error: unknown) => error)
  return {
    acknowledged,
    until: async (count: number) => {
      while (acknowledged.size < count) await sleep(20)
    },
    async stop() {
      stop.abort()
      await load
    },
  }
}

const missing = async (acknowledged: ReadonlySet<string>) =>
  (await missingReadings(product.databaseUrl, acknowledged)).length

/** A figure of this process alone. */
async function figure({ page }: Product, name: 'readings_stored_total' | 'broker_sessions'): Promise<number> {
  const text = await (await fetch(`${page}/metrics`)).text()
  return Number(new RegExp(`^dalyan_${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN)
}
const storedBy = (process: Product) => figure(process, 'readings_stored_total')

test('a terminal behind the broker is sent a receipt of what is on disk, and what was refused', async () => {
  const [{ code }] = devices as [Device]
  const client = await connectAsync(broker.url)
  const got: Record<string, unknown>[] = []
  client.on('message', (topic, payload) => got.push({ topic, ...(JSON.parse(payload.toString()) as object) }))
  await client.subscribeAsync([receiptsTopic(code), errorsTopic(code)])
  const at = new Date(Date.now() - 60_000).toISOString()
  await client.publishAsync(measurementsTopic(code), JSON.stringify({ measured_at: at, ph: 7.9 }), { qos: 1 })
  await expect
    .poll(() => got)
    .toEqual([{ topic: receiptsTopic(code), measured_at: [at], stored: 1, duplicates: 0, rejected: 0 }])
  await client.publishAsync(measurementsTopic(code), '{"ph": "high"}', { qos: 1 })
  await expect
    .poll(() => got.find(({ topic }) => topic === errorsTopic(code)))
    .toMatchObject({ code: 'no_reading_accepted', rejected: [{ index: 0 }] })
  await client.endAsync()
})

test('nothing that the broker acknowledged is lost when the process is killed under load', async () => {
  const load = startLoad()
  for (const count of [1_000, 2_000]) {
    await load.until(count)
    await product.kill()
    await load.until(count + 300)
    product = await product.restart()
  }
  await load.stop()
  await expect.poll(() => missing(load.acknowledged), ALL_STORED).toBe(0)
})

test('two processes share the readings, and one takes over what the broker holds for the other', async () => {
  const second = await product.another({ ROLES: 'ingest' })
  others.push(second)
  const load = startLoad()
  await load.until(1_500)
  await expect.poll(async () => Math.min(await storedBy(product), await storedBy(second))).toBeGreaterThan(300)
  await second.kill()
  await load.until(3_000)
  await load.stop()
  await expect.poll(() => missing(load.acknowledged), ALL_STORED).toBe(0)
})

test('the process returns to a broker that was restarted', async () => {
  const load = startLoad()
  await load.until(500)
  await broker.stop()
  await load.stop()
  await broker.start()
  // Mosquitto has forgotten the shared subscription, not what it held by it: readings that come before the next one reach nobody.
  await expect.poll(() => figure(product, 'broker_sessions')).toBe(1)
  const again = startLoad()
  await again.until(500)
  await again.stop()
  const all = new Set([...load.acknowledged, ...again.acknowledged])
  await expect.poll(() => missing(all), ALL_STORED).toBe(0)
})

test('while the database is away the broker keeps the readings', async () => {
  const name = new URL(product.databaseUrl).pathname.slice(1)
  const load = startLoad()
  await load.until(500)
  await onCluster(inject('databaseUrl'), `alter database ${name} allow_connections false`)
  await onCluster(
    inject('databaseUrl'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  await load.until(3_500)
  await onCluster(inject('databaseUrl'), `alter database ${name} allow_connections true`)
  await load.stop()
  await expect.poll(() => missing(load.acknowledged), ALL_STORED).toBe(0)
})

test('with passwords and the list of rights of deploy/cluster, a terminal sends its own readings and no others', async () => {
  const guarded = await startMosquitto({ dalyan: 'own', 'BROKER-0': 'key-0', 'BROKER-1': 'key-1' })
  others.push({ stop: guarded.discard })
  const second = await product.another({ MQTT_URL: guarded.url.replace('//', '//dalyan:own@') })
  others.push(second)
  const [first, other] = devices as [Device, Device]
  const login = (username: string, password: string) =>
    ({ username, password, protocolVersion: 5, reconnectPeriod: 0 }) as const
  await expect(connectAsync(guarded.url, login(first.code, 'key-1'), false)).rejects.toThrow()
  await expect.poll(() => figure(second, 'broker_sessions')).toBe(1)
  const client = await connectAsync(guarded.url, login(first.code, 'key-0'), false)
  const topics: string[] = []
  client.on('message', (topic) => topics.push(topic))
  await client.subscribeAsync('#')
  const at = Date.now() - 60_000
  const reading = (n: number) => JSON.stringify({ measured_at: at + n, ph: 7 })
  const thief = await connectAsync(guarded.url, login(first.code, 'key-0'), false)
  await expect(thief.publishAsync(measurementsTopic(other.code), reading(1), { qos: 1 })).rejects.toThrow(
    /not authorized/i,
  )
  await thief.endAsync(true)
  await client.publishAsync(measurementsTopic(first.code), reading(2), { qos: 1 })
  await client.publishAsync(measurementsTopic(first.code), 'poison', { qos: 1 })
  await expect.poll(() => topics.filter((topic) => topic.endsWith('errors'))).toEqual([errorsTopic(first.code)])
  expect(new Set(topics)).toEqual(
    new Set([receiptsTopic(first.code), errorsTopic(first.code), measurementsTopic(first.code)]),
  )
  expect(
    await missingReadings(
      product.databaseUrl,
      new Set([readingName(other.code, at + 1), readingName(first.code, at + 2)]),
    ),
  ).toEqual([readingName(other.code, at + 1)])
  await client.endAsync()
})
