import type { Series } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { createLogger } from '../../../core/log.ts'
import type { Database } from '../../../core/database/database.ts'
import { recordedReadings } from '../fixtures/recorded-readings.ts'
import { measurementLists } from './measurement-lists.sql.ts'
import { measurementScopes, type MeasurementScope } from './measurement-scope.sql.ts'
import { measurementsService, type MeasurementsService } from '../storing/measurements.service.ts'
import { partitions } from '../storing/partitions.sql.ts'
import type { Reading } from '../storing/reading.ts'
import { createRollUpJob } from '../rollups/roll-up-job.ts'
import { readSeries } from '../rollups/series.sql.ts'
import { readStats } from '../statistics/stats.sql.ts'
import { bucketSeconds, type ChartPlan } from '../rollups/time-spans.rules.ts'
import { OPEN_GATES } from '../../../../tests/open-gates.ts'

const recorded = recordedReadings()
const at = (text: string) => Date.parse(text)
const clock = { now: () => at('2023-07-06T00:00:00Z') }

let database: Database
let service: MeasurementsService
let rollUp: () => Promise<void>
const stored: Reading[] = []

async function store(readings: readonly Reading[]) {
  for (let i = 0; i < readings.length; i += 1000) await service.storeBatch(readings.slice(i, i + 1000))
  stored.push(...readings)
}

