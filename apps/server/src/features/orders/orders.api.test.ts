import { ordersApi, type OrderChange, type OrderListQuery } from '@dalyan/contracts/orders'
import { pointsApi } from '@dalyan/contracts/points'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { settingsRepository } from '../settings/settings.repository.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const ITEM = { product: 'Levrek', quantity: 12.5, unit: 'kg' }
const place = (caller: TestUser, body: object = {}) =>
  caller.post(ordersApi.create, { body: { items: [ITEM], ...body } })
async function placed(body: object = {}) {
  const { status, body: order } = await place(kit.as.customer, body)
  expect(status).toBe(201)
  return order
}
const at = ({ id }: { id: number }) => ({ params: { id } })
const change = (order: { id: number }, body: OrderChange, caller: TestUser = kit.as.admin) =>
  caller.put(ordersApi.update, { ...at(order), body })
const read = (order: { id: number }, caller: TestUser = kit.as.admin) => caller.get(ordersApi.get, at(order))
const list = async (query: Partial<OrderListQuery>, caller: TestUser = kit.as.admin) =>
  (await caller.get(ordersApi.list, { query })).body
const pointsOf = async (caller: TestUser, filter_firm_id?: number) =>
  (await caller.get(pointsApi.list, { query: { filter_firm_id } })).body

describe('POST /api/orders', () => {
  test('a customer orders for the own firm, whatever firm the order names', async () => {
    const other = await kit.given.firm()
    const order = await placed({ firm_id: other.id, note: ' Sabah teslim ' })
    expect(order).toMatchObject({
      firm: kit.ownFirm,
      status: 'placed',
      items: [{ ...ITEM, tank: null }],
      note: 'Sabah teslim',
      created_by: { id: kit.as.customer.id },
    })
    expect(order.code).toBe(`S-${1000 + order.id}`)
  })

  test('an admin orders for the named firm and sets the tank of an item', async () => {
    const [firm, tank] = [await kit.given.firm(), await kit.given.tank()]
    const items = [
      { ...ITEM, tank_id: tank.id },
      { ...ITEM, product: 'Çipura' },
    ]
    const { status, body } = await place(kit.as.admin, { firm_id: firm.id, items })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { firm, items: [{ tank: { id: tank.id, code: tank.code } }, { product: 'Çipura', tank: null }] },
    })
  })

  test('orders placed at once get different codes', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => placed()))
    expect(new Set(orders.map(({ code }) => code)).size).toBe(8)
  })

  test.each<[string, object, string, string]>([
    ['no item', { items: [] }, 'items', 'invalid'],
    ['no product', { items: [{ ...ITEM, product: ' ' }] }, 'items.0.product', 'invalid'],
    ['a quantity of 0', { items: [{ ...ITEM, quantity: 0 }] }, 'items.0.quantity', 'invalid'],
    ['no unit', { items: [ITEM, { ...ITEM, unit: '' }] }, 'items.1.unit', 'invalid'],
    ['an endless note', { note: 'a'.repeat(1001) }, 'note', 'invalid'],
  ])('an order with %s is refused', async (_title, body, field, code) => {
    const reply = await place(kit.as.customer, body)
    expect(reply).toMatchObject({ status: 422, body: { code } })
    expect(Object.keys(reply.body.errors ?? {})).toEqual([field])
  })

  test('an order needs a firm', async () => {
    const stray = await kit.someone({ role: 'customer' })
    for (const reply of [await place(stray, { firm_id: kit.ownFirm.id }), await place(kit.as.admin)]) {
      expect(reply).toMatchObject({ status: 422, body: { code: 'order_needs_firm' } })
      expect(reply.body.errors).toHaveProperty('firm_id')
    }
    expect((await place(kit.as.admin, { firm_id: 999_999 })).body.code).toBe('unknown_firm')
  })

  test('only admins may set the tank of an item, and it must exist', async () => {
    const tank = await kit.given.tank({ firm_id: kit.ownFirm.id })
    const items = [ITEM, { ...ITEM, tank_id: tank.id }]
    const refused = await place(kit.as.customer, { items })
    expect(refused).toMatchObject({ status: 422, body: { code: 'origin_by_admins' } })
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['items.1.tank_id'])
    await kit.as.admin.delete(tanksApi.remove, at(tank))
    for (const tank_id of [tank.id, 999_999]) {
      const unknown = await place(kit.as.admin, { firm_id: kit.ownFirm.id, items: [{ ...ITEM, tank_id }] })
      expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown_tank' } })
    }
  })
})

