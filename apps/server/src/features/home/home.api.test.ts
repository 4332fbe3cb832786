import { alarmsApi } from '@dalyan/contracts/alarms'
import { homeApi } from '@dalyan/contracts/home'
import { ordersApi } from '@dalyan/contracts/orders'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const home = async (caller: TestUser) => (await caller.get(homeApi.home)).body
const EMPTY = {
  alarms: { open: 0, unacknowledged: 0, shelved: 0, worst: [] },
  tanks: {
    total: 0,
    active: 0,
    watched: 0,
    out_of_range: 0,
    silent_out: 0,
    stale: 0,
    checked_at: expect.any(String),
    interruption: null,
  },
  orders: [],
  points: { balance: 0 },
}

/** An active tank of the firm whose newest pH is out of its range. */
async function tankInAlarm(firm_id: number, severity: 'critical' | 'warning') {
  const template = await kit.given.rangeTemplate({ delay_seconds: 0, ranges: { ph: { min: 7, max: 8.5, severity } } })
  const terminal = await kit.given.terminal()
  const of = { firm_id, range_template_id: template.id, iot_ids: [terminal.id] }
  const tank = await kit.given.tank({ ...of, status: 'active' })
  expect(await kit.send(terminal, { ph: 9.9 })).toBe(201)
  return tank
}

test('an empty installation and a user without a firm have an empty home page', async () => {
  expect(await home(kit.as.admin)).toEqual(EMPTY)
  expect(await home(await kit.someone({ role: 'customer' }))).toEqual(EMPTY)
})

test('the home page shows only the caller’s firm: alarms, worst first, tanks, latest orders and points', async () => {
  const foreign = await kit.given.firm()
  await tankInAlarm(foreign.id, 'critical')
  for (let n = 0; n < 6; n += 1) await tankInAlarm(kit.ownFirm.id, n === 2 ? 'critical' : 'warning')
  await kit.given.tank({ firm_id: kit.ownFirm.id })
  const order = async (firm_id: number) =>
    (
      await kit.as.admin.post(ordersApi.create, {
        body: { firm_id, items: [{ product: 'Levrek', quantity: 1, unit: 'kg' }] },
      })
    ).body
  const orders = []
  for (let n = 0; n < 6; n += 1) orders.push(await order(kit.ownFirm.id))
  await order(foreign.id)
  await kit.as.admin.put(ordersApi.update, { params: { id: orders[0]?.id ?? 0 }, body: { status: 'delivered' } })

  const shown = await home(kit.as.operator)
  expect(shown).toMatchObject({
    alarms: { open: 6, unacknowledged: 6 },
    tanks: { total: 7, active: 6, watched: 6, out_of_range: 6, stale: 0 },
    points: { balance: 10 },
  })
  expect(shown.alarms.worst.map(({ severity }) => severity)).toEqual([
    'critical',
    'warning',
    'warning',
    'warning',
    'warning',
  ])
  expect(shown.orders.map(({ code }) => code)).toEqual(
    orders
      .slice(1)
      .toReversed()
      .map(({ code }) => code),
  )
  const { tanks, ...rest } = shown
  expect(await home(kit.as.customer)).toMatchObject({ ...rest, tanks: { ...tanks, checked_at: expect.any(String) } })

  await kit.as.operator.post(alarmsApi.acknowledge, { params: { id: shown.alarms.worst[0]?.id ?? 0 }, body: {} })
  expect((await home(kit.as.operator)).alarms).toMatchObject({ open: 6, unacknowledged: 5 })
  expect((await home(kit.as.admin)).alarms).toMatchObject({ open: 7, unacknowledged: 6 })
  await kit.database.query(`update alarms set shelved_until = now() + interval '1 hour'`)
  // Shelved alarms stay counted on every screen (docs/behaviour/alarms.md).
  expect((await home(kit.as.admin)).alarms).toEqual({ open: 0, unacknowledged: 0, shelved: 7, worst: [] })
  expect((await home(kit.as.operator)).alarms.shelved).toBe(6)
})

