import type { Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import { measurementsService, type MeasurementsService } from './measurements.service.ts'
import { monthsBetween, partitions } from './partitions.sql.ts'
import type { Reading } from './reading.ts'
import { OPEN_GATES } from '../../../../tests/open-gates.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

let database: Database
let service: MeasurementsService
let evaluated: Reading[] = []
let shown: Measurement[] = []
let refuse: Error | null = null

beforeAll(async () => {
  database = await openTestDatabase()
  service = measurementsService({
    database,
    gates: OPEN_GATES,
    partitions: partitions(database),
    alarms: {
      evaluate: (_connection: Connection, stored) => {
        evaluated.push(...stored)
        return refuse ? Promise.reject(refuse) : Promise.resolve([])
      },
      announce: () => undefined,
    },
    announce: (stored) => shown.push(...stored),
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})
beforeEach(async () => {
  evaluated = []
  shown = []
  refuse = null
  await database.query('truncate measurements, latest, rollup_dirty')
})

function reading(
  terminal_id: number,
  measured_at: number,
  metrics: Partial<Record<MetricKey, number>>,
  tank_id: number | null = 1,
): Reading {
  const values = METRIC_KEYS.map((key) => (metrics[key] === undefined ? null : Math.fround(metrics[key])))
  return { terminal_id, tank_id, measured_at, received_at: NOON, values, clock_skew: false }
}
const stored = async () =>
  (await database.query<Measurement>('select * from measurements order by terminal_id, measured_at')).rows

test('a reading is stored and shown as it was sent, with the shortest decimals', async () => {
  expect(await service.storeBatch([reading(1, NOON, { tank_temperature: 18.4, ph: 7.93, orp: -310.125 })])).toEqual([
    'stored',
  ])
  const expected = {
    tank_temperature: 18.4,
    ph: 7.93,
    orp: -310.125,
    salinity: null,
    measured_at: '2026-11-20T12:00:00.000Z',
  }
  expect(await stored()).toMatchObject([expected])
  expect(shown).toMatchObject([{ ...expected, iot_id: 1, tank_id: 1, clock_skew: false }])
})

test('a repeated reading is a duplicate that is acknowledged, but neither evaluated nor shown', async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9 })])
  evaluated = []
  shown = []
  expect(await service.storeBatch([reading(1, NOON, { ph: 7.9 }), reading(2, NOON, { ph: 8 })])).toEqual([
    'duplicate',
    'stored',
  ])
  expect(evaluated.map((one) => one.terminal_id)).toEqual([2])
  expect(shown.map((one) => one.iot_id)).toEqual([2])
})

test('a reading that another process has stored is a duplicate, also where it is the newest that this one was given', async () => {
  const other = measurementsService({
    database,
    gates: OPEN_GATES,
    partitions: partitions(database),
    alarms: { evaluate: () => Promise.resolve([]), announce: () => undefined },
    announce: () => undefined,
  })
  for (const at of [NOON, NOON + 1_000]) await service.storeBatch([reading(1, at, { ph: 7.9 })])
  await other.storeBatch([reading(1, NOON + 2_000, { ph: 7.9 })])
  const given = [reading(1, NOON + 2_000, { ph: 7.9 }), reading(1, NOON + 3_000, { ph: 8 })]
  expect(await service.storeBatch(given)).toEqual(['duplicate', 'stored'])
  expect(await stored()).toHaveLength(4)
  await other.close()
})

test('metrics missing in the stored reading are added, and only those are evaluated', async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9 })])
  evaluated = []
  expect(await service.storeBatch([reading(1, NOON, { ph: 7.9, orp: 300 })])).toEqual(['merged'])
  expect(await stored()).toMatchObject([{ ph: 7.9, orp: 300 }])
  expect(evaluated).toMatchObject([reading(1, NOON, { orp: 300 })])
  expect(shown.at(-1)).toMatchObject({ ph: 7.9, orp: 300 })
})

test('a different value for a stored metric is a conflict and ignored, while missing metrics are added', async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9 })])
  expect(await service.storeBatch([reading(1, NOON, { ph: 8.1 })])).toEqual(['conflict'])
  expect(await service.storeBatch([reading(1, NOON, { ph: 8.1, orp: 300 })])).toEqual(['merged_in_part'])
  expect(await stored()).toMatchObject([{ ph: 7.9, orp: 300 }])
})

test('equal keys of a batch become one reading, with an outcome for each', async () => {
  const outcomes = await service.storeBatch([
    reading(1, NOON, { ph: 7.9 }),
    reading(1, NOON, { orp: 300 }),
    reading(1, NOON, { ph: 7.9 }),
    reading(1, NOON, { ph: 8 }),
  ])
  expect(outcomes).toEqual(['stored', 'merged', 'duplicate', 'conflict'])
  expect(await stored()).toMatchObject([{ ph: 7.9, orp: 300 }])
})

