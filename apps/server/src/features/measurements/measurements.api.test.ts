import { measurementsApi, type MeasurementListQuery } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { importHistory } from './import/import-history.ts'
import { outOfRangeBit } from './storing/limits-in-force.ts'
import type { Reading } from './storing/reading.ts'

const MINUTE = 60_000
const READINGS = 60

let t: TestApp
let own: Tank
let foreign: Tank
let terminal: Terminal
let other: Terminal
let unplaced: Terminal
let start: number

const at = (minute: number) => new Date(start + minute * MINUTE).toISOString()

beforeAll(async () => {
  t = await startTestApp()
  terminal = await t.given.terminal()
  other = await t.given.terminal()
  unplaced = await t.given.terminal()
  own = await t.given.tank({ firm_id: t.ownFirm.id, iot_ids: [terminal.id] })
  foreign = await t.given.tank({ firm_id: (await t.given.firm()).id, iot_ids: [other.id] })
  const template = await t.given.rangeTemplate({
    ranges: { tank_temperature: { min: 18.5, max: 22.9 }, ph: { min: 7 } },
  })
  await t.database.query('update tanks set range_template_id = $2 where id = $1', [own.id, template.id])
  start = t.clock.now() - READINGS * MINUTE
  await importHistory({
    database: t.database,
    readings: [...minutely(terminal.id, own.id), ...minutely(other.id, foreign.id), ...minutely(unplaced.id, null)],
  })
})
afterAll(() => t.close())

function minutely(terminal_id: number, tank_id: number | null): Reading[] {
  return Array.from({ length: READINGS }, (_, i) => {
    const measured_at = start + i * MINUTE
    const values = METRIC_KEYS.map((key) => (key === 'tank_temperature' ? Math.fround(18 + i / 10) : null))
    return { terminal_id, tank_id, measured_at, received_at: measured_at, values, clock_skew: false }
  })
}

