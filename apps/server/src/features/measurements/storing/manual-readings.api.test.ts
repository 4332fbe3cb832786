import { alarmsApi } from '@dalyan/contracts/alarms'
import { type ManualReading, measurementsApi } from '@dalyan/contracts/measurements'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi, type Tank } from '@dalyan/contracts/tanks'
import { terminalsApi, type Terminal } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused, type TestUser } from '../../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let t: TestApp
let tank: Tank
let terminal: Terminal & { key: string }
/** Advances the clock by a second for each test, so that no two tests use the same instant. */
beforeEach(() => t.clock.advance(1000))
beforeAll(async () => {
  t = await startTestApp()
  const template = await t.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.5 } }, delay_seconds: 0 })
  terminal = await t.given.terminal()
  tank = await t.given.tank({
    firm_id: t.ownFirm.id,
    range_template_id: template.id,
    iot_ids: [terminal.id],
    status: 'active',
  })
})
afterAll(() => t.close())

const now = (shift = 0) => new Date(t.clock.now() + shift).toISOString()
const enter = (body: ManualReading | Record<string, unknown>, who: TestUser = t.as.operator, id = tank.id) =>
  who.post(measurementsApi.enter, { params: { id }, body })
const measurementsOf = async (id: number) =>
  (await t.as.operator.get(measurementsApi.tankList, { params: { id }, query: { per_page: 5 } })).body

