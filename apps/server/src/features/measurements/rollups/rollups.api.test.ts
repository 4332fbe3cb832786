import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/test-database.ts'
import { rollupsRepository } from './rollups.sql.ts'

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
