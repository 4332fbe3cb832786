import {
  type CompareQuery,
  type Comparison,
  type DayPattern,
  type DayPatternQuery,
  exploreApi,
  LEAST_PAIRS,
  MOST_DRAWN,
  type Scatter,
  type ScatterQuery,
} from '@dalyan/contracts/explore'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { recordedReadings } from '../fixtures/recorded-readings.ts'
import { importHistory } from '../import/import-history.ts'
import type { Reading } from '../storing/reading.ts'
import { OPEN_HISTORY_GATES } from '../../../../tests/open-gates.ts'

const DAY = 86_400_000
const recorded = recordedReadings()
const START = Date.parse('2023-06-26T00:00:00Z')
const at = (ms: number) => new Date(ms).toISOString()

let t: TestApp
let bare: Tank
let eelgrass: Tank
let foreign: Tank

beforeAll(async () => {
  t = await startTestApp()
  bare = await givenTank()
  eelgrass = await givenTank()
  foreign = await givenTank((await t.given.firm()).id)
  const placed = recorded.map((one) => {
    const tank = one.terminal_id === 1 ? bare : eelgrass
    return { ...one, terminal_id: tank.iots[0]?.id ?? 0, tank_id: tank.id }
  })
  await importHistory({ database: t.database, gates: OPEN_HISTORY_GATES, readings: placed })
})
afterAll(() => t.close())

async function givenTank(firm_id = t.ownFirm.id): Promise<Tank> {
  return t.given.tank({ firm_id, iot_ids: [(await t.given.terminal()).id] })
}

/** A reading of the only terminal of a tank. */
function readingOf(tank: Tank, measured_at: number, values: Partial<Record<MetricKey, number>>): Reading {
  return {
    terminal_id: tank.iots[0]?.id ?? 0,
    tank_id: tank.id,
    measured_at,
    received_at: measured_at,
    values: METRIC_KEYS.map((key) => values[key] ?? null),
    clock_skew: false,
  }
}

/** Pearson's r by its definition. */
function plainR(x: readonly number[], y: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((a, b) => a + b, 0) / all.length
  const [mx, my] = [mean(x), mean(y)]
  const of = (f: (i: number) => number) => x.reduce((total, _, i) => total + f(i), 0)
  const [dx, dy] = [(i: number) => (x[i] ?? 0) - mx, (i: number) => (y[i] ?? 0) - my]
  return of((i) => dx(i) * dy(i)) / Math.sqrt(of((i) => dx(i) ** 2) * of((i) => dy(i) ** 2))
}

