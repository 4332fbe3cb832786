import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { runMqttLoad } from '../tools/terminal-simulator/src/mqtt-load.ts'
import { missingReadings, newDevices, readingName, type Device } from './devices.ts'
import { killEmbeddedDatabase } from './fault-scenarios.ts'
import { startProduct, type Product } from './product.ts'

const TERMINALS = 50
const KILLS = 2
const AT_LEAST = 20_000

test('every acknowledged reading is stored after kill -9 under load', async () => {
  let product = await startProduct(inject('databaseUrl'), { INGEST_RATE: '0' })
  try {
    const terminals = await newDevices(product, TERMINALS, 'KILL')
    const acknowledged = new Set<string>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      product = await loadUntilKilled(product, terminals, acknowledged, (AT_LEAST / KILLS) * (kill + 1))
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(AT_LEAST)
    expect(await missingReadings(product.databaseUrl, acknowledged)).toEqual([])
  } finally {
    await product.discard()
  }
})

test('the embedded PostgreSQL is restarted after kill -9, and every acknowledged reading is stored', () =>
  killEmbeddedDatabase(inject('databaseUrl'), 20))

/** Sends readings until this many are acknowledged in total, kills the server under load, and starts it again. */
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
    seconds: 3_600,
    signal: stop.signal,
    onAcknowledged: (code, measuredAt) => acknowledged.add(readingName(code, measuredAt)),
  }).catch((error: unknown) => error)
  while (acknowledged.size < until) await sleep(20)
  await product.kill()
  stop.abort()
  await load
  return product.restart()
}
