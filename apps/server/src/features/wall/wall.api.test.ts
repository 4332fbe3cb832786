import { alarmsApi } from '@dalyan/contracts/alarms'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { tankModesApi } from '@dalyan/contracts/tank-modes'
import { tanksApi, type Tank } from '@dalyan/contracts/tanks'
import { Wall, wallApi, type WallTank } from '@dalyan/contracts/wall'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'

const MINUTE = 60_000

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

/** The overview, which must have the shape of the contract to the last field. */
const wall = async (caller: TestUser) => {
  const { body } = await caller.get(wallApi.get)
  expect(z.parse(Wall, body)).toEqual(body)
  return body
}
const find = async (caller: TestUser, { id }: Pick<Tank, 'id'>): Promise<WallTank> => {
  const tank = (await wall(caller)).tanks.find((one) => one.id === id)
  if (!tank) throw new Error('not on the overview')
  return tank
}

/** An active tank of the firm with limits, and a function that sends a reading of its terminal. */
async function limitedTank(firm_id: number, location: string | null = null) {
  const ranges = { ph: { min: 7, max: 8.5, severity: 'warning' as const, critical_max: 10 } }
  const template = await kit.given.rangeTemplate({ delay_seconds: 0, ranges })
  const terminal = await kit.given.terminal()
  const wish = { firm_id, range_template_id: template.id, iot_ids: [terminal.id], location }
  const tank = await kit.given.tank({ ...wish, status: 'active' })
  const send = async (reading: object) => {
    const headers = { authorization: `Bearer ${terminal.code}:${terminal.key}` }
    const sent = await kit.app.server.inject({
      method: 'POST',
      url: deviceApi.measurements.path,
      headers,
      payload: reading,
    })
    expect(sent.statusCode).toBe(201)
  }
  return { tank, send }
}

test('an empty farm has an empty overview', async () => {
  expect(await wall(kit.as.admin)).toEqual({
    places: [],
    tanks: [],
    incidents: [],
    watch: { watched: 0, total: 0, checked_at: expect.any(String), interruption: null },
  })
})

test('the overview shows the tanks of the caller’s firms alone, by place', async () => {
  const foreign = await kit.given.firm()
  const hidden = await limitedTank(foreign.id, 'B salonu')
  const { tank } = await limitedTank(kit.ownFirm.id, 'B salonu')
  await kit.given.tank({ firm_id: kit.ownFirm.id, location: 'A salonu 2' })
  await kit.given.tank({ firm_id: kit.ownFirm.id, location: 'A salonu 10' })
  await kit.given.tank({ firm_id: kit.ownFirm.id })
  const shown = await wall(kit.as.customer)
  expect(shown.places).toEqual([
    { name: 'A salonu 2', tanks: 1 },
    { name: 'A salonu 10', tanks: 1 },
    { name: 'B salonu', tanks: 1 },
    { name: null, tanks: 1 },
  ])
  expect(shown.tanks.map(({ id }) => id)).not.toContain(hidden.tank.id)
  expect(shown.watch).toMatchObject({ watched: 0, total: 1 })
  expect((await wall(kit.as.admin)).tanks.map(({ id }) => id)).toContain(hidden.tank.id)
  await kit.as.admin.delete(tanksApi.remove, { params: { id: tank.id } })
  expect((await wall(kit.as.customer)).tanks).toHaveLength(3)
})

test('an overview of named tanks holds no others, and none that the caller may not see', async () => {
  const foreign = await kit.given.tank({ firm_id: (await kit.given.firm()).id })
  const [first, second] = [
    await kit.given.tank({ firm_id: kit.ownFirm.id }),
    await kit.given.tank({ firm_id: kit.ownFirm.id }),
  ]
  const query = { tank_ids: [first.id, foreign.id] }
  const shown = (await kit.as.operator.get(wallApi.get, { query })).body
  expect(shown.tanks.map(({ id }) => id)).toEqual([first.id])
  expect((await wall(kit.as.operator)).tanks.map(({ id }) => id)).toContain(second.id)
})