describe('PUT /api/orders/:id', () => {
  test('an order moves forward by one or several steps', async () => {
    const order = await placed()
    for (const status of ['confirmed', 'shipped', 'delivered'] as const) {
      expect(await change(order, { status })).toMatchObject({ status: 200, body: { status } })
    }
    expect((await change(await placed(), { status: 'delivered' })).body.status).toBe('delivered')
  })

  test('an order never moves back, and can be cancelled only before it is shipped', async () => {
    const order = await placed()
    await change(order, { status: 'shipped' })
    for (const status of ['placed', 'confirmed', 'cancelled'] as const) {
      expect(await change(order, { status, note: 'x' })).toMatchObject({ status: 409, body: { code: 'order_step' } })
    }
    expect((await read(order)).body).toMatchObject({ status: 'shipped', note: null })
    const cancelled = await placed()
    expect((await change(cancelled, { status: 'cancelled' })).status).toBe(200)
    expect((await change(cancelled, { status: 'placed' })).body.code).toBe('order_step')
  })

  test('items can change until the order is shipped, the note always; fields not given stay unchanged', async () => {
    const [order, tank] = [await placed({ note: 'Kapıda ödeme' }), await kit.given.tank()]
    const items = [{ product: 'Çipura', quantity: 3, unit: 'kasa', tank_id: tank.id }]
    expect((await change(order, { items, status: 'shipped' })).body).toMatchObject({
      status: 'shipped',
      note: 'Kapıda ödeme',
      items: [{ product: 'Çipura', tank: { code: tank.code } }],
    })
    expect(await change(order, { items: [ITEM] })).toMatchObject({ status: 409, body: { code: 'order_frozen' } })
    expect((await change(order, { note: null })).body).toMatchObject({ note: null, items: [{ product: 'Çipura' }] })
  })

  test('a tank deleted since stays the origin of its item', async () => {
    const tank = await kit.given.tank()
    const items = [{ ...ITEM, tank_id: tank.id }]
    const { body: order } = await place(kit.as.admin, { firm_id: kit.ownFirm.id, items })
    await kit.as.admin.delete(tanksApi.remove, at(tank))
    expect((await change(order, { items })).body.items[0]?.tank?.code).toBe(tank.code)
  })

  test('only users who manage orders may change them and see the tank', async () => {
    const tank = await kit.given.tank({ firm_id: kit.ownFirm.id })
    const order = await placed()
    await change(order, { items: [{ ...ITEM, tank_id: tank.id }] })
    for (const caller of [kit.as.customer, kit.as.operator]) {
      expect((await change(order, { status: 'cancelled' }, caller)).status).toBe(403)
      expect((await read(order, caller)).body.items).toEqual([{ ...ITEM, tank: null }])
      const page = await list({ search: order.code }, caller)
      expect(page.data.map(({ items }) => items[0]?.tank)).toEqual([null])
    }
  })
})

