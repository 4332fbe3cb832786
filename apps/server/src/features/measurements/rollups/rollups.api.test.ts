import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/test-database.ts'
import { readStats } from '../statistics/stats.sql.ts'
import { up } from '../../../core/database/migrations/0027_rollup_day.ts'
import { partitions } from '../storing/partitions.sql.ts'
import { rollupsRepository } from './rollups.sql.ts'
import { readSeries } from './series.sql.ts'

const DIRTY = 10_000

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const markDirty = () =>
  database.query(
    `insert into rollup_dirty (terminal_id, bucket) select 1, timestamptz '2020-01-01Z' + n * interval '15 min' from generate_series(1, ${DIRTY}) n`,
  )

test('dirty buckets are rolled up quickly even where the statistics of their table say that it is empty', async () => {
  // As after an autovacuum between two batches of an import. A plan that trusts these statistics compares each bucket with all others, for two minutes.
  await markDirty()
  await database.query('delete from rollup_dirty')
  await database.query('analyze rollup_dirty')
  await markDirty()
  await database.query(`update rollup_state set done_until = '2026-01-01Z'`)
  await database.transact(async (connection) => {
    await connection.query(`set local statement_timeout = '10s'`)
    await rollupsRepository(connection).rollAllDirty()
  })
  const { rows } = await database.query('select from rollup_dirty')
  expect(rows).toEqual([])
})

test('a roll-up stores only what does not follow from the rest of its row, and rows of older versions give the same', async () => {
  await partitions(database).ensure(['2025-03'])
  // Of terminal 7: buckets with one reading, with equal values, with several values, and with a reading that lacks a metric.
  await database.query(`insert into measurements (measured_at, received_at, terminal_id, tank_id, ph, orp)
    select at, at, 7, 70, ph, orp from (values
      (timestamptz '2025-03-01T00:01Z', 7.1::real, 200::real),
      ('2025-03-01T00:16Z', 7.2, 210), ('2025-03-01T00:17Z', 7.2, 210), ('2025-03-01T00:18Z', 7.2, 210),
      ('2025-03-01T00:31Z', 7.3, 220), ('2025-03-01T00:32Z', 7.5, null),
      ('2025-03-01T06:01Z', null, 230)) r(at, ph, orp)`)
  await database.query(
    `insert into latest (terminal_id, tank_id, measured_at, received_at) values (7, 70, now(), now())`,
  )
  await rollupsRepository(database).rollInterval('2025-03-01T00:00:00Z', '2025-03-02T00:00:00Z')
  await database.query(`update rollup_state set mark_until = '2025-03-02Z', done_until = '2025-03-02Z'`)
  const parts = 'ph_min, ph_avg, ph_max, ph_n, orp_min, orp_avg, orp_max, orp_n'
  const stored = async () =>
    (
      await database.query<Record<string, number | null>>(
        `select n, ${parts} from rollup_15m where terminal_id = 7 order by bucket`,
      )
    ).rows.map((row) => Object.values(row))
  expect(await stored()).toEqual([
    [1, null, 7.1, null, null, null, 200, null, null],
    [3, null, 7.2, null, null, null, 210, null, null],
    [2, 7.3, 7.4, 7.5, null, null, 220, null, 1],
    [1, null, null, null, null, null, 230, null, null],
  ])

  const scope = { terminals: [7], tanks: [70] }
  const day = { from: Date.parse('2025-03-01Z'), to: Date.parse('2025-03-02Z'), metrics: ['ph', 'orp'] as const }
  const read = async () => [
    await readStats(database, { tank_id: 70, terminal_id: 0 }, scope, { ...day, now: day.to }),
    await readSeries(database, scope, { ...day, points: 100 }, () => ({ source: '15m', seconds: 900 })),
    await readSeries(database, scope, { ...day, points: 100 }, () => ({ source: '6h', seconds: 21_600 })),
    await readSeries(database, scope, { ...day, points: 100 }, () => ({ source: 'day', seconds: 86_400 })),
  ]
  const found = await read()
  expect(found[0]).toMatchObject({ ph: { min: 7.1, max: 7.5, count: 6 }, orp: { min: 200, max: 230, count: 6 } })
  for (const table of ['rollup_15m', 'rollup_6h', 'rollup_day'])
    for (const metric of ['ph', 'orp'])
      await database.query(`update ${table} set ${metric}_min = coalesce(${metric}_min, ${metric}_avg), ${metric}_max = coalesce(${metric}_max, ${metric}_avg),
        ${metric}_n = coalesce(${metric}_n, case when ${metric}_avg is null then 0 else n end) where terminal_id = 7`)
  expect(await stored()).toContainEqual([1, null, null, null, 0, 230, 230, 230, 1])
  expect(await read()).toEqual(found)
})

test('a database from before the roll-up of days gets the same days as a job would make', async () => {
  const days = async () => {
    const scope = { terminals: [7], tanks: [70] }
    const window = { from: Date.parse('2025-03-01Z'), to: Date.parse('2025-03-02Z'), metrics: ['ph', 'orp'] as const }
    return readSeries(database, scope, { ...window, points: 100 }, () => ({ source: 'day', seconds: 86_400 }))
  }
  const before = await days()
  expect(before.times).toHaveLength(1)
  await database.query('drop table rollup_day')
  await database.db.transaction().execute((transaction) => up(transaction as never))
  expect(await days()).toEqual(before)
})
