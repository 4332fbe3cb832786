import { DISPLAY_HEADER } from '@dalyan/contracts/display-header'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { displayLinksApi, MOST_LINK_DAYS } from '@dalyan/contracts/display-links'
import { journalApi } from '@dalyan/contracts/journal'
import { logsApi } from '@dalyan/contracts/logs'
import type { Series } from '@dalyan/contracts/measurements'
import { planApi } from '@dalyan/contracts/plan'
import { sharedTankApi, type SharedTank } from '@dalyan/contracts/shared-tanks'
import { tanksApi } from '@dalyan/contracts/tanks'
import { wallApi } from '@dalyan/contracts/wall'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { makeSecret } from '../../core/secrets/random-secret.ts'

const DAY_MS = 86_400_000

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp({ BASE_URL: 'https://dalyan.example' })
})
afterAll(() => kit.close())

const inDays = (days: number) => new Date(kit.clock.now() + days * DAY_MS).toISOString()

async function share(tank_id: number, expires_at = inDays(7), name = 'Deniz Restoran') {
  const body = { name, firm_id: null, tank_id, expires_at }
  const made = await kit.as.admin.post(displayLinksApi.create, { body })
  expect(made.status).toBe(201)
  return { ...made.body, secret: new URL(made.body.url).hash.slice(1) }
}

const ask = (secret: string, url: string = sharedTankApi.get.path) =>
  kit.app.server.inject({ url, headers: { [DISPLAY_HEADER]: secret } })
const statusOf = async (secret: string, url?: string) => (await ask(secret, url)).statusCode

/** A tank with two terminals, of which the second measured a pH out of range a second ago. */
async function measuredTank() {
  const template = await kit.given.rangeTemplate({
    delay_seconds: 0,
    ranges: { ph: { min: 7, max: 8.5, severity: 'warning' } },
  })
  const terminals = [await kit.given.terminal(), await kit.given.terminal()]
  const tank = await kit.given.tank({
    name: 'Levrek havuzu',
    firm_id: kit.ownFirm.id,
    status: 'active',
    location: 'Salon A',
    notes: 'Gizli not',
    iot_ids: terminals.map(({ id }) => id),
    range_template_id: template.id,
  })
  const [, terminal] = terminals
  const at = new Date(kit.clock.now() - 1_000).toISOString()
  const stored = await kit.app.server.inject({
    method: 'POST',
    url: deviceApi.measurements.path,
    headers: { authorization: `Bearer ${terminal?.code}:${terminal?.key}` },
    payload: { measured_at: at, ph: 9.1 },
  })
  expect(stored.statusCode).toBe(201)
  return { tank, terminals, at }
}