describe('a reading that a user enters', () => {
  test('is stored as given and shown wherever the tank is', async () => {
    t.emitted()
    const { status, body } = await enter({ ph: 7.93, orp: null, tank_temperature: 18.4 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ iot_id: null, tank_id: tank.id, measured_at: now(), received_at: now(), ph: 7.93 })
    expect(body).toMatchObject({ tank_temperature: 18.4, orp: null, clock_skew: false })
    expect((await measurementsOf(tank.id)).data[0]).toEqual(body)
    const shown = await t.as.customer.get(tanksApi.get, { params: { id: tank.id } })
    expect(shown.body.last_measurement?.ph).toEqual({ value: 7.93, measured_at: now(), iot_id: null })
    const series = await t.as.customer.get(measurementsApi.tankSeries, {
      params: { id: tank.id },
      query: { to: now(1000), metrics: ['ph'] },
    })
    expect(series.body.metrics.ph?.avg.at(-1)).toBe(7.93)
    const emitted = t.emitted()
    expect(emitted).toContainEqual({ name: 'measurements.stored', data: [body] })
    expect(emitted.map(({ name }) => name).toSorted()).toEqual(['measurements.stored', 'tank_log.written'])
  })

  test("is in the tank's log with its author", async () => {
    t.emitted()
    await enter({ ph: 7.5 }, t.as.admin)
    const [log] = t.emitted().filter(({ name }) => name === 'tank_log.written')
    expect(log?.data).toMatchObject({
      tank: { id: tank.id, code: tank.code },
      event: 'measurement_entered',
      status: 'success',
      processor: { type: 'user', id: t.as.admin.id },
      meta: { measured_at: now(), ph: 7.5 },
    })
  })

  test('may have a time of its own, in every format that devices may use', async () => {
    const at = Math.floor(t.clock.now() / 1000) * 1000 - 3600_000
    const forms = [new Date(at).toISOString(), at + 1000, (at + 2000) / 1000]
    const wanted = [at, at + 1000, at + 2000].map((ms) => new Date(ms).toISOString())
    for (const [i, measured_at] of forms.entries()) {
      expect((await enter({ ph: 7.5, measured_at })).body.measured_at).toBe(wanted[i])
    }
  })

  test('is refused at the instant of another one, even when equal or with other metrics', async () => {
    const measured_at = now(-2 * MINUTE)
    expect((await enter({ ph: 7.5, measured_at })).status).toBe(201)
    for (const values of [{ ph: 7.5 }, { ph: 7.6 }, { orp: 300 }]) {
      const { status, body } = await enter({ ...values, measured_at })
      expect(status).toBe(409)
      expect(body.code).toBe('same_instant')
      expect(Object.keys(body.errors ?? {})).toEqual(['measured_at'])
    }
    const { data } = await measurementsOf(tank.id)
    expect(data.find((one) => one.measured_at === measured_at)).toMatchObject({ ph: 7.5, orp: null })
  })

  test('is stored once when two are entered at the same instant', async () => {
    const measured_at = now(-3 * MINUTE)
    const both = await Promise.all([enter({ ph: 7.5, measured_at }), enter({ ph: 7.6, measured_at }, t.as.admin)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test("does not conflict with a terminal's reading at the same instant", async () => {
    expect(await t.send(terminal, { ph: 7.4 })).toBe(201)
    expect((await enter({ ph: 7.5 })).status).toBe(201)
  })
})

describe('the hidden terminal of manual readings', () => {
  test('is in no list, count or tank', async () => {
    const before = (await t.as.admin.get(terminalsApi.list, { query: { include_deleted: true } })).body.total
    const bare = await t.given.tank({ firm_id: t.ownFirm.id })
    expect((await enter({ ph: 7.5 }, t.as.admin, bare.id)).status).toBe(201)
    const { rows } = await t.database.query<{ id: number; code: string }>(
      `select id, code from terminals where kind = 'manual' order by id desc limit 1`,
    )
    const id = rows[0]?.id ?? 0
    const list = await t.as.admin.get(terminalsApi.list, { query: { include_deleted: true } })
    expect(list.body.total).toBe(before)
    expect((await t.as.admin.get(terminalsApi.list, { query: { search: 'manual' } })).body.total).toBe(0)
    expect((await t.as.admin.get(terminalsApi.get, { params: { id } })).status).toBe(404)
    expect((await t.as.admin.get(measurementsApi.terminalSeries, { params: { id } })).status).toBe(404)
    expect((await t.as.admin.get(measurementsApi.list, { query: { iot_id: id } })).body.total).toBe(0)
    const assigned = await t.as.admin.put(tanksApi.update, { params: { id: bare.id }, body: { iot_ids: [id] } })
    expect(assigned.status).toBe(422)
    const shown = await t.as.admin.get(tanksApi.get, { params: { id: bare.id } })
    expect(shown.body).toMatchObject({ iots: [], last_measurement: { ph: { value: 7.5, iot_id: null } } })
  })
})

describe('alarms and manual readings', () => {
  const alarms = async () => (await t.as.admin.get(alarmsApi.list, { query: { tank_id: tank.id } })).body.data

  test('a manual reading raises no alarm, not even when the limits change', async () => {
    expect((await enter({ ph: 9.9 })).status).toBe(201)
    expect(await alarms()).toEqual([])
    const id = tank.range_template?.id ?? 0
    const changed = await t.as.admin.put(rangeTemplatesApi.update, {
      params: { id },
      body: { ranges: { ph: { min: 7, max: 8.4 } } },
    })
    expect(changed.status).toBe(200)
    expect(await alarms()).toEqual([])
    const { body } = await t.as.admin.get(tanksApi.list, { query: {} })
    expect(body).toMatchObject({ counts: { out_of_range: 0 } })
  })

  test('a manual reading clears no alarm', async () => {
    await t.send(terminal, { ph: 9.9 })
    const raised = await alarms()
    expect(raised).toMatchObject([{ kind: 'high', state: 'active_unack' }])
    t.clock.advance(1000)
    await enter({ ph: 7.5 })
    expect(await alarms()).toEqual(raised)
  })
})

describe('the validation of manual readings', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a value outside the physical bounds', { ph: 14.01 }, 'ph'],
    ['a humidity below zero', { ph: 7, ambient_humidity: -1 }, 'ambient_humidity'],
    ['a text for a value', { ph: '7' }, 'ph'],
    ['a boolean for a value', { orp: true }, 'orp'],
    ['no value', {}, 'reading'],
    ['only null values', { ph: null, measured_at: null }, 'reading'],
    ['only unknown keys', { mood: 7 }, 'reading'],
    ['an unreadable time', { ph: 7, measured_at: 'yesterday' }, 'measured_at'],
    ['a time outside the range of dates', { ph: 7, measured_at: 1e300 }, 'measured_at'],
  ])('refuses %s', async (_, body, field) => {
    expectRefused(await enter(body), 422, field)
  })

  test('refuses a time in the future, or older than the limit for late readings', async () => {
    const future = await enter({ ph: 7, measured_at: now(6 * MINUTE) })
    expect(future).toMatchObject({
      status: 422,
      body: { code: 'in_future', errors: { measured_at: [expect.any(String)] } },
    })
    const old = await enter({ ph: 7, measured_at: now(-30 * DAY - 1) })
    expect(old).toMatchObject({ status: 422, body: { code: 'too_old', errors: { measured_at: [expect.any(String)] } } })
    expect((await enter({ ph: 7, measured_at: now(-30 * DAY + MINUTE) })).status).toBe(201)
  })

  test('ignores unknown keys beside a value', async () => {
    expect((await enter({ ph: 7, mood: 'good', iot_id: terminal.id, tank_id: 1 })).body).toMatchObject({
      iot_id: null,
      tank_id: tank.id,
    })
  })

  test('refuses users who may not enter readings or see the tank', async () => {
    expect((await enter({ ph: 7 }, t.as.visitor)).status).toBe(401)
    expect((await enter({ ph: 7 }, t.as.customer)).status).toBe(403)
    const foreign = await t.given.tank({ firm_id: (await t.given.firm()).id })
    expect((await enter({ ph: 7 }, t.as.operator, foreign.id)).status).toBe(404)
    expect((await enter({ ph: 7 }, t.as.admin, 999_999)).status).toBe(404)
  })

  test('refuses a deleted tank', async () => {
    const gone = await t.given.tank({ firm_id: t.ownFirm.id })
    await t.as.admin.delete(tanksApi.remove, { params: { id: gone.id } })
    expect(await enter({ ph: 7 }, t.as.admin, gone.id)).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
    expect((await enter({ ph: 7 }, t.as.operator, gone.id)).status).toBe(404)
  })
})
