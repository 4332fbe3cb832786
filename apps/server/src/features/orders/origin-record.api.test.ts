import { journalApi } from '@dalyan/contracts/journal'
import type { JournalKind } from '@dalyan/contracts/journal-words'
import { ordersApi, type OrderStatus } from '@dalyan/contracts/orders'
import { originRecordsApi } from '@dalyan/contracts/origin-records'
import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GivenTank, givenAlarm } from '../../../tests/given-alarm.ts'
import { storeHistory } from '../../../tests/ph-history.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'
import { instantAt } from '../../core/clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let kit: TestApp
let grower: { id: number; name: string }
let tank: Tank
let terminal: Terminal
let other: { id: number; code: string }
/** When the tank's history ends, epoch milliseconds. */
let end: number

beforeAll(async () => {
  kit = await startTestApp({ BASE_URL: 'https://dalyan.example' })
  grower = await kit.given.firm({ name: 'Ege Su Ürünleri' })
  const template = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.5 } } })
  // A reading holds until the next one.
  terminal = await kit.given.terminal({ expected_interval_seconds: 1800 })
  tank = await kit.given.tank({
    firm_id: grower.id,
    status: 'active',
    notes: 'Gizli not',
    iot_ids: [terminal.id],
    range_template_id: template.id,
  })
  other = await kit.given.tank({ firm_id: grower.id })
  end = Math.floor(kit.clock.now() / HOUR_MS) * HOUR_MS
  // Half-hourly for forty days, out of range for one hour five days ago, and without a reading on the eleventh and twelfth day before now.
  const times = Array.from({ length: 40 * 48 }, (_, i) => end - 40 * DAY_MS + i * 1_800_000)
  const isMissing = (at: number) => at >= end - 12 * DAY_MS && at < end - 10 * DAY_MS
  const isOut = (at: number) => at >= end - 5 * DAY_MS && at < end - 5 * DAY_MS + HOUR_MS
  await storeHistory(
    kit.database,
    times
      .filter((at) => !isMissing(at))
      .map((at) => ({
        terminal_id: terminal.id,
        tank_id: tank.id,
        measured_at: at,
        ph: isOut(at) ? 9 : at < end - 30 * DAY_MS ? 7.1 : 7.5,
        isOut: isOut(at),
      })),
  )
})
afterAll(() => kit.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const open = (token: string) => kit.as.visitor.post(originRecordsApi.open, { body: { token } })
const update = (order: { id: number }, body: object) => kit.as.admin.put(ordersApi.update, { ...at(order), body })
const step = (order: { id: number }, status: OrderStatus) => update(order, { status })

const ITEMS = () => [
  { product: 'Buz', quantity: 1, unit: 'kg' },
  { product: 'Levrek', quantity: 12.5, unit: 'kg', tank_id: tank.id },
]

async function ordered(items: object[] = ITEMS()) {
  const { status, body } = await kit.as.admin.post(ordersApi.create, {
    body: { firm_id: kit.ownFirm.id, items, note: 'Sipariş notu' } as never,
  })
  expect(status).toBe(201)
  return body
}

async function linksOf(order: { id: number }, caller: TestUser = kit.as.admin) {
  const { body } = await caller.get(ordersApi.recordLinks, at(order))
  return body.data.map((link) => ({ ...link, token: new URL(link.url).hash.slice(1) }))
}
const tokenOf = async (order: { id: number }) => (await linksOf(order))[0]?.token ?? ''

describe('the codes of an order', () => {
  test('are given for each item with an origin, the same ones every time, to users who may see the order', async () => {
    const order = await ordered()
    const links = await linksOf(order, kit.as.customer)
    expect(links).toMatchObject([{ position: 2, product: 'Levrek', quantity: 12.5, unit: 'kg' }])
    expect(links[0]?.url).toMatch(/^https:\/\/dalyan\.example\/origin-record#[\w.-]+$/)
    expect(await linksOf(order)).toEqual(links)
    const stranger = await kit.someone({ role: 'customer', firm_id: (await kit.given.firm()).id })
    expect((await stranger.get(ordersApi.recordLinks, at(order))).status).toBe(404)
  })

  test('exist for orders from before this installation made any', async () => {
    const { id } = await kit.database.db
      .insertInto('orders')
      .values({ firm_id: kit.ownFirm.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kit.database.db
      .insertInto('order_items')
      .values({ order_id: id, position: 1, product: 'Çipura', quantity: 3, unit: 'kg', tank_id: tank.id })
      .execute()
    expect(await open(await tokenOf({ id }))).toMatchObject({ status: 200, body: { product: 'Çipura' } })
  })

  test('are none for a cancelled order', async () => {
    const order = await ordered()
    const token = await tokenOf(order)
    await step(order, 'cancelled')
    expect(await linksOf(order)).toEqual([])
    expect(await open(token)).toMatchObject({ status: 404, body: { code: 'link_over' } })
  })
})

describe('the record of a code', () => {
  let token: string
  beforeEach(async () => {
    token = await tokenOf(await ordered())
  })

  test('has the item, the grower and what was measured in thirty days, with its gaps', async () => {
    const { status, body } = await open(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      product: 'Levrek',
      quantity: 12.5,
      unit: 'kg',
      grower: grower.name,
      tank_code: tank.code,
      shipped_at: null,
      kept_from: null,
    })
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(30 * DAY_MS)
    const [ph, ...others] = body.metrics
    expect(others).toEqual([])
    expect(ph).toMatchObject({ metric: 'ph', min: 7.5, max: 9, out_of_range_seconds: expect.closeTo(3600, -2) })
    expect(ph?.avg).toBeCloseTo(7.5, 1)
    expect(ph?.limits).toMatchObject([{ min: 7, max: 8.5 }])
    // Two of thirty days have no reading.
    expect(body.hours - (ph?.measured_hours ?? 0)).toBeGreaterThanOrEqual(48)
    expect(body.hours - (ph?.measured_hours ?? 0)).toBeLessThanOrEqual(51)
    const days = ph?.days.map(({ day }) => day) ?? []
    // The day of Türkiye in the middle of the two is without a reading from its start to its end.
    const inTurkey = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul' })
    expect(days).not.toContain(inTurkey.format(end - 11 * DAY_MS))
    expect(days.length).toBeGreaterThanOrEqual(28)
    expect(ph?.days.filter(({ max }) => max > 8.5)).toHaveLength(1)
  })

  test('names no user and no note', async () => {
    const reply = JSON.stringify((await open(token)).body)
    for (const hidden of ['Gizli not', 'Sipariş notu', kit.ownFirm.name, 'created_by', '_id'])
      expect(reply).not.toContain(hidden)
  })

  test('counts the alarms of the period, and how long they lasted in it', async () => {
    const at = (ms: number) => instantAt(end - 5 * DAY_MS + ms)
    const span = { raised_at: at(60_000), out_since: at(0), cleared_at: at(HOUR_MS), state: 'closed' as const }
    const given = { ...tank, terminal } as GivenTank
    await givenAlarm(kit, given, span)
    await givenAlarm(kit, given, { ...span, metric: null, kind: 'silent', cleared_at: at(2 * HOUR_MS) })
    kit.clock.advance(60_000)
    expect((await open(token)).body.alarms).toEqual({
      out: { count: 1, seconds: 3600 },
      silent: { count: 1, seconds: 7200 },
    })
  })

  test('names treatments and water changes by kind and day, each once', async () => {
    const day = end - 3 * DAY_MS
    const write = (kind: JournalKind, ms: number) =>
      kit.as.admin.post(journalApi.write, {
        body: { id: crypto.randomUUID(), tank_id: tank.id, kind, at: new Date(ms).toISOString(), note: 'Defter notu' },
      })
    for (const entry of [
      write('treatment', day),
      write('treatment', day + 60_000),
      write('water_change', day),
      write('feeding', day),
      write('treatment', end - 40 * DAY_MS),
    ])
      expect((await entry).status).toBe(201)
    // Another caller may have asked within the same minute.
    kit.clock.advance(60_000)
    const { body } = await open(token)
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(day)
    expect(body.work).toEqual([
      { day: date, kind: 'treatment' },
      { day: date, kind: 'water_change' },
    ])
    expect(JSON.stringify(body)).not.toContain('Defter notu')
  })
})

describe('the period of a record', () => {
  test('ends when the order was shipped, and stays so', async () => {
    const order = await ordered()
    const token = await tokenOf(order)
    await step(order, 'shipped')
    const shipped_at = new Date(kit.clock.now()).toISOString()
    kit.clock.advance(3 * DAY_MS)
    await step(order, 'delivered')
    expect((await open(token)).body).toMatchObject({ shipped_at, to: shipped_at })
    expect(await tokenOf(order)).toBe(token)
  })

  test('moves with the clock until then', async () => {
    const token = await tokenOf(await ordered())
    const before = (await open(token)).body
    kit.clock.advance(HOUR_MS)
    const after = (await open(token)).body
    expect(Date.parse(after.to) - Date.parse(before.to)).toBe(HOUR_MS)
  })

  test('says since when readings are kept, and shows no zeros for a period before that', async () => {
    const order = await ordered()
    const token = await tokenOf(order)
    const state = await kit.database.query('select rolled_6h_from, rolled_15m_from, raw_from from rollup_state')
    const keep = (from: string) =>
      kit.database.query('update rollup_state set rolled_6h_from = $1, rolled_15m_from = $1, raw_from = $1', [from])
    const part = new Date(Math.floor((end - 10 * DAY_MS) / DAY_MS) * DAY_MS).toISOString()
    await keep(part)
    kit.clock.advance(60_000)
    const some = (await open(token)).body
    expect(some.kept_from).toBe(part)
    expect(some.hours).toBeLessThan(17 * 24)

    const later = new Date(kit.clock.now() + DAY_MS).toISOString()
    await keep(later)
    kit.clock.advance(60_000)
    const none = (await open(token)).body
    expect(none).toMatchObject({ kept_from: later, hours: 0, metrics: [] })
    const before = state.rows[0] as Record<string, string>
    await kit.database.query('update rollup_state set rolled_6h_from = $1, rolled_15m_from = $2, raw_from = $3', [
      before['rolled_6h_from'],
      before['rolled_15m_from'],
      before['raw_from'],
    ])
  })
})

describe('a code ends', () => {
  test('when its item gets another origin or loses it, and is the old one when the origin comes back', async () => {
    const order = await ordered()
    const token = await tokenOf(order)
    const [ice, fish] = ITEMS()
    await update(order, { items: [ice, { ...fish, tank_id: other.id }] })
    expect((await open(token)).status).toBe(404)
    const next = await tokenOf(order)
    expect(next).not.toBe(token)
    expect((await open(next)).body.tank_code).toBe(other.code)
    await update(order, { items: [ice, { ...fish, tank_id: null }] })
    expect((await open(next)).status).toBe(404)
    expect(await linksOf(order)).toEqual([])
    await update(order, { items: ITEMS() })
    expect(await tokenOf(order)).toBe(token)
  })

  test('and the same answer is given for a forged, an altered and a malformed one', async () => {
    const [order, another] = [await ordered(), await ordered()]
    const token = await tokenOf(order)
    const [, position, signature = ''] = token.split('.')
    const forged = [
      `${another.id.toString(36)}.${position}.${signature}`,
      `${order.id.toString(36)}.1.${signature}`,
      `${order.id.toString(36)}.${position}.${'A'.repeat(43)}`,
      `${(2_000_000_000).toString(36)}.1.${signature}`,
      `${signature}`,
      '',
    ]
    const answers = await Promise.all(
      forged.map(async (one) => {
        const { status, body } = await open(one)
        return JSON.stringify({ status, body })
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('link_over')
    expect((await open('x'.repeat(101))).status).toBe(422)
  })

  test('not when the tank is deleted: the goods came from it', async () => {
    const gone = await kit.given.tank({ firm_id: grower.id })
    const order = await ordered([{ product: 'Levrek', quantity: 1, unit: 'kg', tank_id: gone.id }])
    const token = await tokenOf(order)
    await kit.as.admin.delete(tanksApi.remove, at(gone))
    expect(await open(token)).toMatchObject({ status: 200, body: { tank_code: gone.code, metrics: [] } })
  })
})
