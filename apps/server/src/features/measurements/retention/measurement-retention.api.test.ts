import type { RetentionDays } from '@dalyan/contracts/measurement-retention'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeHistory, type PhReading } from '../../../../tests/ph-history.ts'
import { openTestDatabase, type TestDatabase } from '../../../../tests/test-database.ts'
import { instantAt } from '../../../core/clock.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { openExportRows } from '../files/readings-file.sql.ts'
import { importHistory } from '../import/import-history.ts'
import { measurementLists } from '../lists/measurement-lists.sql.ts'
import { readSeries } from '../rollups/series.sql.ts'
import { readStats } from '../statistics/stats.sql.ts'
import { partitions } from '../storing/partitions.sql.ts'
import { createMeasurementRetention, type MeasurementRetention } from './measurement-retention.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (text: string) => Date.parse(text)
const SCOPE = { terminals: [1], tanks: [11] }
const OWNER = { tank_id: 11, terminal_id: 0 }
const START = at('2024-01-01T00:10:00Z')
const END = at('2026-05-20T00:00:00Z')
const FOR_EVER: RetentionDays = { raw: null, '15m': null, '6h': null }

/** A reading every three hours; each tenth is out of range. */
const READINGS: PhReading[] = Array.from({ length: Math.floor((END - START) / (3 * HOUR)) }, (_, i) => ({
  terminal_id: 1,
  tank_id: 11,
  measured_at: START + i * 3 * HOUR,
  ph: 7 + (i % 24) / 16,
  isOut: i % 10 === 0,
}))

let database: TestDatabase
let retention: MeasurementRetention
let now = END
let days = FOR_EVER

beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(
    `insert into terminals (id, code, status, kind) overriding system value values (1, 'T', 'active', 'device')`,
  )
  await database.query(`insert into tanks (id, code, name) overriding system value values (11, 'T11', 'T')`)
  await storeHistory(database, READINGS)
  // With statistics PostgreSQL may read the catalogue in another order.
  await database.query('vacuum analyze')
  retention = createMeasurementRetention({
    database: database.asApplication,
    clock: { now: () => now },
    partitions: partitions(database.asApplication),
    retentionDays: () => Promise.resolve(days),
    lateDays: 30,
  })
})
afterAll(() => database.close())

const METRIC = ['ph'] as const
const statsOf = async (from: string, to: string) =>
  (await readStats(database, OWNER, SCOPE, { metrics: METRIC, from: at(from), to: at(to), now })).ph
const seriesOf = (from: string, to: string, points = 500) =>
  readSeries(database, SCOPE, { metrics: METRIC, from: at(from), to: at(to), points })
const listOf = (query: { from?: string; to?: string; page?: number } = {}) =>
  measurementLists(database).list(SCOPE, { page: 1, per_page: 10, ...query })

async function exported(step: 'raw' | '15m' | '1h' | '1d', from: string, to: string): Promise<number> {
  return inSnapshot(database, async (connection) => {
    const window = { from: at(from), to: at(to) }
    const wish = {
      scope: SCOPE,
      window,
      step,
      metrics: METRIC,
      refusedText: null,
      descending: false,
      outOfRange: null,
      timeZone: 'UTC',
    }
    let rows = 0
    for await (const batch of await openExportRows(connection, wish)) rows += batch.length
    return rows
  })
}

async function months(parent: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^${parent}_\\d{4}' order by 1`,
  )
  return rows.map(({ name }) => name.slice(-7))
}

const readingsFrom = (from: string) => READINGS.filter((one) => one.measured_at >= at(from)).length

const WINDOWS = [
  ['of everything', '2024-01-01T00:00:00Z', '2026-05-20T00:00:00Z'],
  ['of a year', '2024-06-03T06:00:00Z', '2025-06-03T06:00:00Z'],
  ['over the end of what is dropped', '2026-01-20T00:00:00Z', '2026-03-10T18:00:00Z'],
] as const

