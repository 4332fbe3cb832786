import { readFile } from 'node:fs/promises'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { ADMIN, startProduct, type Product } from './product.ts'

const ROWS = 1_000_000
const MOST_GROWN_MB = 100

/** Inserts a million readings that are not rolled up yet, one per second from now on. */
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
  ['csv', 70e6],
  ['xlsx', 40e6],
])(
  'an export of a million readings as %s does not fill the memory of a server that has just started',
  async (format, leastBytes) => {
    const product = await startProduct(inject('databaseUrl'))
    await furnish(product)
    const headers = await signIn(product)
    const address = `${product.page}/api/measurements/export?format=${format}`
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
    expect(highest - before).toBeLessThan(MOST_GROWN_MB)
  },
)