test('readings whose key is both stored and repeated in the batch have one outcome each', async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9 })])
  const outcomes = await service.storeBatch([
    reading(1, NOON, { ph: 7.9 }),
    reading(1, NOON, { orp: 300 }),
    reading(1, NOON, { orp: 301 }),
  ])
  expect(outcomes).toEqual(['duplicate', 'merged', 'conflict'])
  expect(await stored()).toMatchObject([{ ph: 7.9, orp: 300 }])
})

test("metrics added to a stored reading stay on that reading's tank", async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9 }, 1)])
  await service.storeBatch([reading(1, NOON, { orp: 300 }, 2)])
  const { rows } = await database.query('select tank_id, ph, orp from latest')
  expect(rows).toEqual([{ tank_id: 1, ph: 7.9, orp: 300 }])
})

test('the latest value of each metric is the newest, in any order of arrival', async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9, orp: 300 }), reading(1, NOON + 1000, { ph: 8 })])
  await service.storeBatch([reading(1, NOON - 1000, { ph: 7, salinity: 33 })])
  const { rows } = await database.query('select * from latest')
  expect(rows).toMatchObject([
    {
      ph: 8,
      ph_at: '2026-11-20T12:00:01.000Z',
      orp: 300,
      orp_at: '2026-11-20T12:00:00.000Z',
      salinity: 33,
      salinity_at: '2026-11-20T11:59:59.000Z',
    },
  ])
})

test("after a terminal moves, its earlier values are not the new tank's latest", async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9, orp: 300 }, 1)])
  await service.storeBatch([reading(1, NOON + 1000, { ph: 8 }, 2)])
  const { rows } = await database.query('select tank_id, ph, orp from latest order by tank_id')
  expect(rows).toEqual([
    { tank_id: 1, ph: 7.9, orp: 300 },
    { tank_id: 2, ph: 8, orp: null },
  ])
})

test('a conflicting reading does not change the latest value', async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9 })])
  await service.storeBatch([reading(1, NOON, { ph: 9 })])
  const { rows } = await database.query('select ph from latest')
  expect(rows).toEqual([{ ph: 7.9 }])
})

test('a reading without a tank is stored for its terminal', async () => {
  await service.storeBatch([reading(1, NOON, { ph: 7.9 }, null)])
  expect(await stored()).toMatchObject([{ tank_id: null }])
})

test('a batch is neither stored nor announced when its alarms cannot be evaluated', async () => {
  refuse = new Error('no')
  await expect(service.storeBatch([reading(1, NOON, { ph: 7.9 })])).rejects.toThrow('no')
  expect(await stored()).toEqual([])
  expect(shown).toEqual([])
})

test('a month without a partition gets one', async () => {
  await service.storeBatch([
    reading(1, Date.parse('2023-02-28T23:59:59Z'), { ph: 7.9 }),
    reading(1, Date.parse('2023-03-01T00:00:00Z'), { ph: 7.9 }),
  ])
  const { rows } = await database.query<{ name: string }>(
    'select tableoid::regclass::text as name from measurements order by measured_at',
  )
  expect(rows.map((row) => row.name.replace(/.*\.|_\d{6,}$/g, ''))).toEqual([
    'measurements_2023_02',
    'measurements_2023_03',
  ])
})

test('a reading from 1970 creates one partition, not one for every month since', async () => {
  await service.storeBatch([reading(1, 0, { ph: 7.9 }), reading(1, NOON, { ph: 7.9 })])
  const { rows } = await database.query(
    `select count(*) as n from pg_inherits where inhparent = 'measurements'::regclass and inhrelid::regclass::text like '%measurements_19%'`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('creating the same partition concurrently does not fail', async () => {
  const at = Date.parse('2022-05-05T00:00:00Z')
  await Promise.all([1, 2, 3].map(() => partitions(database).ensure(monthsBetween(at, at))))
})

test('writers with the same keys in opposite order do not deadlock and store each reading once', async () => {
  const readings = Array.from({ length: 500 }, (_, i) => reading(i + 1, NOON, { ph: 7.9 }))
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, i) => service.storeBatch(i % 2 === 0 ? readings : readings.toReversed())),
  )
  expect(outcomes.flat().filter((outcome) => outcome === 'stored')).toHaveLength(500)
  expect(outcomes.flat().filter((outcome) => outcome === 'duplicate')).toHaveLength(7 * 500)
  expect(await stored()).toHaveLength(500)
})

test('writers that add different metrics to the same readings save all of them', async () => {
  const at = (metrics: Partial<Record<MetricKey, number>>) =>
    Array.from({ length: 200 }, (_, i) => reading(i + 1, NOON, metrics))
  await Promise.all([
    service.storeBatch(at({ ph: 7.9 })),
    service.storeBatch(at({ orp: 300 })),
    service.storeBatch(at({ salinity: 33 })),
  ])
  const rows = await stored()
  expect(rows).toHaveLength(200)
  expect(rows.every((row) => row.ph === 7.9 && row.orp === 300 && row.salinity === 33)).toBe(true)
})