describe('the relation of two series', () => {
  async function ask(query: Partial<ScatterQuery>) {
    const window = { from: at(START), to: at(START + 30 * DAY) }
    return t.as.operator.get(exploreApi.scatter, { query: { x: 'tank_temperature', y: 'ph', ...window, ...query } })
  }
  const relation = async (query: Partial<ScatterQuery>): Promise<Scatter> => {
    const reply = await ask(query)
    expect(reply.status).toBe(200)
    return reply.body
  }
  const valuesOf = (terminal: number, metric: MetricKey, { from = START, to = START + 30 * DAY } = {}) =>
    recorded
      .filter((one) => one.terminal_id === terminal && one.measured_at >= from && one.measured_at < to)
      .map((one) => ({ at: one.measured_at, value: one.values[METRIC_KEYS.indexOf(metric)] ?? null }))

  /** Mean by bucket of seconds since 1970. */
  function means(terminal: number, metric: MetricKey, seconds: number): Map<number, number> {
    const buckets = Map.groupBy(
      valuesOf(terminal, metric).filter(({ value }) => value !== null),
      (one) => Math.floor(one.at / 1000 / seconds),
    )
    return new Map(
      [...buckets].map(([key, some]) => [key, some.reduce((a, { value }) => a + (value ?? 0), 0) / some.length]),
    )
  }

  test.each([
    ['tank_temperature', 'ph'],
    ['salinity', 'conductivity'],
    ['ph', 'orp'],
  ] as const)('of %s and %s equals a plain computation over all readings', async (x, y) => {
    const [xs, ys] = [valuesOf(1, x), valuesOf(1, y)]
    const pairs = xs.flatMap(({ value }, i) => {
      const other = ys[i]?.value ?? null
      return value === null || other === null ? [] : [{ x: value, y: other }]
    })
    const { n, r, step_seconds, points, pairs: all } = await relation({ tank_id: bare.id, x, y })
    expect({ n, step_seconds }).toEqual({ n: pairs.length, step_seconds: 0 })
    expect(r).toBeCloseTo(
      plainR(
        pairs.map((pair) => pair.x),
        pairs.map((pair) => pair.y),
      ),
      4,
    )
    expect(points.times.length).toBeLessThanOrEqual(MOST_DRAWN)
    expect(points.times.length).toBeGreaterThan(MOST_DRAWN / 2)
    expect(all.find((pair) => [pair.x, pair.y].toSorted().join() === [x, y].toSorted().join())).toMatchObject({ n, r })
    expect(all.every((pair, i) => i === 0 || Math.abs(pair.r) <= Math.abs(all[i - 1]?.r ?? 0))).toBe(true)
  })

  test('of two tanks pairs the means of their buckets', async () => {
    const one = await relation({ tank_id: bare.id, other_tank_id: eelgrass.id, y: 'tank_temperature' })
    const [x, y] = [1, 2].map((terminal) => means(terminal, 'tank_temperature', one.step_seconds))
    const shared = [...(x?.keys() ?? [])].filter((key) => y?.has(key))
    expect(one.step_seconds).toBeGreaterThan(0)
    expect(one.n).toBe(shared.length)
    expect(one.r).toBeCloseTo(
      plainR(
        shared.map((key) => x?.get(key) ?? 0),
        shared.map((key) => y?.get(key) ?? 0),
      ),
      3,
    )
    expect(one.pairs.every((pair) => pair.x === pair.y)).toBe(true)
  })

  test('with a lag pairs later values, and the curve holds the same figure', async () => {
    const one = await relation({ tank_id: bare.id, lag_minutes: 90 })
    expect(one.lag_minutes).toBe(90)
    const [x, y] = [means(1, 'tank_temperature', one.step_seconds), means(1, 'ph', one.step_seconds)]
    const late = 5400 / one.step_seconds
    const shared = [...x.keys()].filter((key) => y.has(key + late))
    const r = plainR(
      shared.map((key) => x.get(key) ?? 0),
      shared.map((key) => y.get(key + late) ?? 0),
    )
    expect(one.r).toBeCloseTo(r, 3)
    expect(one.lags.r[one.lags.minutes.indexOf(90)]).toBeCloseTo(r, 3)
  })

  test('is the same from roll-ups as from readings', async () => {
    const year = await relation({
      tank_id: bare.id,
      lag_minutes: 60,
      from: at(START - 300 * DAY),
      to: at(START + 60 * DAY),
    })
    expect(year.step_seconds).toBe(3600)
    const [x, y] = [means(1, 'tank_temperature', 3600), means(1, 'ph', 3600)]
    const shared = [...x.keys()].filter((key) => y.has(key + 1))
    expect(year.n).toBe(shared.length)
    expect(year.r).toBeCloseTo(
      plainR(
        shared.map((key) => x.get(key) ?? 0),
        shared.map((key) => y.get(key + 1) ?? 0),
      ),
      3,
    )
  })

  test('of a series with itself is 1', async () => {
    expect((await relation({ tank_id: bare.id, y: 'tank_temperature' })).r).toBeCloseTo(1, 9)
  })

  test('of two terminals that measure at other moments is found in longer buckets', async () => {
    const [a, b] = [await givenTank(), await givenTank()]
    const hours = Array.from({ length: 100 }, (_, i) => START + i * 3_600_000)
    const value = (i: number) => 20 + Math.sin(i / 9)
    await importHistory({
      database: t.database,
      gates: OPEN_HISTORY_GATES,
      readings: [
        ...hours.map((ms, i) => readingOf(a, ms, { tank_temperature: value(i) })),
        ...hours.map((ms, i) => readingOf(b, ms + 25 * 60_000, { tank_temperature: value(i) })),
      ],
    })
    const one = await relation({ tank_id: a.id, other_tank_id: b.id, y: 'tank_temperature' })
    expect(one).toMatchObject({ step_seconds: 3600, n: 100 })
    expect(one.r).toBeCloseTo(1, 6)
  })

  test('has no figures without readings', async () => {
    const none = await relation({ tank_id: bare.id, from: at(START - 20 * DAY), to: at(START - 10 * DAY) })
    expect(none).toMatchObject({ n: 0, r: null, slope: null, best_lag: null, pairs: [], points: { times: [] } })
    expect(LEAST_PAIRS).toBe(30)
  })

  test('is refused for a tank of another firm, as either one, and for an empty window', async () => {
    expect((await ask({ tank_id: foreign.id })).status).toBe(404)
    expect((await ask({ tank_id: bare.id, other_tank_id: foreign.id })).status).toBe(404)
    expect((await ask({ tank_id: bare.id, to: at(START) })).status).toBe(422)
    expect((await ask({ tank_id: bare.id, lag_minutes: 361 })).status).toBe(422)
  })
})