test('a tank of a quick and a slow terminal is watched while its newest value with limits is fresh', async () => {
  const firm = await kit.given.firm()
  const operator = await kit.someone({ role: 'operator', firm_id: firm.id })
  const template = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.5 } } })
  const [quick, slow] = [
    await kit.given.terminal({ expected_interval_seconds: 10 }),
    await kit.given.terminal({ expected_interval_seconds: 600 }),
  ]
  const iot_ids = [quick.id, slow.id]
  await kit.given.tank({ firm_id: firm.id, range_template_id: template.id, iot_ids, status: 'active' })
  const age = (terminal: { id: number }, metric: 'ph' | 'salinity', seconds: number) =>
    kit.database.query(`update latest set ${metric}_at = now() - $2 * interval '1 s' where terminal_id = $1`, [
      terminal.id,
      seconds,
    ])
  const watched = async () => (await home(operator)).tanks.watched
  // The newest value of the tank has no limits.
  expect(await kit.send(quick, { salinity: 36 })).toBe(201)
  expect(await watched()).toBe(0)
  expect(await kit.send(slow, { ph: 8 })).toBe(201)
  await age(slow, 'ph', 1_000)
  expect(await watched()).toBe(1)
  // The slow terminal's value is still fresh, and replaced by one that is not.
  expect(await kit.send(quick, { ph: 8, salinity: 36 })).toBe(201)
  await age(quick, 'ph', 900)
  expect(await watched()).toBe(0)
  await age(quick, 'ph', 5)
  expect(await watched()).toBe(1)
})

test('only active tanks whose limits are in use and apply to a fresh value are watched', async () => {
  const firm = await kit.given.firm()
  const operator = await kit.someone({ role: 'operator', firm_id: firm.id })
  const tanks = async () => (await home(operator)).tanks
  const limited = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.5 } } })
  const unused = await kit.given.rangeTemplate({ active: false, ranges: { ph: { min: 7, max: 8.5 } } })
  async function tank(
    range_template_id: number | null,
    payload: object | null,
    status: 'active' | 'suspended' = 'active',
  ) {
    const terminal = await kit.given.terminal()
    const made = await kit.given.tank({ firm_id: firm.id, range_template_id, iot_ids: [terminal.id], status: 'active' })
    if (payload) {
      expect(await kit.send(terminal, payload)).toBe(201)
    }
    if (status !== 'active') await kit.as.admin.put(tanksApi.update, { params: { id: made.id }, body: { status } })
  }
  await tank(limited.id, { ph: 8 })
  expect(await tanks()).toMatchObject({ total: 1, active: 1, watched: 1 })
  await tank(limited.id, null)
  await tank(null, { ph: 8 })
  await tank(unused.id, { ph: 8 })
  // The limits are for another metric than the terminal measures.
  await tank(limited.id, { salinity: 36 })
  await tank(limited.id, { ph: 8 }, 'suspended')
  expect(await tanks()).toMatchObject({ total: 6, active: 5, watched: 1, out_of_range: 0 })
  const before = await tanks()
  await kit.database.query(
    `update latest set ph_at = ph_at - interval '1 day', received_at = received_at - interval '1 day'`,
  )
  const after = await tanks()
  expect(after).toMatchObject({ active: 5, watched: 0 })
  expect(Date.parse(after.checked_at)).toBeGreaterThanOrEqual(Date.parse(before.checked_at))
})

test('the strip of the last day shows since when each tank of the firm is out of range, or silent', async () => {
  const firm = await kit.given.firm()
  const operator = await kit.someone({ role: 'operator', firm_id: firm.id })
  const out = await tankInAlarm(firm.id, 'warning')
  const back = await tankInAlarm(firm.id, 'critical')
  const silent = await tankInAlarm(firm.id, 'warning')
  const well = await kit.given.tank({ firm_id: firm.id, status: 'active' })
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString()
  const set = (columns: string, id: number, times: string[]) =>
    kit.database.query(`update alarms set ${columns} where tank_id = $1`, [id, ...times])
  await set('out_since = $2', out.id, [hours(30)])
  await set("out_since = $2, cleared_at = $3, state = 'rtn_unack'", back.id, [hours(3), hours(2)])
  await set("out_since = $2, kind = 'silent'", silent.id, [hours(1)])
  const { day } = (await operator.get(homeApi.now)).body
  expect(day.quiet).toBe(0)
  const spans = Object.fromEntries(day.tanks.map((tank) => [tank.id, tank.spans]))
  const about = (seconds: number) => expect.closeTo(seconds, -2)
  expect(spans).toEqual({
    [out.id]: [{ from: 0, to: about(86_400), kind: 'warning' }],
    [back.id]: [{ from: about(75_600), to: about(79_200), kind: 'critical' }],
    [silent.id]: [{ from: about(82_800), to: about(86_400), kind: 'silent' }],
    [well.id]: [],
  })
})

