import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../core/database/database.ts'
import { createNewestValues } from './newest-values.ts'
import { wallRepository, type WallValues, type WallValuesVersion } from './wall.sql.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(
    `insert into tanks (code, name, status) select 'T' || n, 'T' || n, 'active' from generate_series(1, 3) n`,
  )
  await database.query(`insert into terminals (code, status) select 'DLY-' || n, 'active' from generate_series(1, 3) n`)
  await database.query(
    `insert into terminal_assignments (terminal_id, tank_id, from_at) select n, n, now() from generate_series(1, 3) n`,
  )
})
afterAll(() => database.close())

const NOW = Date.parse('2026-11-27T12:00:00.000Z')
const EARLIER = '2026-11-27T11:00:00.000Z'
const LATER = '2026-11-27T11:30:00.000Z'
const ALL = { firms: 'all' } as const

/** Each terminal on the tank of its number, measured once; the first has measured the second tank too. */
beforeEach(async () => {
  await database.query('delete from latest')
  await database.query(
    `insert into latest (terminal_id, tank_id, measured_at, received_at, ph, ph_at)
     select terminal, tank, $1, $1, tank, $1 from (values (1, 1), (2, 2), (3, 3), (1, 2)) given(terminal, tank)`,
    [EARLIER],
  )
})

/** Reads the values of tanks, and counts the rows that are read whole. */
function watched() {
  const repository = wallRepository(database)
  const counts: number[] = []
  const { read } = createNewestValues({
    ...repository,
    listValues: (of: readonly WallValuesVersion[]) => {
      counts.push(of.length)
      return repository.listValues(of)
    },
  })
  return { read, counts }
}

const phOf = (facts: string | undefined) =>
  facts === undefined ? undefined : (JSON.parse(facts) as WallValues)[1][METRIC_KEYS.indexOf('ph')]

test('only rows that have changed since they were read are read again', async () => {
  const { read, counts } = watched()
  await read(ALL, NOW)
  await read(ALL, NOW + 1000)
  expect(counts).toEqual([4])
  await database.query('update latest set ph = 6, received_at = $1 where terminal_id = 1 and tank_id = 2', [LATER])
  const { ofTank, seenAt } = await read(ALL, NOW + 2000)
  expect(counts).toEqual([4, 1])
  expect(ofTank.get(2)?.map(({ terminal_id, facts }) => [terminal_id, phOf(facts)])).toEqual([
    [1, 6],
    [2, 2],
  ])
  expect([seenAt.get(1), seenAt.get(2)]).toEqual([LATER, EARLIER])
})

test('a row that is gone is no longer there, and a new one is', async () => {
  const { read } = watched()
  await read(ALL, NOW)
  await database.query('delete from latest where terminal_id = 3')
  await database.query(
    'insert into latest (terminal_id, tank_id, measured_at, received_at, ph, ph_at) values (2, 3, $1, $1, 8, $1)',
    [LATER],
  )
  const { ofTank } = await read(ALL, NOW + 1000)
  expect(ofTank.get(3)?.map(({ terminal_id, facts }) => [terminal_id, phOf(facts)])).toEqual([[2, 8]])
})

test('a terminal of the wanted tanks has been seen when its last reading of any tank arrived', async () => {
  await database.query('update latest set received_at = $1 where terminal_id = 1 and tank_id = 2', [LATER])
  const { ofTank, seenAt } = await watched().read({ firms: 'all', ids: [1] }, NOW)
  expect(ofTank.get(1)?.map(({ terminal_id }) => terminal_id)).toEqual([1])
  expect([...seenAt]).toEqual([[1, LATER]])
})

test('tanks that nobody asked for are forgotten', async () => {
  const { read, counts } = watched()
  await read(ALL, NOW)
  // What is kept is changed for an empty set after ten minutes, and what was kept before is dropped after ten more.
  for (const minutes of [10, 20, 30]) await read({ firms: 'all', ids: [1] }, NOW + minutes * 60_000)
  await read(ALL, NOW + 31 * 60_000)
  expect(counts).toEqual([4, 2])
})