describe('measurements', () => {
  const before = new Map<string, Awaited<ReturnType<typeof statsOf>>>()

  test('are kept for ever by default', async () => {
    for (const [title, from, to] of WINDOWS) before.set(title, await statsOf(from, to))
    await retention.sweep()
    expect((await months('measurements'))[0]).toBe('2024_01')
    expect((await listOf()).total).toBe(READINGS.length)
  })

  test('that would be dropped are named with their number and their bytes', async () => {
    const { levels } = await retention.storage({ raw: 90, '15m': 365, '6h': null })
    expect(levels.map(({ level, oldest, expiring }) => [level, oldest, expiring?.before ?? null])).toEqual([
      ['raw', instantAt(START), '2026-02-01T00:00:00.000Z'],
      ['15m', '2024-01-01T00:00:00.000Z', '2025-05-01T00:00:00.000Z'],
      ['6h', '2024-01-01T00:00:00.000Z', null],
    ])
    expect(levels[0]?.expiring?.readings).toBe(READINGS.length - readingsFrom('2026-02-01T00:00:00Z'))
    for (const { bytes } of levels) expect(bytes).toBeGreaterThan(10_000)
    expect(levels[0]?.expiring?.bytes).toBeGreaterThan(10_000)
  })

  test('are not dropped while their table is in use, and nobody waits for it', async () => {
    days = { raw: 90, '15m': null, '6h': null }
    await inSnapshot(database, async ({ query }) => {
      await query('select from measurements limit 1')
      // Without a limit it would wait for this transaction, which waits for it.
      await retention.sweep()
      const { rows } = await database.query<{ waiting: number }>(
        'select count(*)::int as waiting from pg_locks where not granted',
      )
      expect(rows).toEqual([{ waiting: 0 }])
    })
    expect((await months('measurements'))[0]).toBe('2024_01')
    expect((await listOf()).total).toBe(READINGS.length)
  })

  test('are not dropped before they are rolled up', async () => {
    await database.query(`insert into rollup_dirty values (1, '2024-03-05T12:00Z')`)
    await retention.sweep()
    expect((await months('measurements'))[0]).toBe('2024_03')
    await database.query('delete from rollup_dirty')
  })

  test('are dropped by full months, their roll-ups of 15 minutes later', async () => {
    days = { raw: 90, '15m': 365, '6h': null }
    await retention.sweep()
    expect((await months('measurements'))[0]).toBe('2026_02')
    expect((await months('rollup_15m'))[0]).toBe('2025_05')
    const { levels } = await retention.storage(days)
    expect(levels.map(({ oldest, expiring }) => [oldest, expiring])).toEqual([
      [instantAt(READINGS.find((one) => one.measured_at >= at('2026-02-01'))?.measured_at ?? 0), null],
      ['2025-05-01T00:00:00.000Z', null],
      ['2024-01-01T00:00:00.000Z', null],
    ])
  })

  test.each(WINDOWS)('keep their statistics %s', async (title, from, to) => {
    const { avg, ...exact } = (await statsOf(from, to)) ?? { avg: null }
    const { avg: averageBefore, ...exactBefore } = before.get(title) ?? { avg: null }
    expect(exact).toEqual(exactBefore)
    expect(avg).toBeCloseTo(averageBefore ?? Number.NaN, 4)
  })

  test('are listed and counted only where they are left', async () => {
    const { total } = await listOf()
    expect(total).toBe(readingsFrom('2026-02-01T00:00:00Z'))
    const last = await listOf({ page: Math.ceil(total / 10) })
    expect(last.data.at(-1)?.measured_at.slice(0, 10)).toBe('2026-02-01')
    const kept_from = '2026-02-01T00:00:00.000Z'
    expect(await listOf({ to: '2026-01-31T00:00:00Z' })).toMatchObject({ total: 0, data: [], kept_from })
    expect(await listOf({ from: kept_from })).not.toHaveProperty('kept_from')
    expect(await listOf({ from: '2025-01-01T00:00:00Z', to: '2026-02-03T00:00:00Z' })).toMatchObject({ total: 16 })
  })

  test('are drawn from the roll-ups, down to their shortest buckets', async () => {
    const start = (text: string) => at(text) / 1000
    const quarters = await seriesOf('2025-10-05T03:05:00Z', '2025-10-05T09:20:00Z')
    expect(quarters).toMatchObject({ from: '2025-10-05T03:05:00.000Z', bucket_seconds: 900 })
    expect(quarters.times).toEqual(['03:00', '06:00', '09:00'].map((time) => start(`2025-10-05T${time}:00Z`)))
    const coarse = await seriesOf('2024-10-05T07:00:00Z', '2024-10-05T08:00:00Z')
    expect(coarse).toMatchObject({ bucket_seconds: 21_600, times: [start('2024-10-05T06:00:00Z')] })
    const inBucket = READINGS.filter(
      (one) => one.measured_at >= at('2024-10-05T06:00Z') && one.measured_at < at('2024-10-05T12:00Z'),
    ).map(({ ph }) => ph)
    expect(coarse.metrics.ph).toMatchObject({ min: [Math.min(...inBucket)], max: [Math.max(...inBucket)] })
    const all = await seriesOf('2024-01-01T00:00:00Z', '2026-05-20T00:00:00Z', 5000)
    expect(all.times).toHaveLength(Math.ceil((END - START) / (6 * HOUR)))
    const fresh = await seriesOf('2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z')
    expect(fresh).toMatchObject({ bucket_seconds: 0 })
    expect(fresh.times).toHaveLength(8)
  })

  test('are exported where they are left, and means where their roll-ups are', async () => {
    expect(await exported('raw', '2024-01-01T00:00:00Z', '2026-05-20T00:00:00Z')).toBe(
      readingsFrom('2026-02-01T00:00:00Z'),
    )
    expect(await exported('1h', '2025-10-05T03:05:00Z', '2025-10-06T00:00:00Z')).toBe(7)
    expect(await exported('1d', '2024-01-01T00:00:00Z', '2026-05-20T00:00:00Z')).toBe(384)
  })

  test('of a dropped month that are imported later change no roll-up', async () => {
    const readings = [
      { terminal_id: 1, tank_id: 11, measured_at: at('2025-10-05T03:11:00Z'), received_at: now, clock_skew: false },
    ].map((one) => ({ ...one, values: [null, 2, null, null, null, null, null, null, null] }))
    await importHistory({ database: database.asApplication, readings })
    await retention.sweep()
    expect((await months('measurements'))[0]).toBe('2026_02')
    expect((await statsOf('2025-10-05T00:00:00Z', '2025-10-06T00:00:00Z'))?.count).toBe(8)
    expect((await listOf()).total).toBe(readingsFrom('2026-02-01T00:00:00Z'))
  })

  test('expire as time passes, at last their roll-ups of 6 hours too', async () => {
    days = { raw: 90, '15m': 365, '6h': 730 }
    now += 31 * DAY
    await retention.sweep()
    expect((await months('measurements'))[0]).toBe('2026_03')
    expect((await months('rollup_15m'))[0]).toBe('2025_06')
    const { levels } = await retention.storage(days)
    expect(levels.at(-1)).toMatchObject({ oldest: '2024-06-01T00:00:00.000Z', expiring: null })
    expect(await seriesOf('2024-05-01T00:00:00Z', '2024-05-02T00:00:00Z')).toMatchObject({ times: [] })
    expect((await statsOf('2024-01-01T00:00:00Z', '2024-06-02T00:00:00Z'))?.count).toBe(8)
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from out_of_range_6h where bucket < '2024-06-01'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})