/** The value between the two nearest, as spreadsheets compute it. */
function plainPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

describe('the pattern of a day', () => {
  async function pattern(query: Partial<DayPatternQuery>): Promise<DayPattern> {
    const reply = await t.as.customer.get(exploreApi.dayPattern, { query: { metric: 'ph', ...query } })
    expect(reply.status).toBe(200)
    return reply.body
  }
  /** A tank with a reading every 15 minutes in both ends of the window, whose pH is `value(ms)`. */
  async function quarterly(from: string, to: string, value: (ms: number) => number | null): Promise<Tank> {
    const tank = await givenTank()
    const readings: Reading[] = []
    for (let ms = Date.parse(from); ms < Date.parse(to); ms += 900_000) {
      const ph = value(ms)
      if (ph !== null) readings.push(readingOf(tank, ms, { ph }))
    }
    await importHistory({ database: t.database, gates: OPEN_HISTORY_GATES, readings })
    return tank
  }

  test('has percentiles by local quarter of an hour that equal a plain computation', async () => {
    const values = recorded
      .filter((one) => one.terminal_id === 1)
      .map((one) => ({ at: one.measured_at, ph: one.values[METRIC_KEYS.indexOf('ph')] ?? null }))
      .filter((one) => one.ph !== null)
    const means = [...Map.groupBy(values, (one) => Math.floor(one.at / 900_000))].map(([key, some]) => ({
      // Istanbul is three hours ahead all year.
      quarter: (key + 12) % 96,
      mean: some.reduce((sum, { ph }) => sum + (ph ?? 0), 0) / some.length,
    }))
    const byQuarter = Map.groupBy(means, ({ quarter }) => quarter)
    const { band, days } = await pattern({ tank_id: bare.id, from: at(START), to: at(START + 30 * DAY) })
    expect(band.quarters).toEqual([...byQuarter.keys()].toSorted((a, b) => a - b))
    expect(days).toBe(new Set(values.map((one) => at(one.at + 3 * 3_600_000).slice(0, 10))).size)
    band.quarters.forEach((quarter, i) => {
      const some = (byQuarter.get(quarter) ?? []).map(({ mean }) => mean)
      expect(band.n[i]).toBe(some.length)
      for (const [column, share] of [
        ['p10', 0.1],
        ['p25', 0.25],
        ['p50', 0.5],
        ['p75', 0.75],
        ['p90', 0.9],
      ] as const)
        expect(band[column][i]).toBeCloseTo(plainPercentile(some, share), 4)
    })
  })

  test('of a day with 25 hours has the repeated hour twice, of one with 23 hours not the skipped one', async () => {
    const hour = (ms: number) => Math.floor(ms / 3_600_000) % 5
    const long = await quarterly('2023-10-27T22:00:00Z', '2023-10-30T23:00:00Z', hour)
    const autumn = await pattern({
      tank_id: long.id,
      time_zone: 'Europe/Berlin',
      from: '2023-10-27T22:00:00Z',
      to: '2023-10-30T23:00:00Z',
    })
    expect(autumn.heat.rows.map(({ date, hours }) => [date, hours.length])).toEqual([
      ['2023-10-28', 24],
      ['2023-10-29', 25],
      ['2023-10-30', 24],
    ])
    const sunday = autumn.heat.rows[1]
    expect(sunday?.hours.slice(0, 5)).toEqual([0, 1, 2, 2, 3])
    const midnight = Date.parse('2023-10-28T22:00:00Z')
    expect(sunday?.values).toEqual(Array.from({ length: 25 }, (_, i) => hour(midnight + i * 3_600_000)))
    expect(autumn.band.n.slice(7, 13)).toEqual([3, 4, 4, 4, 4, 3])
    expect(autumn.recent.map(({ date, quarters }) => [date, quarters.length])).toEqual([
      ['2023-10-30', 96],
      ['2023-10-29', 100],
    ])

    const short = await quarterly('2023-03-25T23:00:00Z', '2023-03-26T22:00:00Z', hour)
    const spring = await pattern({
      tank_id: short.id,
      time_zone: 'Europe/Berlin',
      from: '2023-03-25T23:00:00Z',
      to: '2023-03-26T22:00:00Z',
    })
    expect(spring.heat.rows.map(({ hours }) => hours)).toEqual([[0, 1, ...Array.from({ length: 21 }, (_, i) => i + 3)]])
    expect(spring.band.quarters).toHaveLength(92)
    expect(spring.days).toBe(1)
  })

  test('keeps gaps, and joins days to weeks where there are many', async () => {
    const from = Date.parse('2023-01-01T00:00:00Z')
    const tank = await quarterly('2023-01-01T00:00:00Z', '2023-04-11T00:00:00Z', (ms) =>
      (ms - from) % DAY < 6 * 3_600_000 || (ms >= from + 10 * DAY && ms < from + 24 * DAY) ? null : 8,
    )
    const days = await pattern({ tank_id: tank.id, time_zone: 'UTC', from: at(from), to: at(from + 20 * DAY) })
    expect(days.days).toBe(10)
    expect(days.heat.rows[0]?.values.map((value) => value === null)).toEqual(
      Array.from({ length: 24 }, (_, i) => i < 6),
    )
    const weeks = await pattern({ tank_id: tank.id, time_zone: 'UTC', from: at(from), to: at(from + 100 * DAY) })
    expect(weeks.heat).toMatchObject({ step_days: 7 })
    expect(weeks.heat.rows).toHaveLength(15)
    expect(weeks.heat.rows.map(({ values }) => values[12])).toEqual([8, 8, null, 8, ...Array<number>(11).fill(8)])
    expect(weeks.band.quarters[0]).toBe(24)
  })

  test('is empty without readings, at most two years long, and refused for a foreign tank and an unknown time zone', async () => {
    const none = await pattern({ tank_id: bare.id, from: at(START - 900 * DAY), to: at(START - 10 * DAY) })
    expect(none).toMatchObject({ days: 0, recent: [], band: { quarters: [] }, heat: { rows: [] } })
    expect(Date.parse(none.to) - Date.parse(none.from)).toBe(731 * DAY)
    const ask = (query: object) => t.as.customer.get(exploreApi.dayPattern, { query: { metric: 'ph', ...query } })
    expect((await ask({ tank_id: foreign.id })).status).toBe(404)
    for (const time_zone of ['+03:00', 'Mars/Olympus', "x'; select 1"])
      expect((await ask({ tank_id: bare.id, time_zone })).status).toBe(422)
  })

  test('knows every time zone that the database knows by the same name', async () => {
    const { rows } = await t.database.query<{ name: string }>(
      'select name from unnest($1::text[]) name where name not in (select name from pg_timezone_names)',
      [Intl.supportedValuesOf('timeZone')],
    )
    expect(rows).toEqual([])
  })
})