describe('GET /api/orders', () => {
  test('a user sees the orders of the own firm and of the firms below it', async () => {
    const below = await kit.given.firm({ parent_id: kit.ownFirm.id })
    const foreign = await kit.given.firm()
    const [near, far] = await Promise.all(
      [below, foreign].map(async ({ id }) => (await place(kit.as.admin, { firm_id: id })).body),
    )
    const shown = async (caller: TestUser) => (await list({ per_page: 200 }, caller)).data.map(({ id }) => id)
    expect(await shown(kit.as.customer)).toContain(near?.id)
    expect(await shown(kit.as.customer)).not.toContain(far?.id)
    expect(await shown(kit.as.admin)).toEqual(expect.arrayContaining([near?.id, far?.id]))
    expect((await read({ id: far?.id ?? 0 }, kit.as.customer)).status).toBe(404)
    expect((await read({ id: 999_999 })).status).toBe(404)
    expect((await list({ filter_firm_id: foreign.id }, kit.as.customer)).total).toBe(0)
    expect((await list({ filter_firm_id: foreign.id })).data.map(({ id }) => id)).toEqual([far?.id])
  })

  test('the list searches, filters, sorts and pages orders, newest first by default', async () => {
    const firm = await kit.given.firm({ name: 'Şükrü Balık' })
    const make = async (body: object) => (await place(kit.as.admin, { firm_id: firm.id, ...body })).body
    const first = await make({ items: [{ ...ITEM, product: 'Kalkan' }] })
    const second = await make({ note: '100%' })
    await change(first, { status: 'confirmed' })
    const of = async (query: Partial<OrderListQuery>) =>
      (await list({ filter_firm_id: firm.id, ...query })).data.map(({ id }) => id)
    expect(await of({})).toEqual([second.id, first.id])
    expect(await of({ search: 'kalkan' })).toEqual([first.id])
    expect(await of({ search: 'KK' })).toEqual([])
    expect(await of({ search: 'Ka' })).toEqual([first.id])
    expect(await of({ search: '0%' })).toEqual([second.id])
    expect(await of({ search: 'ük' })).toEqual([second.id, first.id])
    expect(await of({ search: 'sukru' })).toEqual([second.id, first.id])
    expect(await of({ filter_status: ['confirmed', 'shipped'] })).toEqual([first.id])
    expect(await of({ sort: [{ field: 'code', descending: false }] })).toEqual([first.id, second.id])
    expect(await of({ sort: [{ field: 'status', descending: true }] })).toEqual([first.id, second.id])
    expect(await of({ page: 2, per_page: 1 })).toEqual([first.id])
    expect((await kit.as.admin.get(ordersApi.list, { query: { sort: 'note' } as never })).status).toBe(422)
  })
})

describe('GET /api/orders/products', () => {
  const productsOf = async (caller: TestUser, filter_firm_id?: number) =>
    (await caller.get(ordersApi.products, { query: { filter_firm_id } })).body.data

  test('names what the firm ordered before, the most ordered first, with the median amount', async () => {
    const firm = await kit.given.firm()
    const owner = await kit.someone({ role: 'customer', firm_id: firm.id })
    const order = (product: string, quantity: number, unit = 'kg') =>
      place(owner, { items: [{ product, quantity, unit }] })
    await order('Çipura', 3)
    for (const quantity of [100, 100, 5]) await order('levrek', quantity)
    await order('Levrek', 120)
    await order('Levrek', 2, 'kasa')
    const cancelled = (await order('Kalkan', 1)).body
    await change(cancelled, { status: 'cancelled' })
    const expected = [
      { product: 'Levrek', unit: 'kg', quantity: 100 },
      { product: 'Levrek', unit: 'kasa', quantity: 2 },
      { product: 'Çipura', unit: 'kg', quantity: 3 },
    ]
    expect(await productsOf(owner)).toEqual(expected)
    expect(await productsOf(kit.as.admin, firm.id)).toEqual(expected)
  })

  test('names nothing of another firm, nor without a firm', async () => {
    const foreign = await kit.given.firm()
    await place(kit.as.admin, { firm_id: foreign.id })
    expect(await productsOf(kit.as.customer, foreign.id)).toEqual([])
    expect(await productsOf(await kit.someone({ role: 'customer' }), foreign.id)).toEqual([])
    expect(await productsOf(kit.as.admin)).toEqual([])
  })
})

