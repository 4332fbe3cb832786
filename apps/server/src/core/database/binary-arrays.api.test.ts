import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { int2Array, int4Array, realArray, timestampArray } from './binary-arrays.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const itself = (value: number | null) => value

test('PostgreSQL reads the written arrays, including nulls, signs and the ends of the ranges', async () => {
  const times = [
    '1999-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2026-11-21T04:00:00.001Z',
    '2200-01-01T00:00:00.000Z',
  ]
  const { rows } = await database.query<Record<string, unknown>>(
    'select $1::int[] as i, $2::smallint[] as s, $3::real[] as r, $4::timestamptz[]::text[] as t, $5::int[] as e',
    [
      int4Array([1, null, -2_147_483_648, 2_147_483_647], itself),
      int2Array([0, 1, null, -32_768], itself),
      realArray([18.4, null, -310.125, 0], itself),
      timestampArray(
        times.map((text) => Date.parse(text)),
        itself,
      ),
      int4Array([], itself),
    ],
  )
  expect(rows[0]).toEqual({
    i: [1, null, -2_147_483_648, 2_147_483_647],
    s: [0, 1, null, -32_768],
    r: [18.4, null, -310.125, 0],
    t: times.map((text) =>
      text
        .replace('T', ' ')
        .replace(/\.000Z$/, '+00')
        .replace('Z', '+00'),
    ),
    e: [],
  })
})