describe('the comparison of tanks', () => {
  const HOUR = 3_600_000
  const [A, B, C] = [18, 20, 25]
  let hall: Tank[]

  beforeAll(async () => {
    hall = await Promise.all(
      ['Salon A', 'Salon A', 'Salon A', 'Salon B'].map(async (location) =>
        t.given.tank({ firm_id: t.ownFirm.id, location, iot_ids: [(await t.given.terminal()).id] }),
      ),
    )
    const values = [A, B, C, 90]
    const readings = hall.flatMap((tank, i) =>
      Array.from({ length: 24 * 60 }, (_, minute) => {
        const ms = START + minute * 60_000
        // The first tank is silent from 06:00 to 09:00.
        const isSilent = i === 0 && ms >= START + 6 * HOUR && ms < START + 9 * HOUR
        return isSilent ? [] : [readingOf(tank, ms + i * 7000, { tank_temperature: values[i] ?? 0 })]
      }).flat(),
    )
    await importHistory({ database: t.database, gates: OPEN_HISTORY_GATES, readings })
  })

  const window = { from: at(START), to: at(START + DAY) }
  async function compare(query: Partial<CompareQuery>): Promise<Comparison> {
    const reply = await t.as.operator.get(exploreApi.compare, {
      query: { metric: 'tank_temperature', ...window, ...query },
    })
    expect(reply.status).toBe(200)
    return reply.body
  }
  const idsOf = (tanks: readonly Tank[]) => tanks.map(({ id }) => id)

  test('has the tanks on one axis, the median of their place and the distance from it; a gap stays a gap', async () => {
    const { times, tanks, reference, step_seconds } = await compare({ tank_ids: idsOf(hall.slice(0, 2)) })
    expect(step_seconds).toBe(300)
    expect(times).toHaveLength(288)
    expect(reference).toMatchObject({ kind: 'place', name: 'Salon A', used: 3, total: 3 })
    const [one, two] = tanks
    const isGap = (i: number) => i >= 72 && i < 108
    expect(one?.values).toEqual(times.map((_, i) => (isGap(i) ? null : A)))
    expect(two?.values).toEqual(times.map(() => B))
    const median = (i: number) => (isGap(i) ? (B + C) / 2 : B)
    expect(reference?.median).toEqual(times.map((_, i) => median(i)))
    expect(one?.difference).toEqual(times.map((_, i) => (isGap(i) ? null : A - B)))
    expect(two?.difference).toEqual(times.map((_, i) => B - median(i)))
    expect(reference?.p25[0]).toBe((A + B) / 2)
    expect(reference?.p75[0]).toBe((B + C) / 2)
  })

  test('takes the median of the firm on request, and of a tank without a place', async () => {
    const { reference } = await compare({ tank_ids: idsOf(hall.slice(0, 1)), against: 'firm' })
    expect(reference).toMatchObject({ kind: 'firm', name: t.ownFirm.name })
    expect(reference?.total).toBeGreaterThan(4)
    expect((await compare({ tank_ids: [bare.id] })).reference).toMatchObject({ kind: 'firm' })
  })

  test('of a long window comes from roll-ups and is the same', async () => {
    const long = await compare({
      tank_ids: idsOf(hall.slice(0, 2)),
      from: at(START - 30 * DAY),
      to: at(START + 330 * DAY),
    })
    expect(long.step_seconds).toBeGreaterThanOrEqual(86_400)
    expect(long.times.length).toBeLessThanOrEqual(3)
    expect(long.tanks[1]?.values.filter((value) => value !== null)).toContain(B)
  })

  test('keeps the order of the tanks, names each once, and is refused where one is foreign', async () => {
    const [first = 0, second = 0] = idsOf(hall)
    expect((await compare({ tank_ids: [second, first, second] })).tanks.map(({ id }) => id)).toEqual([second, first])
    const ask = (tank_ids: number[]) =>
      t.as.operator.get(exploreApi.compare, { query: { metric: 'ph', ...window, tank_ids } })
    expect((await ask([first, foreign.id])).status).toBe(404)
    expect((await ask([1, 2, 3, 4, 5, 6, 7])).status).toBe(422)
  })
})