describe('GET /api/measurements', () => {
  test('returns the newest first, with the exact total', async () => {
    const { status, body } = await t.as.admin.get(measurementsApi.list, { query: { per_page: 3 } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 3 * READINGS, current_page: 1, last_page: READINGS, per_page: 3 })
    expect(body.data.map((one) => one.measured_at)).toEqual([at(59), at(59), at(59)])
  })

  test('returns the last page, and the total also beyond it', async () => {
    const last = await t.as.admin.get(measurementsApi.list, { query: { iot_id: terminal.id, page: 6, per_page: 11 } })
    expect(last.body.data.map((one) => one.measured_at)).toEqual([at(4), at(3), at(2), at(1), at(0)])
    const beyond = await t.as.admin.get(measurementsApi.list, { query: { iot_id: terminal.id, page: 7, per_page: 11 } })
    expect(beyond.body).toMatchObject({ data: [], total: READINGS, last_page: 6 })
  })

  test('sorts by time in both directions', async () => {
    const oldest = await t.as.admin.get(measurementsApi.list, {
      query: { iot_id: terminal.id, sort: [{ field: 'measured_at', descending: false }], per_page: 1 },
    })
    expect(oldest.body.data).toMatchObject([
      { measured_at: at(0), tank_temperature: 18, ph: null, iot_id: terminal.id, tank_id: own.id, clock_skew: false },
    ])
  })

  test('filters by tank, firm and time, including `from` and excluding `to`', async () => {
    const total = async (query: Partial<MeasurementListQuery>) =>
      (await t.as.admin.get(measurementsApi.list, { query })).body.total
    expect(await total({ filter_tank_id: [own.id] })).toBe(READINGS)
    expect(await total({ filter_tank_id: [own.id, 999_999] })).toBe(READINGS)
    expect(await total({ filter_firm_id: t.ownFirm.id })).toBe(READINGS)
    expect(await total({ filter_tank_id: [own.id], iot_id: other.id })).toBe(0)
    expect(await total({ filter_tank_id: [own.id], from: at(10), to: at(20) })).toBe(10)
    expect(await total({ filter_tank_id: [999_999] })).toBe(0)
  })

  test('accepts up to six tanks, merged by time', async () => {
    const wish = (filter_tank_id: number[]) =>
      t.as.admin.get(measurementsApi.list, { query: { filter_tank_id, per_page: 200 } })
    const { body } = await wish([own.id, foreign.id])
    expect(new Set(body.data.map((one) => one.tank_id))).toEqual(new Set([own.id, foreign.id]))
    const times = body.data.map((one) => one.measured_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(await wish([1, 2, 3, 4, 5, 6, 7])).toMatchObject({ status: 422 })
  })

  test("shows a firm's users only their own tanks", async () => {
    for (const caller of [t.as.operator, t.as.customer]) {
      const { body } = await caller.get(measurementsApi.list, { query: { per_page: 200 } })
      expect(body.total).toBe(READINGS)
      expect(new Set(body.data.map((one) => one.tank_id))).toEqual(new Set([own.id]))
      expect((await caller.get(measurementsApi.list, { query: { filter_tank_id: [foreign.id] } })).body.total).toBe(0)
      expect((await caller.get(measurementsApi.list, { query: { iot_id: other.id } })).body.total).toBe(0)
    }
    const stranger = await t.someone({ role: 'customer' })
    expect((await stranger.get(measurementsApi.list, {})).body.total).toBe(0)
  })
})

describe('GET /api/tanks/:id/measurements', () => {
  test('lists the readings of one tank', async () => {
    const { body } = await t.as.customer.get(measurementsApi.tankList, {
      params: { id: own.id },
      query: { per_page: 2 },
    })
    expect(body).toMatchObject({
      total: READINGS,
      data: [{ measured_at: at(59), tank_id: own.id }, { measured_at: at(58) }],
    })
  })

  test('filters by terminal', async () => {
    const totals = [terminal.id, other.id].map(
      async (iot_id) =>
        (await t.as.admin.get(measurementsApi.tankList, { params: { id: own.id }, query: { iot_id } })).body.total,
    )
    expect(await Promise.all(totals)).toEqual([READINGS, 0])
  })
})

describe('lists of readings out of range', () => {
  /** Out of range: 18.0 … 18.4 and 23.0 … 23.9, one a minute. */
  const outside = { only_out_of_range: true, per_page: 5 } as const

  test('contain the readings that were out of range when stored', async () => {
    for (const { body } of [
      await t.as.admin.get(measurementsApi.list, { query: { ...outside, page: 3 } }),
      await t.as.customer.get(measurementsApi.list, { query: { ...outside, page: 3 } }),
      await t.as.customer.get(measurementsApi.tankList, { params: { id: own.id }, query: { ...outside, page: 3 } }),
    ]) {
      expect(body).toMatchObject({ total: 15, last_page: 3 })
      expect(body.total_capped).toBeUndefined()
      expect(body.data.map((one) => one.measured_at)).toEqual([4, 3, 2, 1, 0].map(at))
    }
    const total = async (query: Partial<MeasurementListQuery>) =>
      (await t.as.admin.get(measurementsApi.list, { query: { ...outside, ...query } })).body.total
    expect(await total({ metrics: ['ph'] })).toBe(0)
    expect(await total({ metrics: ['ph', 'tank_temperature'], to: at(30) })).toBe(5)
    expect(await total({ filter_tank_id: [foreign.id] })).toBe(0)
    expect(await total({ iot_id: other.id })).toBe(0)
    expect(await total({ only_out_of_range: false })).toBe(3 * READINGS)
  })

  test('are exported with the same readings', async () => {
    const lines = async (query: Record<string, string>) => {
      const reply = await t.app.server.inject({
        url: measurementsApi.export.path,
        query,
        headers: { authorization: `Bearer ${t.as.customer.token}` },
      })
      return reply.body.trimEnd().split('\n').slice(1)
    }
    const found = await lines({ only_out_of_range: '1' })
    expect(found).toHaveLength(15)
    expect(found[0]).toContain(at(59))
    expect(found.at(-1)).toContain(at(0))
    expect(await lines({ only_out_of_range: '1', metrics: 'ph' })).toEqual([])
  })

  test('have a total that is capped at ten thousand, while pages continue beyond it', async () => {
    const terminal_id = (await t.given.terminal()).id
    const tank = await t.given.tank({ iot_ids: [terminal_id] })
    await t.database.query(
      `insert into measurements (measured_at, received_at, terminal_id, tank_id, ph, flags)
       select done_until + i * interval '1 ms', done_until, $1, $2, 6, $3 from rollup_state, generate_series(0, 10010) i`,
      [terminal_id, tank.id, outOfRangeBit('ph')],
    )
    await t.database.query(
      `insert into latest (terminal_id, tank_id, measured_at, received_at) values ($1, $2, now(), now())`,
      [terminal_id, tank.id],
    )
    const wish = async (page: number) =>
      (
        await t.as.admin.get(measurementsApi.tankList, {
          params: { id: tank.id },
          query: { only_out_of_range: true, per_page: 100, page },
        })
      ).body
    expect(await wish(1)).toMatchObject({ total: 10_000, total_capped: true, last_page: 100 })
    expect((await wish(101)).data).toHaveLength(11)
    expect((await wish(102)).data).toHaveLength(0)
    await t.database.query('delete from measurements where terminal_id = $1', [terminal_id])
  })
})

describe('GET /api/tanks/:id/series', () => {
  test('with a terminal includes only its readings of the tank, and none for a terminal that never measured it', async () => {
    const second = await t.given.terminal()
    await importHistory({ database: t.database, readings: minutely(second.id, own.id).slice(10, 17) })
    const count = async (iot_id?: number) => {
      const call = { params: { id: own.id }, query: { iot_id } }
      const series = await t.as.customer.get(measurementsApi.tankSeries, call)
      const stats = await t.as.customer.get(measurementsApi.tankStats, call)
      return [series.body.times.length, stats.body.tank_temperature?.count]
    }
    expect(await count()).toEqual([READINGS, READINGS + 7])
    expect(await count(second.id)).toEqual([7, 7])
    expect(await count(other.id)).toEqual([0, 0])
    expect(await count(999_999)).toEqual([0, 0])
    await t.database.query('delete from measurements where terminal_id = $1', [second.id])
    await t.database.query('delete from latest where terminal_id = $1', [second.id])
  })

  test('returns the last 24 hours of every metric, raw when there are fewer readings than points', async () => {
    const { body } = await t.as.customer.get(measurementsApi.tankSeries, { params: { id: own.id } })
    expect(body).toMatchObject({
      bucket_seconds: 0,
      to: new Date(t.clock.now()).toISOString(),
      from: new Date(t.clock.now() - 86_400_000).toISOString(),
    })
    expect(body.times).toHaveLength(READINGS)
    expect(body.times[0]).toBe(start / 1000)
    expect(Object.keys(body.metrics)).toEqual(METRIC_KEYS)
    expect(body.metrics.tank_temperature?.avg.slice(0, 3)).toEqual([18, 18.1, 18.2])
    expect(body.metrics.ph?.avg[0]).toBeNull()
  })

  test('returns at most as many buckets as points', async () => {
    const { body } = await t.as.admin.get(measurementsApi.tankSeries, {
      params: { id: own.id },
      query: { points: 10, from: at(0), to: at(60), metrics: ['tank_temperature'] },
    })
    expect(body.times.length).toBeLessThanOrEqual(10)
    expect(body.bucket_seconds).toBeGreaterThan(0)
    expect(Object.keys(body.metrics)).toEqual(['tank_temperature'])
    expect(body.metrics.tank_temperature?.max.at(-1)).toBe(23.9)
  })
})

describe('GET /api/tanks/:id/measurements/stats', () => {
  const ofTank = (id: number, wanted: Record<string, unknown> = {}) =>
    t.as.customer.get(measurementsApi.tankStats, { params: { id }, query: { from: at(0), to: at(60), ...wanted } })

  test('returns minimum, mean, maximum and count of each metric, and the time out of range when it has limits', async () => {
    const { status, body } = await ofTank(own.id)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(METRIC_KEYS)
    // 18.0 … 18.4 and 23.0 … 23.9 are out of range, one a minute, the last one until now.
    const temperature = { min: 18, avg: expect.closeTo(20.95, 4), max: 23.9, count: 60, out_of_range_seconds: 900 }
    const nothing = { min: null, avg: null, max: null, count: 0 }
    expect(body.tank_temperature).toEqual(temperature)
    expect(body.ph).toEqual({ ...nothing, out_of_range_seconds: 0 })
    expect(body.orp).toEqual({ ...nothing, out_of_range_seconds: null })
    expect((await ofTank(own.id, { metrics: ['tank_temperature'] })).body).toEqual({ tank_temperature: temperature })
  })

  test('limits that are removed later do not rewrite the past', async () => {
    await t.database.query('update tanks set range_template_id = null where id = $1', [own.id])
    const { body } = await ofTank(own.id, { metrics: ['tank_temperature', 'ph'] })
    expect(body.tank_temperature?.out_of_range_seconds).toBe(900)
    expect(body.ph?.out_of_range_seconds).toBeNull()
    const listed = await t.as.admin.get(measurementsApi.list, { query: { only_out_of_range: true } })
    expect(listed.body.total).toBe(15)
  })

  test('covers the last 24 hours unless a window is given', async () => {
    const { body } = await t.as.operator.get(measurementsApi.tankStats, { params: { id: own.id } })
    expect(body.tank_temperature?.count).toBe(READINGS)
    const later = await ofTank(own.id, { from: at(61), to: at(62) })
    expect(later.body.tank_temperature?.count).toBe(0)
  })

  test('responds 404 for another firm’s tank', async () => {
    expect((await ofTank(foreign.id)).status).toBe(404)
  })
})

test('GET /api/iots/:id/series gives admins the readings of a terminal, under any tank', async () => {
  const { status, body } = await t.as.admin.get(measurementsApi.terminalSeries, { params: { id: unplaced.id } })
  expect(status).toBe(200)
  expect(body.times).toHaveLength(READINGS)
})

describe('measurement requests', () => {
  const calls = [
    ['the list', (who: TestApp['as']['admin']) => who.get(measurementsApi.list, {})],
    ["a tank's list", (who: TestApp['as']['admin']) => who.get(measurementsApi.tankList, { params: { id: own.id } })],
    [
      "a tank's series",
      (who: TestApp['as']['admin']) => who.get(measurementsApi.tankSeries, { params: { id: own.id } }),
    ],
    [
      "a tank's statistics",
      (who: TestApp['as']['admin']) => who.get(measurementsApi.tankStats, { params: { id: own.id } }),
    ],
    [
      "a terminal's series",
      (who: TestApp['as']['admin']) => who.get(measurementsApi.terminalSeries, { params: { id: terminal.id } }),
    ],
  ] as const
  test.each(calls)('%s is refused to a visitor', async (_, call) => {
    expect(await call(t.as.visitor)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test("a terminal's series is refused to everyone but admins", async () => {
    for (const caller of [t.as.operator, t.as.customer]) {
      expect(await caller.get(measurementsApi.terminalSeries, { params: { id: terminal.id } })).toMatchObject({
        status: 403,
      })
    }
  })

  test('another firm’s tank and an unknown tank respond 404', async () => {
    for (const id of [foreign.id, 999_999]) {
      expect(await t.as.operator.get(measurementsApi.tankList, { params: { id } })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      expect(await t.as.customer.get(measurementsApi.tankSeries, { params: { id } })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    }
    expect((await t.as.admin.get(measurementsApi.terminalSeries, { params: { id: 999_999 } })).status).toBe(404)
  })

  test.each([
    ['a window that ends before it starts', { from: '2026-01-02', to: '2026-01-01' }, 'to'],
    ['an unreadable instant', { from: 'yesterday' }, 'from'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
  ])('refused query: %s', async (_, query, field) => {
    for (const reply of [
      await t.as.admin.get(measurementsApi.list, { query }),
      await t.as.admin.get(measurementsApi.tankList, { params: { id: own.id }, query }),
      await t.as.admin.get(measurementsApi.tankSeries, { params: { id: own.id }, query }),
      await t.as.admin.get(measurementsApi.tankStats, { params: { id: own.id }, query }),
    ]) {
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.errors ?? {})).toEqual([field])
    }
  })

  test.each(['points=9', 'points=5001', 'metrics=ph,mood', 'points=many'])('refuses %s', async (query) => {
    const [name = '', value = ''] = query.split('=')
    const reply = await t.app.server.inject({
      url: `/api/tanks/${own.id}/series`,
      query: { [name]: value },
      headers: { authorization: `Bearer ${t.as.admin.token}` },
    })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual([name])
  })

  test.each(['page=0', 'per_page=201', 'sort=ph', 'iot_id=x', 'filter_firm_id=-1'])('refuses %s', async (query) => {
    const [name = '', value = ''] = query.split('=')
    const reply = await t.app.server.inject({
      url: '/api/measurements',
      query: { [name]: value },
      headers: { authorization: `Bearer ${t.as.admin.token}` },
    })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual([name])
  })
})