describe('GET /api/orders/:id/origins', () => {
  const originsOf = (order: { id: number }, caller: TestUser) => caller.get(ordersApi.origins, at(order))

  test('names the tanks of origin that the caller may see anyway, with their products', async () => {
    const [own, foreign] = [await kit.given.tank({ firm_id: kit.ownFirm.id }), await kit.given.tank()]
    const order = await placed()
    const items = [
      { ...ITEM, tank_id: own.id },
      { ...ITEM, product: 'Çipura', tank_id: foreign.id },
      { ...ITEM, product: 'Mercan', tank_id: own.id },
      { ...ITEM, product: 'Kalkan' },
    ]
    await change(order, { items })
    const ofOwn = { tank: { id: own.id, code: own.code, name: own.name }, products: ['Levrek', 'Mercan'] }
    const ofForeign = { tank: { id: foreign.id, code: foreign.code, name: foreign.name }, products: ['Çipura'] }
    expect((await originsOf(order, kit.as.admin)).body.data).toEqual([ofOwn, ofForeign])
    for (const caller of [kit.as.customer, kit.as.operator])
      expect((await originsOf(order, caller)).body.data).toEqual([ofOwn])
    // A tank that was deleted since is seen by administrators alone.
    await kit.as.admin.delete(tanksApi.remove, at(own))
    expect((await originsOf(order, kit.as.customer)).body.data).toEqual([])
    expect((await originsOf(order, kit.as.admin)).body.data).toEqual([ofOwn, ofForeign])
  })

  test('covers the thirty days until the order was shipped, and until now before that', async () => {
    const order = await placed()
    const days = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 86_400_000
    const before = (await originsOf(order, kit.as.admin)).body
    expect([days(before), Date.parse(before.to)]).toEqual([30, kit.clock.now()])
    await change(order, { status: 'shipped' })
    const shippedAt = kit.clock.now()
    kit.clock.advance(3_600_000)
    await change(order, { status: 'delivered', note: 'Kapıda' })
    const after = (await originsOf(order, kit.as.admin)).body
    expect([days(after), Date.parse(after.to)]).toEqual([30, shippedAt])
  })

  test('is not found for an order of another firm', async () => {
    const { id } = (await place(kit.as.admin, { firm_id: (await kit.given.firm()).id })).body
    expect((await originsOf({ id }, kit.as.customer)).status).toBe(404)
  })
})

describe('points', () => {
  test('a delivered order earns its firm the current rate, once', async () => {
    const firm = await kit.given.firm()
    const owner = await kit.someone({ role: 'customer', firm_id: firm.id })
    const [first, second] = [(await place(owner)).body, (await place(owner)).body]
    expect(await pointsOf(owner)).toEqual({ balance: 0, data: [] })
    const replies = await Promise.all([1, 2, 3].map(() => change(first, { status: 'delivered' })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    await settingsRepository(kit.database).set('points_per_delivered_order', 25)
    await change(second, { status: 'delivered' })
    await settingsRepository(kit.database).set('points_per_delivered_order', 10)
    const { balance, data } = await pointsOf(owner)
    expect([balance, data]).toMatchObject([
      35,
      [
        { points: 25, reason: 'order_delivered', order_id: second.id },
        { points: 10, order_id: first.id },
      ],
    ])
  })

  test('a cancelled order, or any order at a rate of zero, earns no points', async () => {
    const firm = await kit.given.firm()
    const order = async () => (await place(kit.as.admin, { firm_id: firm.id })).body
    await change(await order(), { status: 'cancelled' })
    await settingsRepository(kit.database).set('points_per_delivered_order', 0)
    await change(await order(), { status: 'delivered' })
    await settingsRepository(kit.database).set('points_per_delivered_order', 10)
    expect(await pointsOf(kit.as.admin, firm.id)).toEqual({ balance: 0, data: [] })
  })

  test('a user sees the points of the own firm and, when named, of a firm below it, but of no other', async () => {
    const parent = await kit.given.firm()
    const child = await kit.given.firm({ parent_id: parent.id })
    const owner = await kit.someone({ role: 'operator', firm_id: parent.id })
    for (const { id } of [parent, child, child]) {
      await change((await place(kit.as.admin, { firm_id: id })).body, { status: 'delivered' })
    }
    expect((await pointsOf(owner)).balance).toBe(10)
    expect((await pointsOf(owner, child.id)).balance).toBe(20)
    expect((await pointsOf(kit.as.customer, child.id)).balance).toBe(0)
    expect((await pointsOf(await kit.someone({ role: 'customer' }))).balance).toBe(0)
    const { rows } = await kit.database.query<{ all: number }>('select sum(points)::int as all from points')
    expect((await pointsOf(kit.as.admin)).balance).toBe(rows[0]?.all)
  })
})
