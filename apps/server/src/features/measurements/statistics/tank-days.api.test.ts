import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeHistory } from '../../../../tests/ph-history.ts'
import { openTestDatabase, type TestDatabase } from '../../../../tests/test-database.ts'
import { instantAt } from '../../../core/clock.ts'
import { readTankDays } from './tank-days.sql.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Three days of Türkiye in 2015; the clock was set back during the second. */
const BOUNDS = ['2015-11-06T21:00:00Z', '2015-11-07T21:00:00Z', '2015-11-08T22:00:00Z', '2015-11-09T22:00:00Z'].map(
  Date.parse,
)
const [START = 0, , , END = 0] = BOUNDS

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(
    `insert into terminals (id, code, status, kind, expected_interval_seconds) overriding system value values (1, 'T', 'active', 'device', 600)`,
  )
  await database.query(`insert into tanks (id, code, name) overriding system value values (11, 'T11', 'T')`)
  const times = Array.from({ length: (END - START) / (10 * MINUTE) }, (_, i) => START + i * 10 * MINUTE)
  await storeHistory(
    database,
    times.map((measured_at, i) => ({ terminal_id: 1, tank_id: 11, measured_at, ph: 7 + (i % 10) / 10 })),
  )
  await database.query('update latest set ph = 7')
})
afterAll(() => database.close())

test('a day on which the clock was set back has the readings of 25 hours', async () => {
  const { days, readings, filled } = await readTankDays(database, 11, BOUNDS)
  expect(days.get('ph')?.map(({ day, count }) => [day, count])).toEqual([
    [0, 144],
    [1, 150],
    [2, 144],
  ])
  expect([readings, filled.get('ph')?.length]).toEqual([438, 73 * 4])
})

test('the limit of gaps follows from the intervals of the terminals that measured each metric', async () => {
  const { terminals } = await readTankDays(database, 11, BOUNDS)
  expect(terminals).toEqual([{ kind: 'device', interval_seconds: 600, offline_after_seconds: null, metrics: ['ph'] }])
})

test('late readings that are not rolled up yet count as well', async () => {
  await database.query(
    `insert into measurements (terminal_id, tank_id, measured_at, received_at, ph, flags) values (1, 11, $1, now(), 9, 0)`,
    [instantAt(START + MINUTE)],
  )
  await database.query('insert into rollup_dirty (terminal_id, bucket) values (1, $1)', [instantAt(START)])
  const { days, readings } = await readTankDays(database, 11, BOUNDS)
  expect(days.get('ph')?.[0]).toMatchObject({ count: 145, max: 9 })
  expect(readings).toBe(439)
})

test('days that the roll-ups of 15 minutes no longer hold are missing', async () => {
  await database.query('update rollup_state set raw_from = $1, rolled_15m_from = $1', [
    instantAt((BOUNDS[1] ?? 0) + HOUR),
  ])
  const { days } = await readTankDays(database, 11, BOUNDS)
  expect(days.get('ph')?.map(({ day, count }) => [day, count])).toEqual([
    [1, 144],
    [2, 144],
  ])
})
