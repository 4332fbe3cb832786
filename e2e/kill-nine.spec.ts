import { setTimeout as sleep } from 'node:timers/promises'
import { terminalsApi } from '@dalyan/contracts/terminals'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { runMqttLoad } from '../tools/terminal-simulator/src/mqtt-load.ts'
import { signIn } from './people.ts'
import { startProduct, type Product } from './product.ts'

const TERMINALS = 50
const KILLS = 2
const AT_LEAST = 20_000

test('what was acknowledged is there after kill -9 in the middle of a load', { timeout: 120_000 }, async () => {
  let product = await startProduct(inject('databaseUrl'), { INGEST_RATE: '0' })
  try {
    const terminals = await newTerminals(product)
    const acknowledged = new Set<string>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      product = await loadUntilKilled(product, terminals, acknowledged, (AT_LEAST / KILLS) * (kill + 1))
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(AT_LEAST)
    const stored = await storedReadings(product.databaseUrl)
    expect([...acknowledged].filter((reading) => !stored.has(reading))).toEqual([])
  } finally {
    await product.discard()
  }
})

interface Device {
  code: string
  key: string
}

async function newTerminals(product: Product): Promise<Device[]> {
  const admin = await signIn(product)
  const codes = Array.from({ length: TERMINALS }, (_, n) => `KILL-${n}`)
  return Promise.all(codes.map(async (code) => ({ code, key: (await admin.call(terminalsApi.create, { code })).key })))
}

/** Loads until so many readings were acknowledged in all, kills the server under the load, and starts it again. */
async function loadUntilKilled(
  product: Product,
  terminals: Device[],
  acknowledged: Set<string>,
  until: number,
): Promise<Product> {
  const stop = new AbortController()
  const load = runMqttLoad({
    port: product.mqttPort,
    clients: terminals.length,
    terminals,
    inFlight: 10,
    seconds: 60,
    signal: stop.signal,
    onAcknowledged: (code, measuredAt) => acknowledged.add(`${code} ${measuredAt}`),
  }).catch((error: unknown) => error)
  while (acknowledged.size < until) await sleep(20)
  await product.kill()
  stop.abort()
  await load
  return product.restart()
}

async function storedReadings(url: string): Promise<Set<string>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ reading: string }>(
    `select t.code || ' ' || (extract(epoch from m.measured_at) * 1000)::bigint as reading
     from measurements m join terminals t on t.id = m.terminal_id`,
  )
  await client.end()
  return new Set(rows.map((row) => row.reading))
}
