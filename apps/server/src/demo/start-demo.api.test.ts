import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authApi } from '@dalyan/contracts/auth'
import { homeApi } from '@dalyan/contracts/home'
import { ordersApi } from '@dalyan/contracts/orders'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userWith } from '../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../tests/test-app.ts'
import type { DemoLogin } from './load-demo.ts'
import { DEMO_TANKS } from './demo-plan.ts'

/** A port without a broker: this test checks the loaded data, not what the terminals send. */
const NO_BROKER = 9
const DAY_MS = 86_400_000

let t: TestApp
let dataDir: string
let logins: DemoLogin[]
let startedAt: number

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
  t = await startTestApp({ DATA_DIR: dataDir })
  startedAt = t.clock.now()
  logins = await load()
}, 120_000)
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true })
})

async function load(): Promise<DemoLogin[]> {
  const demo = t.app.startDemo(NO_BROKER)
  try {
    return await demo.loaded
  } finally {
    await demo.stop()
  }
}

async function signIn(role: string) {
  const { email = '', password = '' } = logins.find((login) => login.role === role) ?? {}
  const reply = await t.as.visitor.post(authApi.login, { body: { email, password } })
  expect(reply.status).toBe(200)
  return userWith(t.app.server, reply.body.user.id, reply.body.token)
}

async function tanksSeenBy(role: string) {
  const user = await signIn(role)
  const reply = await user.get(tanksApi.list, { query: { per_page: 50 } })
  return reply.body.data.filter(({ firm }) => firm?.code.startsWith('DEMO-'))
}

async function storedCount(): Promise<number> {
  const { rows } = await t.database.query<{ n: number }>('select count(*) as n from measurements')
  return rows[0]?.n ?? 0
}

test('the admin sees every tank with its template, its terminal and its newest values', async () => {
  const tanks = await tanksSeenBy('admin')
  expect(tanks.map(({ code }) => code).sort()).toEqual(DEMO_TANKS.map(({ code }) => code).sort())
  for (const { iots, range_template, last_measurement } of tanks) {
    expect(iots).toHaveLength(1)
    expect(range_template).not.toBeNull()
    expect(last_measurement?.tank_temperature?.value).toEqual(expect.any(Number))
  }
})

test('the operator sees the tanks of the own firm and the firms below it, the customer those of the own firm', async () => {
  expect(await tanksSeenBy('operator')).toHaveLength(DEMO_TANKS.length)
  expect((await tanksSeenBy('customer')).map(({ code }) => code)).toEqual(['DENIZ-2'])
})

test('the customer has orders and points, without tanks', async () => {
  const { orders, points } = (await (await signIn('customer')).get(homeApi.home)).body
  expect(orders.map(({ status }) => status)).toEqual(['placed', 'shipped', 'delivered'])
  expect(orders.flatMap(({ items }) => items.flatMap(({ tank }) => tank ?? []))).toEqual([])
  expect(points.balance).toBe(10)
  const seen = (await (await signIn('admin')).get(ordersApi.list)).body.data
  expect(seen.flatMap(({ items }) => items.flatMap(({ tank }) => tank?.code ?? []))).toEqual(['DENIZ-2', 'DENIZ-1'])
})

test('the history ends at the first start and keeps its recorded length', async () => {
  const { rows } = await t.database.query<{ code: string; first_at: string; last_at: string }>(
    'select k.code, min(measured_at) as first_at, max(measured_at) as last_at from measurements m join tanks k on k.id = m.tank_id group by 1',
  )
  const spans = new Map(
    rows.map(({ code, first_at, last_at }) => [code, { first: Date.parse(first_at), last: Date.parse(last_at) }]),
  )
  expect(spans.size).toBe(DEMO_TANKS.length)
  for (const { last } of spans.values()) expect(last).toBe(startedAt)
  expect(startedAt - (spans.get('KOY-1')?.first ?? 0)).toBeGreaterThan(730 * DAY_MS)
  expect(startedAt - (spans.get('DENIZ-1')?.first ?? 0)).toBeGreaterThan(40 * DAY_MS)
})

test('the imported history raises no alarms', async () => {
  const { rows } = await t.database.query<{ n: number }>('select count(*) as n from alarms')
  expect(rows[0]?.n).toBe(0)
})

test('passwords and keys are in files that only their owner can read', async () => {
  for (const name of ['demo-logins.txt', 'demo-keys.txt']) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
  }
  const text = await readFile(join(dataDir, 'demo-logins.txt'), 'utf8')
  for (const { email, password } of logins) expect(text).toContain(`${email}:${password}`)
})

test('a second start creates and changes no records and returns the same log-ins', async () => {
  const before = await storedCount()
  t.clock.advance(DAY_MS)
  expect(await load()).toEqual(logins)
  expect(await storedCount()).toBe(before)
  expect((await (await signIn('customer')).get(ordersApi.list)).body.total).toBe(3)
  expect(await tanksSeenBy('admin')).toHaveLength(DEMO_TANKS.length)
})

test('after the file of log-ins is lost, the next start sets new passwords', async () => {
  await rm(join(dataDir, 'demo-logins.txt'))
  const old = logins
  logins = await load()
  expect(logins.map(({ email }) => email)).toEqual(old.map(({ email }) => email))
  expect(logins.map(({ password }) => password)).not.toEqual(old.map(({ password }) => password))
  await signIn('operator')
})
