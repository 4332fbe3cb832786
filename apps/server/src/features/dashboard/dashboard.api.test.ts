import { dashboardApi } from '@dalyan/contracts/dashboard'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

const HOUR_MS = 3_600_000

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const stats = async (window_hours?: number) =>
  (await kit.as.admin.get(dashboardApi.stats, window_hours === undefined ? {} : { query: { window_hours } })).body
const summary = async () => (await kit.as.admin.get(dashboardApi.summary)).body

/** Advances the clock past the sharing of dashboard queries. */
const later = () => kit.clock.advance(3_000)

async function send(terminal: { code: string; key: string }, readings: object | object[]): Promise<void> {
  expect(await kit.send(terminal, readings)).toBe(201)
}

test('counts cover every entity by status including deleted ones; totals exclude those', async () => {
  const before = await stats()
  expect(before).toMatchObject({ window_hours: 24, tanks: { total: 0 }, users: { admin: 2, customer: 1, operator: 1 } })
  await kit.given.tank({ status: 'active' })
  const gone = await kit.given.tank()
  await kit.given.terminal({ status: 'banned' })
  await kit.given.rangeTemplate({ active: false })
  await kit.as.admin.delete(tanksApi.remove, { params: { id: gone.id } })

  later()
  const after = await stats()
  expect(after.tanks).toEqual({ active: 1, inactive: 0, suspended: 0, deleted: 1, total: 1 })
  expect(after.iots).toMatchObject({ active: 1, banned: 1, total: 2 })
  expect(after.connections).toEqual({ online: 0, stale: 0, offline: 0, never: 1, total: 1 })
  expect(after.range_templates).toEqual({ active: 0, inactive: 1, total: 1 })
  expect(after.users.total).toBe(before.users.total)
})

test('a tank out of range comes first with its values; alarms and readings are counted within the window', async () => {
  const template = await kit.given.rangeTemplate({
    delay_seconds: 0,
    ranges: { ph: { min: 7, max: 8.5, severity: 'critical' } },
  })
  const [calm, wild] = [await kit.given.terminal(), await kit.given.terminal()]
  const on = (code: string, terminal: { id: number }) =>
    kit.given.tank({ code, status: 'active', iot_ids: [terminal.id], range_template_id: template.id })
  await on('A-CALM', calm)
  const tank = await on('Z-WILD', wild)
  const ago = (hours: number) => new Date(kit.clock.now() - hours * HOUR_MS).toISOString()
  await send(calm, [{ measured_at: ago(30), ph: 8 }, { ph: 8.1 }])
  await send(wild, { ph: 9.9, orp: 300 })

  later()
  const shown = await summary()
  expect(shown.tanks).toMatchObject({ out: 1, in: 1, stale: 0 })
  expect(shown.tanks.latest[0]).toMatchObject({
    tank: { id: tank.id, code: 'Z-WILD' },
    state: 'out',
    open_alarms: 1,
    last_measurement: { ph: { value: 9.9, iot_id: wild.id }, orp: { value: 300 }, salinity: null },
  })
  expect(shown.tanks.latest.map(({ tank }) => tank.code).slice(0, 2)).toEqual(['Z-WILD', 'A-CALM'])
  expect(shown.measurements).toEqual({ count: 2, per_hour: 2 / 24 })
  expect(shown.alarms).toMatchObject({ critical: 1, total: 1, cleared: 0 })
  // A reopened alarm counts once more.
  await kit.database
    .query(`insert into alarm_occurrences (alarm_id, number, tank_id, metric, kind, severity, out_since, raised_at, cleared_at)
select id, 1, tank_id, metric, kind, 'warning', out_since, raised_at, raised_at from alarms`)
  later()
  expect((await summary()).alarms).toMatchObject({ critical: 1, warning: 1, total: 2, cleared: 1 })
  await kit.database.query('delete from alarm_occurrences')
  expect((await stats()).alarms).toMatchObject({ critical: 1, total: 1, unacknowledged: 1, shelved: 0 })
  expect((await stats(48)).measurements.window).toBe(3)
})

test('an active terminal that sent readings and is offline is listed with its tank and the duration', async () => {
  expect((await kit.as.admin.get(dashboardApi.silentTerminals)).body).toEqual({ data: [] })
  const terminal = await kit.given.terminal()
  const tank = await kit.given.tank({ status: 'active', iot_ids: [terminal.id] })
  await send(terminal, { ph: 7.5 })
  kit.clock.advance(2 * HOUR_MS)
  const { data } = (await kit.as.admin.get(dashboardApi.silentTerminals)).body
  const found = data.find(({ id }) => id === terminal.id)
  expect(found).toMatchObject({ code: terminal.code, tank: { id: tank.id } })
  expect(found?.silent_seconds).toBeGreaterThanOrEqual(7200)
  later()
  expect((await stats()).connections.offline).toBe(data.length)
})

test('system metrics are never negative and never exceed their totals', async () => {
  const { body } = await kit.as.admin.get(dashboardApi.systemMetrics)
  expect(body.disk.total_bytes).toBeGreaterThan(body.disk.free_bytes)
  expect(body.memory.total_bytes).toBeGreaterThan(body.memory.process_bytes)
  expect(body.database.size_bytes).toBeGreaterThan(1_000_000)
  expect(body.database.connections).toBeGreaterThan(0)
  expect(body.ingest).toMatchObject({ waiting: 0, stored: 4 })
  expect(body.disk.days_left).toBeGreaterThan(0)
})

test.each(['0', '721', 'NaN', '1e9', '-1'])('a window of %s hours is refused', async (hours) => {
  for (const { path } of [dashboardApi.stats, dashboardApi.summary]) {
    const headers = { authorization: `Bearer ${kit.as.admin.token}` }
    const answer = await kit.app.server.inject({ method: 'GET', url: `${path}?window_hours=${hours}`, headers })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveProperty('window_hours')
  }
})

test('metrics are served to this machine and to users who may view the dashboard', async () => {
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    kit.app.server.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
  const here = await ask('127.0.0.1')
  expect(here.headers['content-type']).toMatch(/^text\/plain/)
  expect(here.body).toMatch(/^dalyan_readings_stored_total 4$/m)
  expect(here.body).toMatch(/^dalyan_alarms_open\{severity="critical"\} \d+$/m)
  expect(here.body).toMatch(/^dalyan_database_up 1$/m)

  expect((await ask('192.0.2.7')).statusCode).toBe(401)
  // A proxy on this machine forwards a request from elsewhere.
  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
    expect([header, (await ask('127.0.0.1', { [header]: '192.0.2.7' })).statusCode]).toEqual([header, 401])
  // A page whose host name resolves to this machine (DNS rebinding) sends that name.
  for (const host of ['dalyan.example.org', 'dalyan.example.org:8000', '192.0.2.7', 'localhost.example.org'])
    expect([host, (await ask('127.0.0.1', { host })).statusCode]).toEqual([host, 401])
  for (const host of ['localhost', 'LOCALHOST:8000', '127.0.0.1:8000', '[::1]:8000'])
    expect([host, (await ask('127.0.0.1', { host })).statusCode]).toEqual([host, 200])
  const bearer = (token: string) => ask('192.0.2.7', { authorization: `Bearer ${token}` })
  expect((await bearer(kit.as.operator.token)).statusCode).toBe(403)
  expect((await bearer(kit.as.admin.token)).statusCode).toBe(200)
})