test('the home page counts the open incidents of the own firm and the silent tanks, and shows the six most urgent', async () => {
  const firm = await kit.given.firm()
  const operator = await kit.someone({ role: 'operator', firm_id: firm.id })
  const read = async () => (await operator.get(homeApi.now)).body.incidents
  const nothing = { alarms: 0, tanks: 0, longest_seconds: 0 }
  expect(await read()).toEqual({
    active: 0,
    shown: [],
    critical_tanks: 0,
    warning_tanks: 0,
    silent_tanks: 0,
    unmeasured_tanks: 0,
    returned: nothing,
  })
  for (let n = 0; n < 7; n += 1) await tankInAlarm(firm.id, n === 3 ? 'critical' : 'warning')
  const all = await read()
  expect(all).toMatchObject({ active: 7, critical_tanks: 1, warning_tanks: 6, returned: nothing })
  expect(all.shown.map(({ severity }) => severity)).toEqual(['critical', ...Array.from({ length: 5 }, () => 'warning')])

  const [first, second, third, fourth] = all.shown.map(({ alarms }) => alarms[0]?.id)
  await kit.database.query(
    `update alarms set state = 'rtn_unack', cleared_at = out_since + interval '4 min' where id = $1`,
    [first],
  )
  await kit.database.query(`update alarms set shelved_until = now() + interval '1 hour' where id = $1`, [second])
  // Another terminal still delivers to the tank of the fourth.
  const silent = "update alarms set kind = 'silent', metric = null, severity = $2 where id = $1"
  await kit.database.query(silent, [third, 'critical'])
  await kit.database.query(silent, [fourth, 'warning'])
  expect(await read()).toMatchObject({
    active: 5,
    critical_tanks: 0,
    warning_tanks: 3,
    silent_tanks: 1,
    unmeasured_tanks: 1,
    returned: { alarms: 1, tanks: 1, longest_seconds: 240 },
  })
})

test('of alarms of one severity the home page shows a value out of range before silences that began after it', async () => {
  const firm = await kit.given.firm()
  const operator = await kit.someone({ role: 'operator', firm_id: firm.id })
  const [out, warning] = [await tankInAlarm(firm.id, 'critical'), await tankInAlarm(firm.id, 'warning')]
  const silent = []
  for (let n = 0; n < 3; n += 1) silent.push((await tankInAlarm(firm.id, 'critical')).id)
  await kit.database.query(`update alarms set kind = 'silent', metric = null where tank_id = any($1)`, [silent])
  const { worst } = (await home(operator)).alarms
  expect(worst.map(({ tank }) => tank?.id)).toEqual([out.id, ...silent.toReversed(), warning.id])
})

test('a user reads who is on call for the own firm, and which alarms are shelved', async () => {
  const firm = await kit.given.firm()
  const operator = await kit.someone({ role: 'operator', firm_id: firm.id })
  await tankInAlarm(firm.id, 'warning')
  expect((await operator.get(homeApi.now)).body).toMatchObject({ duty: [], shelved: [] })
  await kit.database.query('insert into on_call (firm_id, position, user_id, delay_minutes) values ($1, 0, $2, 0)', [
    firm.id,
    operator.id,
  ])
  const [alarm] = (await home(operator)).alarms.worst
  await operator.post(alarmsApi.shelve, {
    params: { id: alarm?.id ?? 0 },
    body: { minutes: 30, reason: 'Temizlik' },
  })
  expect((await operator.get(homeApi.now)).body).toMatchObject({
    duty: [{ firm: { id: firm.id }, on_call: [{ user: { id: operator.id }, delay_minutes: 0 }] }],
    shelved: [{ id: alarm?.id, shelve_reason: 'Temizlik' }],
  })
})
