import { readFile } from 'node:fs/promises'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { ADMIN, startProduct, type Product } from './product.ts'

const ROWS = 1_000_000

/**
 * Left alone, V8 takes some 100 MB for short-lived objects as soon as many are made, however few are alive; with less of it only what is held
 * makes the process grow.
 */
const SMALL_NURSERY = { NODE_OPTIONS: '--max-semi-space-size=4' }

/** A million readings that no roll-up holds yet, one a second from now on. */
async function furnish({ databaseUrl }: Product): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const months = `select date_trunc('month', now(), 'UTC') + i * interval '1 month' as start from generate_series(0, 1) i`
  for (const { start } of (await client.query<{ start: Date }>(months)).rows) {
    const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
    const name = `measurements_${start.toISOString().slice(0, 7).replace('-', '_')}`
    await client.query(
      `create table if not exists ${name} partition of measurements for values from ('${start.toISOString()}') to ('${end.toISOString()}')`,
    )
  }
  await client.query(
    `insert into measurements (measured_at, received_at, terminal_id, ${METRIC_KEYS.join(', ')})
     select now() + k * interval '1 s', now(), 1, ${METRIC_KEYS.map(() => 'round((random() * 100)::numeric, 2)').join(', ')}
     from generate_series(1, ${ROWS}) k`,
  )
  await client.end()
}

async function signIn({ page }: Product): Promise<Record<string, string>> {
  const reply = await fetch(`${page}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { token } = (await reply.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

/** Resident memory of the server in MB, as the system counts it. */
async function memoryOf({ process: { pid } }: Product): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000
}

test.each([
  ['csv', 70e6, 100],
  // Its writer is a second thread with a heap of its own.
  ['xlsx', 40e6, 150],
])('a million rows as %s pass through without filling the memory', async (format, leastBytes, mostGrownMb) => {
  const product = await startProduct(inject('databaseUrl'), SMALL_NURSERY)
  await furnish(product)
  const headers = await signIn(product)
  const address = `${product.page}/api/measurements/export?format=${format}`
  // A hundred thousand first: code, caches, and the room in which short-lived objects are made, grow once and not by rows.
  const few = new Date(Date.now() + (ROWS / 10) * 1000).toISOString()
  await (await fetch(`${address}&to=${few}`, { headers })).arrayBuffer()

  const before = await memoryOf(product)
  let highest = before
  const watch = setInterval(() => void memoryOf(product).then((now) => (highest = Math.max(highest, now))), 200)
  const reply = await fetch(address, { headers })
  let bytes = 0
  let lines = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    if (format === 'csv') for (const byte of chunk) if (byte === 10) lines += 1
  }
  clearInterval(watch)
  await product.discard()
  expect(bytes).toBeGreaterThan(leastBytes)
  if (format === 'csv') expect(lines).toBe(ROWS + 1)
  expect(highest - before).toBeLessThan(mostGrownMb)
})