test('a tank goes from normal through warning and critical to silent, and its last value keeps its mark', async () => {
  const { tank, send } = await limitedTank(kit.ownFirm.id)
  expect(await find(kit.as.operator, tank)).toMatchObject({ state: 'silent', lead: null, spark: null, values: {} })
  await send({ ph: 8, tank_temperature: 18.5 })
  const normal = await find(kit.as.operator, tank)
  expect(normal).toMatchObject({
    code: tank.code,
    state: 'normal',
    lead: 'tank_temperature',
    values: { ph: { value: 8, out: false }, tank_temperature: { value: 18.5 } },
    limits: { ph: { min: 7, max: 8.5 } },
    mode: null,
    forewarning: null,
  })
  expect(normal.last_measured_at).toBe(normal.values.ph?.measured_at)

  kit.clock.advance(MINUTE)
  await send({ ph: 9, measured_at: new Date(kit.clock.now()).toISOString() })
  expect(await find(kit.as.operator, tank)).toMatchObject({ state: 'warn', lead: 'ph', values: { ph: { out: true } } })
  const { id = 0 } = (await kit.as.operator.get(alarmsApi.list, { query: { tank_id: tank.id } })).body.data[0] ?? {}
  await kit.as.operator.post(alarmsApi.acknowledge, { params: { id }, body: { note: 'Elif bakıyor' } })
  const { incidents } = (await kit.as.operator.get(wallApi.get)).body
  // Screens without a session show the same answer.
  expect(incidents.flatMap(({ alarms }) => alarms).find((alarm) => alarm.id === id)).toMatchObject({
    state: 'active_ack',
    acknowledged_by: null,
    note: null,
  })
  expect(await find(kit.as.operator, tank)).toMatchObject({ state: 'warn', acknowledged: true })

  kit.clock.advance(MINUTE)
  await send({ ph: 11, measured_at: new Date(kit.clock.now()).toISOString() })
  expect(await find(kit.as.operator, tank)).toMatchObject({ state: 'crit', acknowledged: false, critical: true })
  expect((await wall(kit.as.operator)).watch.watched).toBe(1)

  kit.clock.advance(60 * MINUTE)
  expect(await find(kit.as.operator, tank)).toMatchObject({
    state: 'silent',
    critical: true,
    lead: 'ph',
    values: { ph: { value: 11, out: true } },
  })
  expect((await wall(kit.as.operator)).watch.watched).toBe(0)
  await kit.as.operator.put(tanksApi.update, { params: { id: tank.id }, body: { status: 'suspended' } })
  expect(await find(kit.as.operator, tank)).toMatchObject({
    state: 'suspended',
    limits: {},
    values: { ph: { out: false } },
  })
})

test('the course holds the least and the greatest value of each quarter of an hour, rolled up or not', async () => {
  const { tank, send } = await limitedTank(kit.ownFirm.id)
  const now = kit.clock.now()
  const at = (minutes: number) => new Date(now - minutes * MINUTE).toISOString()
  const older = [
    { tank_temperature: 49, measured_at: at(7 * 60) },
    { tank_temperature: 16, measured_at: at(45) },
  ]
  await kit.database.query('update rollup_state set done_until = $1, mark_until = $1', [at(60)])
  await send(older)
  await kit.database.query(
    `insert into rollup_15m (bucket, terminal_id, tank_id, n, tank_temperature_min, tank_temperature_avg, tank_temperature_max, tank_temperature_n)
    select date_bin('15 min', $1::timestamptz, 'epoch'), terminal_id, tank_id, 3, 14, 15, 16, 3 from latest where tank_id = $2`,
    [at(300), tank.id],
  )
  await send({ tank_temperature: 17, measured_at: at(0.5) })
  const { spark } = await find(kit.as.operator, tank)
  const present = (list: readonly (number | null)[] = []) => list.filter((value) => value !== null)
  expect(spark).toMatchObject({ metric: 'tank_temperature', step_seconds: 900 })
  expect(spark?.min).toHaveLength(25)
  expect(present(spark?.min)).toEqual([14, 16, 17])
  expect(present(spark?.max)).toEqual([16, 16, 17])

  // The newest value joins the course at once; the others when the course is read again.
  await send({ tank_temperature: 12, measured_at: at(0.5 - 0.001) })
  const later = await find(kit.as.operator, tank)
  expect(present(later.spark?.min)).toEqual([14, 16, 12])
  expect(present(later.spark?.max)).toEqual([16, 16, 17])
})

