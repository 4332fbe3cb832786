import { forewarningsApi } from '@dalyan/contracts/forewarnings'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { DEFAULT_CHANNELS, notificationsApi } from '@dalyan/contracts/notifications'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tankModesApi } from '@dalyan/contracts/tank-modes'
import { wallApi } from '@dalyan/contracts/wall'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_HISTORY_GATES } from '../../../tests/open-gates.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { importHistory } from '../measurements/import/import-history.ts'

const STEP_MS = 15 * 60_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const TEMPERATURE = METRIC_KEYS.indexOf('tank_temperature')

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** A zone in which it is now this hour of the day, give or take one. */
function zoneAt(hour: number): string {
  const east = ((hour - new Date(t.clock.now()).getUTCHours() + 36) % 24) - 12
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** A tank of the own firm that was measured every 5 minutes for 14 days; `aheadMs`: how long until its daily rise passes 16.5 °C. */
async function givenTank(aheadMs: number, noise = 0) {
  // Another bucket has ended since the last prediction.
  t.clock.advance(STEP_MS)
  const template = await t.given.rangeTemplate({ ranges: { tank_temperature: { min: 5, max: 16.5 } } })
  const iot = await t.given.terminal({ expected_interval_seconds: 300 })
  const tank = await t.given.tank({
    status: 'active',
    firm_id: t.ownFirm.id,
    iot_ids: [iot.id],
    range_template_id: template.id,
  })
  const now = t.clock.now()
  // A sine of 2 °C around 15 °C is 16.5 °C when its angle is asin(0.75).
  const crossesAt = now + aheadMs
  const valueAt = (at: number) =>
    15 + 2 * Math.sin(Math.asin(0.75) + (2 * Math.PI * (at - crossesAt)) / DAY_MS) + noise * Math.sin(at / 7) * 4
  const readings = []
  for (let at = now - 14 * DAY_MS; at < now; at += 5 * MINUTE_MS)
    readings.push({
      terminal_id: iot.id,
      tank_id: tank.id,
      measured_at: at,
      received_at: at,
      values: METRIC_KEYS.map((_, i) => (i === TEMPERATURE ? Math.fround(valueAt(at)) : null)),
      clock_skew: false,
    })
  await importHistory({ database: t.database, readings, gates: OPEN_HISTORY_GATES })
  const read = async (as = t.as.operator) => (await as.get(forewarningsApi.ofTank, { params: { id: tank.id } })).body
  return { tank, template, iot, read }
}

const inbox = async () => (await t.as.operator.get(notificationsApi.list)).body.data
const prefer = (forewarnings: 'off' | 'day' | 'always', time_zone: string) =>
  t.as.operator.put(notificationsApi.setPreferences, {
    body: { forewarnings, channels: DEFAULT_CHANNELS, quiet_hours: { from: '03:00', to: '03:01', time_zone } },
  })

test('a limit that is crossed every day is forewarned of before, with the record of the past', async () => {
  await prefer('day', zoneAt(12))
  const { tank, read } = await givenTank(60 * MINUTE_MS)
  await t.app.forewarn()
  const { data, records } = await read()
  expect(records).toEqual([
    expect.objectContaining({ metric: 'tank_temperature', is_practice: false, is_earned: true, days: 14 }),
  ])
  expect(records[0]?.made).toBeGreaterThanOrEqual(9)
  expect(data).toEqual([
    expect.objectContaining({
      metric: 'tank_temperature',
      kind: 'high',
      limit: 16.5,
      made: records[0]?.made,
      came_true: records[0]?.came_true,
    }),
  ])
  const [{ since, predicted_at, expected_from, expected_to, course } = { course: { values: [], times: [] } }] = data
  expect(predicted_at).toBe(since)
  const crossesAt = t.clock.now() + 60 * MINUTE_MS
  expect(Date.parse(expected_from ?? '')).toBeLessThan(crossesAt)
  expect(Date.parse(expected_to ?? '')).toBeGreaterThan(crossesAt)
  expect(course.times).toHaveLength(7)
  expect(course.values.at(-1)).toBeGreaterThan(16.5)

  const wall = (await t.as.operator.get(wallApi.get, { query: { tank_ids: [tank.id] } })).body.tanks[0]
  expect(wall).toMatchObject({
    state: 'fore',
    since,
    lead: 'tank_temperature',
    forewarning: { kind: 'high', limit: 16.5 },
  })
  expect(wall?.forewarning).not.toHaveProperty('course')

  expect(await inbox()).toEqual([
    expect.objectContaining({
      reason: 'forewarning',
      severity: 'info',
      title: expect.stringMatching(/^Yaklaşıyor: .* Tank sıcaklığı .* içinde 16,5 °C üstüne çıkabilir$/),
      body: expect.stringMatching(/^Bu tankta bu ölçüm için geçmişteki \d+ öngörünün \d+ tanesi doğru çıktı\.$/),
    }),
  ])
  await t.app.forewarn()
  expect(await inbox()).toHaveLength(1)
  await t.as.operator.post(notificationsApi.read, { body: { up_to_id: (await inbox())[0]?.id ?? 0 } })
})

test('a limit is not forewarned of hours before, nor where past predictions were wrong', async () => {
  const early = await givenTank(8 * 60 * MINUTE_MS)
  const erratic = await givenTank(60 * MINUTE_MS, 1)
  await t.app.forewarn()
  expect((await early.read()).data).toEqual([])
  const { data, records } = await erratic.read()
  expect({ data, earned: records.map(({ is_earned }) => is_earned) }).toEqual({ data: [], earned: [false] })
})

test('at night only users who chose so are notified of a forewarning', async () => {
  const before = (await inbox()).length
  await prefer('day', zoneAt(1))
  await givenTank(60 * MINUTE_MS)
  await t.app.forewarn()
  expect(await inbox()).toHaveLength(before)
  await prefer('always', zoneAt(1))
  await givenTank(60 * MINUTE_MS)
  await t.app.forewarn()
  expect(await inbox()).toHaveLength(before + 1)
  await prefer('off', zoneAt(12))
  await givenTank(60 * MINUTE_MS)
  await t.app.forewarn()
  expect(await inbox()).toHaveLength(before + 1)
})

test('a forewarning is not shown once its limit has changed, while a mode holds its metric, and when its limit is crossed', async () => {
  const { tank, template, iot, read } = await givenTank(60 * MINUTE_MS)
  await t.app.forewarn()
  const shown = async () => (await read()).data.length
  expect(await shown()).toBe(1)

  const params = { id: tank.id }
  await t.as.operator.post(tankModesApi.start, {
    params,
    body: { name: 'water_change', minutes: 30, metrics: ['tank_temperature'] },
  })
  expect(await shown()).toBe(0)
  await t.as.operator.delete(tankModesApi.end, { params })
  expect(await shown()).toBe(1)

  const limited = (max: number) =>
    t.as.admin.put(rangeTemplatesApi.update, {
      params: { id: template.id },
      body: { ranges: { tank_temperature: { min: 5, max } } },
    })
  await limited(18)
  expect(await shown()).toBe(0)
  await limited(16.5)
  expect(await shown()).toBe(1)

  await limited(16.5)
  const at = (seconds: number) => new Date(t.clock.now() - seconds * 1000).toISOString()
  await t.send(iot, [
    { measured_at: at(90), tank_temperature: 16.6 },
    { measured_at: at(1), tank_temperature: 16.7 },
  ])
  expect(await shown()).toBe(0)
})

test('only users who may see a tank see its forewarnings', async () => {
  const tank = await t.given.tank()
  const params = { id: tank.id }
  expect((await t.as.customer.get(forewarningsApi.ofTank, { params })).status).toBe(404)
  expect((await t.as.admin.get(forewarningsApi.ofTank, { params })).body).toEqual({ data: [], records: [] })
})
