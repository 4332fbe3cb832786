import { deviceApi } from '@dalyan/contracts/device-messages'
import { terminalsApi } from '@dalyan/contracts/terminals'
import pg from 'pg'
import { signIn } from './users.ts'
import type { Product } from './product.ts'

/** A terminal's code and key, as configured on the device. */
export interface Device {
  code: string
  key: string
}

/** Creates terminals without a tank that may report. */
export async function newDevices(product: Product, count: number, prefix: string): Promise<Device[]> {
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
