import { deviceApi } from '@dalyan/contracts/device-messages'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { signIn } from './users.ts'
import type { Product } from './product.ts'

/** A terminal's code and key, as configured on the device. */
export interface Device {
  code: string
  key: string
}

/** Creates terminals without a tank that may report. */
export async function newDevices(product: Pick<Product, 'page'>, count: number, prefix: string): Promise<Device[]> {
  const admin = await signIn(product)
  const codes = Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
  const devices: Device[] = []
  // Hundreds of parallel requests would wait for a database connection beyond their time limit.
  for (let from = 0; from < count; from += 20) {
    const some = codes.slice(from, from + 20)
    const made = some.map(async (code) => ({ code, key: (await admin.call(terminalsApi.create, { code })).key }))
    devices.push(...(await Promise.all(made)))
  }
  return devices
}

/** The key of a reading in a set: its terminal and its instant in epoch milliseconds. */
export const readingName = (code: string, measuredAt: number): string => `${code} ${measuredAt}`

/** The acknowledged readings that are missing in the table; there must be none. */
export async function missingReadings(databaseUrl: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ reading: string }>(
    `select t.code || ' ' || (extract(epoch from m.measured_at) * 1000)::bigint as reading
     from measurements m join terminals t on t.id = m.terminal_id`,
  )
  await client.end()
  const stored = new Set(rows.map(({ reading }) => reading))
  return [...acknowledged].filter((reading) => !stored.has(reading))
}

/** Posts one reading to the HTTP device interface. @returns the answer, or null when the connection failed. */
export async function postReading(
  product: Product,
  { code, key }: Device,
  measuredAt: number,
): Promise<Response | null> {
  return fetch(product.page + deviceApi.measurements.path, {
    method: deviceApi.measurements.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${code}:${key}` },
    body: JSON.stringify({ measured_at: measuredAt, ph: 7.8, tank_temperature: 18 }),
  }).catch(() => null)
}

/** A device connected by MQTT. */
export interface ConnectedDevice {
  /** Resolves when the reading is on disk. */
  publish(reading: Record<string, number>): Promise<unknown>
  end(): Promise<void>
}

/** Connects a device by MQTT. */
export async function connectDevice({ mqttPort }: Product, { code, key }: Device): Promise<ConnectedDevice> {
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: code, password: key })
  const topic = `dalyan/v1/${code}/measurements`
  return {
    publish: (reading) => client.publishAsync(topic, JSON.stringify(reading), { qos: 1 }),
    end: () => client.endAsync(),
  }
}