test('the link of a tank is created with an end, and the list shows its tank and its end', async () => {
  const tank = await kit.given.tank()
  const { id, url, secret } = await share(tank.id, inDays(7).replace('Z', '+00:00'))
  expect(url).toMatch(/^https:\/\/dalyan\.example\/tank-link#[\w-]{43}$/)
  const { body } = await kit.as.admin.get(displayLinksApi.list, { query: { filter_tank_id: tank.id } })
  const { code, name } = tank
  expect(body.data).toMatchObject([
    { id, firm: null, tank: { id: tank.id, code, name }, expires_at: inDays(7), last_used_at: null },
  ])
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('a link of a tank needs an end within a year, an existing tank, and no firm', async () => {
  const tank = await kit.given.tank()
  const gone = await kit.given.tank()
  await kit.as.admin.delete(tanksApi.remove, { params: { id: gone.id } })
  const make = (wish: object) =>
    kit.as.admin.post(displayLinksApi.create, {
      body: { name: 'Bağlantı', firm_id: null, tank_id: tank.id, expires_at: inDays(1), ...wish },
    })
  const refused = (code: string, field: string) => ({
    status: 422,
    body: { code, errors: { [field]: [expect.any(String)] } },
  })
  expect(await make({ expires_at: null })).toMatchObject(refused('link_needs_end', 'expires_at'))
  expect(await make({ expires_at: inDays(0) })).toMatchObject(refused('link_end_passed', 'expires_at'))
  expect(await make({ expires_at: inDays(MOST_LINK_DAYS + 1) })).toMatchObject(
    refused('link_end_too_late', 'expires_at'),
  )
  expect(await make({ expires_at: 'yarın' })).toMatchObject(refused('invalid', 'expires_at'))
  expect(await make({ tank_id: gone.id })).toMatchObject(refused('unknown_tank', 'tank_id'))
  expect(await make({ firm_id: kit.ownFirm.id })).toMatchObject(refused('tank_link_has_firm', 'firm_id'))
  expect(await make({ expires_at: inDays(MOST_LINK_DAYS) })).toMatchObject({ status: 201 })
})

test('the link of an overview may end too, and needs no end', async () => {
  const body = { name: 'Salon', firm_id: null, expires_at: inDays(1) }
  const made = await kit.as.admin.post(displayLinksApi.create, { body })
  const secret = new URL(made.body.url).hash.slice(1)
  expect(await statusOf(secret, wallApi.get.path)).toBe(200)
  kit.clock.advance(DAY_MS)
  expect(await statusOf(secret, wallApi.get.path)).toBe(401)
})

test('a visitor with the link sees the values of the tank, without users, notes, codes of terminals and ids of records', async () => {
  const { tank, terminals, at } = await measuredTank()
  await kit.as.admin.post(journalApi.write, {
    body: {
      id: crypto.randomUUID(),
      tank_id: tank.id,
      kind: 'note',
      at,
      amount: null,
      unit: null,
      note: 'Defter notu',
    },
  })
  const expires_at = inDays(7)
  const { secret } = await share(tank.id, expires_at)
  const reply = await ask(secret)
  expect(reply.json<SharedTank>()).toMatchObject({
    code: tank.code,
    name: 'Levrek havuzu',
    location: 'Salon A',
    status: 'active',
    state: 'warn',
    range_template: { active: true, ranges: { ph: { min: 7, max: 8.5 } } },
    iots: [{ id: 1 }, { id: 2 }],
    last_measurement: { ph: { value: expect.closeTo(9.1), measured_at: at, iot_id: 2 } },
    latest: [{ iot_id: 2, ph: { iot_id: 2 } }],
    expires_at,
  })
  for (const hidden of [
    'Gizli not',
    'Defter notu',
    ...terminals.map(({ code }) => code),
    'last_modified_by',
    kit.ownFirm.name,
  ])
    expect(reply.body).not.toContain(hidden)
  expect(reply.json()).not.toHaveProperty('id')
})

test('the link gives the series of the last day, week or month, and no other window', async () => {
  const { tank, at } = await measuredTank()
  const { secret } = await share(tank.id)
  const series = async (hours: string) =>
    (await ask(secret, `${sharedTankApi.series.path}?hours=${hours}`)).json<Series>()
  const day = await series('24')
  expect(day.to).toBe(new Date(kit.clock.now()).toISOString())
  expect(Date.parse(day.to) - Date.parse(day.from)).toBe(DAY_MS)
  expect(day.times).toEqual([Date.parse(at) / 1000])
  expect(day.limits?.ph).toMatchObject([{ min: 7, max: 8.5 }])
  const month = await series('720')
  expect(Date.parse(month.to) - Date.parse(month.from)).toBe(30 * DAY_MS)
  for (const query of ['hours=8760', 'hours=24&tank_id=1'])
    expect([query, await statusOf(secret, `${sharedTankApi.series.path}?${query}`)]).toEqual([query, 422])
})

test('the link of a tank opens neither the overview nor another call, and a link of the overview opens no tank by itself', async () => {
  const tank = await kit.given.tank({ firm_id: kit.ownFirm.id })
  const { secret } = await share(tank.id)
  for (const url of [
    wallApi.get.path,
    planApi.get.path,
    planApi.picture.path,
    '/api/tanks',
    `/api/tanks/${tank.id}`,
    '/api/alarms',
  ])
    expect([url, await statusOf(secret, url)]).toEqual([url, 401])

  const overview = await kit.as.admin.post(displayLinksApi.create, { body: { name: 'Salon', firm_id: null } })
  const ofAll = new URL(overview.body.url).hash.slice(1)
  expect(await statusOf(ofAll, wallApi.get.path)).toBe(200)
  expect([await statusOf(ofAll), await statusOf(ofAll, sharedTankApi.series.path)]).toEqual([401, 401])
})

test('a session does not open the page of a link', async () => {
  expect((await kit.as.admin.get(sharedTankApi.get)).status).toBe(401)
})

test('an ended, a removed and an unknown link, and that of a deleted tank, get the same answer', async () => {
  const [tank, deleted] = [await kit.given.tank(), await kit.given.tank()]
  const [ended, removed, ofDeleted] = [await share(tank.id, inDays(1)), await share(tank.id), await share(deleted.id)]
  for (const { secret } of [ended, removed, ofDeleted]) expect(await statusOf(secret)).toBe(200)

  kit.clock.advance(DAY_MS - 1)
  expect(await statusOf(ended.secret)).toBe(200)
  kit.clock.advance(1)
  await kit.as.admin.delete(displayLinksApi.remove, { params: { id: removed.id } })
  await kit.as.admin.delete(tanksApi.remove, { params: { id: deleted.id } })

  const refusals = await Promise.all(
    [ended.secret, removed.secret, ofDeleted.secret, makeSecret().secret].map(async (secret) => {
      const { statusCode, body } = await ask(secret)
      expect(await statusOf(secret, sharedTankApi.series.path)).toBe(401)
      return [statusCode, body]
    }),
  )
  expect(new Set(refusals.map(String)).size).toBe(1)
  expect(refusals[0]?.[0]).toBe(401)
})

test('the link of a deleted tank stays ended after the tank is restored', async () => {
  const tank = await kit.given.tank()
  const { id, secret } = await share(tank.id)
  await kit.as.admin.delete(tanksApi.remove, { params: { id: tank.id } })
  await kit.as.admin.post(tanksApi.restore, { params: { id: tank.id } })
  expect(await statusOf(secret)).toBe(401)
  const { body } = await kit.as.admin.get(displayLinksApi.list)
  expect(body.data.map((link) => link.id)).not.toContain(id)
})

test('only users who manage the settings create and see links', async () => {
  const tank = await kit.given.tank({ firm_id: kit.ownFirm.id })
  const body = { name: 'Bağlantı', firm_id: null, tank_id: tank.id, expires_at: inDays(1) }
  expect((await kit.as.operator.post(displayLinksApi.create, { body })).status).toBe(403)
  expect((await kit.as.operator.get(displayLinksApi.list, { query: { filter_tank_id: tank.id } })).status).toBe(403)
})

test('the link of a tank is audited with its tank and its end', async () => {
  const tank = await kit.given.tank()
  const expires_at = inDays(30)
  const { id } = await share(tank.id, expires_at)
  const { body } = await kit.as.admin.get(logsApi.audit, { query: { target: ['display_link'], target_id: id } })
  expect(body.data[0]?.after).toMatchObject({ tank_id: tank.id, expires_at })
})