beforeAll(async () => {
  database = await openTestDatabase()
  const months = partitions(database)
  const alarms = { evaluate: () => Promise.resolve([]), announce: () => undefined }
  service = measurementsService({ database, gates: OPEN_GATES, partitions: months, alarms, announce: () => undefined })
  rollUp = createRollUpJob({ database, partitions: months, clock, log: createLogger('silent') }).rollUp
  await database.query(`insert into terminals (id, code, status, kind) overriding system value
    values (1, 'BARE', 'active', 'device'), (2, 'EELGRASS', 'active', 'device'), (3, 'HAND', 'active', 'manual')`)
  await database.query('update terminals set expected_interval_seconds = 200 where id = 1')
  await database.query(`insert into firms (id, code, name) overriding system value values (5, 'A', 'A'), (6, 'B', 'B')`)
  await database.query(
    `insert into tanks (id, code, name, firm_id) overriding system value values (11, 'T11', 'T', 5), (12, 'T12', 'T', 6)`,
  )
  const ends = (end: 'lo' | 'hi') => METRIC_KEYS.map((key) => LIMITS[key]?.[end] ?? null)
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('T', $1, $2, '{}', '{}', '{}')`,
    [ends('lo'), ends('hi')],
  )
  await database.query('update tanks set range_template_id = (select max(id) from range_templates) where id = 11')
  await database.query(`update rollup_state set mark_until = '2023-06-28', done_until = '2023-06-28'`)
  await store(recorded.filter((one) => one.measured_at < at('2023-07-03T10:07:00Z')))
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const TANK_11: MeasurementScope = { terminals: [1, 2], tanks: [11] }
/** Chosen so that each limit is crossed sometimes, and the last one never. */
const LIMITS: Partial<Record<MetricKey, { lo?: number; hi?: number }>> = {
  tank_temperature: { lo: 13.2, hi: 15.1 },
  salinity: { hi: 27.88 },
  ph: { lo: 7.7 },
  conductivity: { lo: 0, hi: 200 },
}
/** How long a value counts: two intervals of 200 s; two minutes for the terminal without an interval. */
const HOLDS_MS: Record<number, number> = { 1: 400_000, 2: 120_000 }
const SCOPES: Record<string, { scope: MeasurementScope; holds: (one: Reading) => boolean }> = {
  everything: { scope: { terminals: null, tanks: null }, holds: () => true },
  'a tank': { scope: TANK_11, holds: (one) => one.tank_id === 11 },
  'a terminal': { scope: { terminals: [2], tanks: null }, holds: (one) => one.terminal_id === 2 },
}
const WINDOWS = [
  { name: 'all', from: at('2023-06-20T00:00:00Z'), to: at('2023-07-10T00:00:00Z') },
  { name: 'with crooked ends', from: at('2023-06-27T03:04:05.678Z'), to: at('2023-07-04T21:22:23.456Z') },
  { name: 'of one month', from: at('2023-06-01T00:00:00Z'), to: at('2023-07-01T00:00:00Z') },
  { name: 'inside a quarter', from: at('2023-07-01T12:01:00Z'), to: at('2023-07-01T12:11:00Z') },
  { name: 'without readings', from: at('2022-01-01T00:00:00Z'), to: at('2022-02-01T00:00:00Z') },
]
const inside = (holds: (one: Reading) => boolean, from: number, to: number) =>
  stored.filter((one) => holds(one) && one.measured_at >= from && one.measured_at < to)

/** Computes the same chart without the database. */
function plainly(readings: readonly Reading[], seconds: number) {
  const buckets = new Map<number, Reading[]>()
  for (const reading of readings) {
    const t = seconds === 0 ? reading.measured_at / 1000 : Math.floor(reading.measured_at / 1000 / seconds) * seconds
    buckets.set(t, [...(buckets.get(t) ?? []), reading])
  }
  const times = [...buckets.keys()].sort((a, b) => a - b)
  const columns = METRIC_KEYS.map((key, i) => {
    const values = times.map((t) => (buckets.get(t) ?? []).flatMap((one) => one.values[i] ?? []))
    const of = (pick: (some: number[]) => number) => values.map((some) => (some.length === 0 ? null : pick(some)))
    const avg = of((some) => some.reduce((a, b) => a + b, 0) / some.length)
    return [key, { min: of((some) => Math.min(...some)), avg, max: of((some) => Math.max(...some)) }] as const
  })
  return { times, metrics: Object.fromEntries(columns) }
}

function expectSame(series: Series, plain: ReturnType<typeof plainly>) {
  expect(series.times).toEqual(plain.times)
  for (const key of METRIC_KEYS) {
    const given = series.metrics[key]
    const wanted = plain.metrics[key]
    expect(given?.min.map(fround)).toEqual(wanted?.min)
    expect(given?.max.map(fround)).toEqual(wanted?.max)
    given?.avg.forEach((value, i) => {
      const exact = wanted?.avg[i] ?? null
      if (value === null || exact === null) expect(value).toBe(exact)
      else expect(Math.abs(value - exact)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(exact)))
    })
  }
}
const fround = (value: number | null) => (value === null ? null : Math.fround(value))

function isOut(one: Reading, metric: MetricKey): boolean {
  const { lo = -Infinity, hi = Infinity } = LIMITS[metric] ?? {}
  const value = one.values[METRIC_KEYS.indexOf(metric)] ?? null
  return value !== null && (value < Math.fround(lo) || value > Math.fround(hi))
}

/** Computes the seconds in which any terminal of tank 11 was out of range, without the database. */
function plainSecondsOut(metric: MetricKey, from: number, to: number, terminals = [1, 2]): number | null {
  const limits = LIMITS[metric]
  if (!limits) return null
  const index = METRIC_KEYS.indexOf(metric)
  const valueOf = (one: Reading) => one.values[index] ?? null
  const intervals = terminals.flatMap((terminal) => {
    const own = stored
      .filter((one) => one.terminal_id === terminal && valueOf(one) !== null)
      .toSorted((a, b) => a.measured_at - b.measured_at)
    return own.flatMap((one, i): [number, number][] => {
      if (one.tank_id !== 11 || !isOut(one, metric)) return []
      const until = Math.min(own[i + 1]?.measured_at ?? Infinity, one.measured_at + (HOLDS_MS[terminal] ?? 0))
      return [[Math.max(one.measured_at, from), Math.min(until, to, clock.now())]]
    })
  })
  let reached = -Infinity
  let sum = 0
  for (const [start, end] of intervals.filter(([a, b]) => a < b).toSorted((a, b) => a[0] - b[0])) {
    sum += Math.max(0, end - Math.max(start, reached))
    reached = Math.max(reached, end)
  }
  return sum / 1000
}

const statsOf = (from: number, to: number, terminal?: number) =>
  readStats(
    database,
    { tank_id: 11, terminal_id: terminal ?? 0 },
    { terminals: terminal === undefined ? [1, 2] : [terminal], tanks: [11] },
    { metrics: METRIC_KEYS, from, to, now: clock.now() },
  )

function describeReads(state: string) {
  describe(state, () => {
    for (const { name, from, to } of WINDOWS) {
      test(`statistics of a tank, window ${name}, equal a plain computation`, async () => {
        const stats = await statsOf(from, to)
        const readings = inside((one) => one.tank_id === 11, from, to)
        const [whole] = plainly(readings, 1e9).times.length === 0 ? [] : [plainly(readings, 1e9).metrics]
        METRIC_KEYS.forEach((key, index) => {
          const given = stats[key]
          const values = readings.flatMap((one) => one.values[index] ?? [])
          expect(given?.count).toBe(values.length)
          expect(fround(given?.min ?? null)).toBe(whole?.[key]?.min[0] ?? null)
          expect(fround(given?.max ?? null)).toBe(whole?.[key]?.max[0] ?? null)
          const avg = whole?.[key]?.avg[0] ?? null
          if (avg === null) expect(given?.avg).toBeNull()
          else expect(Math.abs((given?.avg ?? NaN) - avg)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(avg)))
          const out = plainSecondsOut(key, from, to)
          if (out === null) expect(given?.out_of_range_seconds).toBeNull()
          else expect(given?.out_of_range_seconds).toBeCloseTo(out, 2)
        })
      })
    }
    for (const [who, { scope, holds }] of Object.entries(SCOPES)) {
      for (const { name, from, to } of WINDOWS) {
        for (const source of ['raw', '15m', '6h'] as const) {
          test(`series of ${who}, window ${name}, from ${source}, equal a plain computation`, async () => {
            const step = { raw: 1, '15m': 900, '6h': 21_600 }[source]
            const chosen: ChartPlan = { source, seconds: bucketSeconds(from, to, 50, step) }
            const window = { from, to, points: 50, metrics: METRIC_KEYS }
            const series = await readSeries(database, scope, window, () => chosen)
            expect(series.times.length).toBeLessThanOrEqual(50)
            expectSame(series, plainly(inside(holds, from, to), chosen.seconds))
          })
        }
        test(`readings out of range of ${who}, window ${name}: total and pages to the last one, in both directions`, async () => {
          for (const metrics of [METRIC_KEYS, ['ph', 'orp'] as const]) {
            const keys = inside(holds, from, to)
              .filter((one) => one.tank_id === 11 && metrics.some((metric) => isOut(one, metric)))
              .toSorted((a, b) => a.measured_at - b.measured_at || a.terminal_id - b.terminal_id)
              .map((one) => `${one.terminal_id} ${new Date(one.measured_at).toISOString()}`)
            const query = { per_page: 50, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
            const last = Math.max(1, Math.ceil(keys.length / 50))
            for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
              for (const descending of [true, false]) {
                const answer = await measurementLists(database).listOutOfRange(
                  scope,
                  { ...query, page, sort: [{ descending }] },
                  metrics,
                )
                const ordered = descending ? keys.toReversed() : keys
                expect(answer.data.map((one) => `${one.iot_id} ${one.measured_at}`)).toEqual(
                  ordered.slice((page - 1) * 50, page * 50),
                )
                expect(answer).toMatchObject({ total: keys.length, last_page: last })
              }
            }
          }
        })
        test(`list of ${who}, window ${name}: total and pages to the last one, in both directions`, async () => {
          const lists = measurementLists(database)
          const wanted = inside(holds, from, to).toSorted(
            (a, b) => a.measured_at - b.measured_at || a.terminal_id - b.terminal_id,
          )
          const keys = wanted.map((one) => `${one.terminal_id} ${new Date(one.measured_at).toISOString()}`)
          const query = { per_page: 200, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
          const last = Math.max(1, Math.ceil(keys.length / 200))
          for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
            for (const descending of [true, false]) {
              const answer = await lists.list(scope, { ...query, page, sort: [{ descending }] })
              const ordered = descending ? keys.toReversed() : keys
              expect(answer.data.map((one) => `${one.iot_id} ${one.measured_at}`)).toEqual(
                ordered.slice((page - 1) * 200, page * 200),
              )
              expect(answer).toMatchObject({ total: keys.length, last_page: last })
            }
          }
        })
      }
    }
  })
}

test('the limits of these tests are crossed for three metrics and never for one', () => {
  const seconds = METRIC_KEYS.map((key) => plainSecondsOut(key, at('2023-06-20T00:00:00Z'), at('2023-07-10T00:00:00Z')))
  expect(seconds.filter((one) => one !== null && one > 3600 && one < 8 * 86_400)).toHaveLength(3)
  expect(seconds.filter((one) => one === 0)).toHaveLength(1)
})

describeReads('before the first roll-up')

describe('the roll-up', () => {
  test('leaves no dirty buckets below its mark', async () => {
    await rollUp()
    const { rows } = await database.query(
      'select (select count(*) from rollup_dirty) as dirty, done_until from rollup_state',
    )
    expect(rows).toEqual([{ dirty: 0, done_until: '2023-07-05T23:45:00.000Z' }])
  })

  test('changes nothing without new readings', async () => {
    const counts = () =>
      database.query(`select (select sum(n) from rollup_15m)::int a, (select sum(n) from rollup_6h)::int b,
      (select sum(n) from counts_day)::int c, (select sum(n) from counts_month)::int d`)
    const before = (await counts()).rows
    await rollUp()
    expect((await counts()).rows).toEqual(before)
    const n = stored.length
    expect(before).toEqual([{ a: n, b: n, c: n, d: n }])
  })
})

describeReads('rolled up')

describe('late readings', () => {
  test('mark their buckets as dirty', async () => {
    await store(
      recorded.filter(
        (one) => one.measured_at >= at('2023-07-03T10:07:00Z') && one.measured_at < at('2023-07-05T00:00:00Z'),
      ),
    )
    const { rows } = await database.query<{ n: number }>('select count(*) as n from rollup_dirty')
    expect(rows[0]?.n).toBeGreaterThan(200)
  })
})

describeReads('rolled up, except for late readings')

describe('late readings and readings after the mark', () => {
  test('are rolled up by the next run', async () => {
    await rollUp()
    await database.query(`update rollup_state set mark_until = '2023-07-05', done_until = '2023-07-05'`)
    await store(recorded.filter((one) => one.measured_at >= at('2023-07-05T00:00:00Z')))
    expect(stored).toHaveLength(recorded.length)
  })
})

describeReads('late readings rolled up, the newest day still raw')

describe('statistics of the full period', () => {
  const [{ from, to } = { from: 0, to: 0 }] = WINDOWS
  async function expectPlain(terminal?: number) {
    const stats = await statsOf(from, to, terminal)
    for (const key of METRIC_KEYS) {
      const out = plainSecondsOut(key, from, to, terminal === undefined ? [1, 2] : [terminal])
      if (out === null) expect(stats[key]?.out_of_range_seconds).toBeNull()
      else expect(stats[key]?.out_of_range_seconds).toBeCloseTo(out, 2)
    }
  }
  test('the time out of range of one terminal excludes that of other terminals', async () => {
    for (const terminal of [1, 2]) await expectPlain(terminal)
    await expectPlain()
  })

  test('limits that change later do not rewrite the past', async () => {
    await database.query('update range_templates set lo[$1] = 7.8', [METRIC_KEYS.indexOf('ph') + 1])
    await expectPlain()
    await database.query('update tanks set range_template_id = null where id = 11')
    for (const key of ['tank_temperature', 'salinity', 'ph'] as const)
      expect((await statsOf(from, to))[key]?.out_of_range_seconds).toBeCloseTo(plainSecondsOut(key, from, to) ?? -1, 2)
  })
})

test('a far page among many terminals is located by the counts', async () => {
  // Too many terminals in the scope to walk each one's index.
  const many = { terminals: Array.from({ length: 5000 }, (_, i) => i + 1), tanks: [11, 12] }
  const keys = stored.toSorted((a, b) => a.measured_at - b.measured_at || a.terminal_id - b.terminal_id)
  for (const page of [1, 7, 90, 229, 230]) {
    const answer = await measurementLists(database).list(many, { page, per_page: 25, sort: [{ descending: false }] })
    const wanted = keys.slice((page - 1) * 25, page * 25)
    expect(answer.data.map((one) => [one.iot_id, Date.parse(one.measured_at)])).toEqual(
      wanted.map((one) => [one.terminal_id, one.measured_at]),
    )
    expect(answer.total).toBe(stored.length)
  }
})

describe('the scope of a caller', () => {
  const scopes = () => measurementScopes(database)
  test('a firm sees only its own tanks', async () => {
    expect(await scopes().resolve({ firms: [5] })).toEqual({ terminals: [1, 2], tanks: [11] })
    expect(await scopes().resolve({ firms: [6] })).toEqual({ terminals: [2], tanks: [12] })
    expect(await scopes().resolve({ firms: [5], tank_ids: [12] })).toEqual({ terminals: [], tanks: [] })
    expect(await scopes().resolve({ firms: [] })).toEqual({ terminals: [], tanks: [] })
  })

  test('a caller with access to all firms also sees readings without a tank', async () => {
    expect(await scopes().resolve({ firms: 'all' })).toEqual({ terminals: null, tanks: null })
    expect(await scopes().resolve({ firms: 'all', terminal_id: 2 })).toEqual({ terminals: [2], tanks: null })
  })

  test('a reading entered by hand is listed without a terminal', async () => {
    await store([{ ...(recorded[0] as Reading), terminal_id: 3, tank_id: 12, measured_at: at('2023-07-05T12:00:00Z') }])
    expect(await scopes().resolve({ firms: 'all', terminal_id: 3 })).toEqual({ terminals: [], tanks: null })
    const newest = await measurementLists(database).list({ terminals: [3], tanks: [12] }, { page: 1, per_page: 1 })
    expect(newest.data).toMatchObject([{ iot_id: null, tank_id: 12 }])
  })
})