test('the same overview is answered with 304 while nothing but the time of the check has changed', async () => {
  const first = await kit.as.operator.get(wallApi.get)
  const etag = String(first.headers['etag'])
  const headers = { 'if-none-match': etag }
  expect((await kit.as.operator.get(wallApi.get, { headers })).status).toBe(304)
  const { send } = await limitedTank(kit.ownFirm.id)
  await send({ ph: 8 })
  expect((await kit.as.operator.get(wallApi.get, { headers })).status).toBe(200)
})

test('the evidence of an incident is in the caller’s language', async () => {
  const evidence = async (language: string) => {
    const { body } = await kit.as.operator.get(wallApi.get, { headers: { 'accept-language': language } })
    return body.incidents.map((incident) => incident.evidence)
  }
  expect(await evidence('tr')).toContainEqual(expect.stringMatching(/alarm/))
  expect(await evidence('en')).toContainEqual(expect.stringMatching(/began/))
  expect(await evidence('en')).not.toEqual(await evidence('tr'))
})

test('an acknowledgement shows at once in the incidents, and a tank’s incident in the overview of that tank alone', async () => {
  const { tank, send } = await limitedTank(kit.ownFirm.id)
  await send({ ph: 9 })
  const openOf = async () =>
    (await wall(kit.as.operator)).incidents.find(({ tanks }) => tanks.some(({ id }) => id === tank.id))
  const incident = await openOf()
  expect(incident?.state).toBe('active_unack')
  const { id = 0 } = incident?.alarms[0] ?? {}
  await kit.as.operator.post(alarmsApi.acknowledge, { params: { id }, body: { note: 'Bakılıyor' } })
  expect(await openOf()).toMatchObject({ state: 'active_ack', alarms: [{ id, acknowledged_by: null, note: null }] })
  const { body } = await kit.as.operator.get(wallApi.get, { query: { tank_ids: [tank.id] } })
  expect(body.incidents.map((one) => one.id)).toEqual([incident?.id])
})

test('the list of tanks by danger has the order of the states of the overview', async () => {
  const firm = await kit.given.firm()
  const farm = async () => limitedTank(firm.id)
  const stale = await farm()
  await stale.send({ ph: 7.5 })
  kit.clock.advance(3 * MINUTE)
  const [crit, warn, normal, held] = [await farm(), await farm(), await farm(), await farm()]
  await normal.send({ ph: 7.5 })
  await held.send({ ph: 7.5 })
  await warn.send({ ph: 9 })
  await crit.send({ ph: 10.5 })
  const [silent, suspended] = [await farm(), await kit.given.tank({ firm_id: firm.id, status: 'inactive' })]
  const mode = { name: 'cleaning' as const, minutes: 30, metrics: ['ph' as const] }
  expect((await kit.as.admin.post(tankModesApi.start, { params: { id: held.tank.id }, body: mode })).status).toBe(201)
  const stateOf = new Map((await wall(kit.as.admin)).tanks.map(({ id, state }) => [id, state]))
  const query = { filter_firm_id: firm.id, sort: [{ field: 'danger' as const, descending: false }] }
  const list = async () => (await kit.as.admin.get(tanksApi.list, { query })).body.data.map(({ id }) => id)
  const ids = await list()
  expect(ids.map((id) => stateOf.get(id))).toEqual(['crit', 'silent', 'warn', 'stale', 'mode', 'normal', 'suspended'])
  expect(ids).toEqual([crit, silent, warn, stale, held, normal].map(({ tank }) => tank.id).concat(suspended.id))
  // From the sixth time on, PostgreSQL uses a plan for all values.
  for (let again = 0; again < 15; again += 1) expect(await list()).toEqual(ids)
  const { body } = await kit.as.admin.get(tanksApi.neighbours, { params: { id: stale.tank.id }, query })
  expect(body).toMatchObject({ previous: { id: warn.tank.id }, next: { id: held.tank.id }, position: 4 })
})
