import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../core/database/database.ts'
import { fold } from './fixtures/fold.ts'
import { SEARCHED, serverLogSearch } from './server-log-search.repository.ts'

const COUNT = 3_000
const ODD = ['IŞIL İĞNE', 'yüz 100% dolu', 'a_b_c', String.raw`c\d\e`, 'é ☃ 😀', 'aşırı sıcak']

let database: Database
/** Oldest first, as they are kept. */
let texts: { seq: number; level: number; text: string }[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  const messages = Array.from({ length: COUNT }, (_, i) =>
    i % 500 === 7 ? ODD[(i - 7) / 500] : `request ${i} took long`,
  )
  await database.query(
    `insert into server_logs (level, message, context, created_at)
     select case when n % 10 = 1 then 50 else 30 end, message, jsonb_build_object('work', 'job ' || n % 97), now()
     from unnest($1::text[]) with ordinality as e(message, n) order by n`,
    [messages],
  )
  texts = messages.map((message = '', i) => {
    const context = `{"work": "job ${(i + 1) % 97}"}`
    return { seq: i + 1, level: i % 10 === 0 ? 50 : 30, text: fold(`${message} ${context}`) }
  })
})
afterAll(() => database.close())

const ALL = sql<SqlBool>`true`
const ERRORS = sql<SqlBool>`l.level = 50`

async function found(search: string, where: RawBuilder<SqlBool>, { direction = 'desc', rows = 25, sample = 100 } = {}) {
  const order = sql`l.seq ${sql.raw(direction)}`
  const { page, count } = await serverLogSearch(database, sample).sources(search, { where, order, rows })
  const listed = await sql<{ seq: number }>`select l.seq from ${page} order by ${order} limit ${rows}`.execute(
    database.db,
  )
  const counted = await sql<{ n: number }>`select count(*) as n from ${count}`.execute(database.db)
  return { total: counted.rows[0]?.n, seqs: listed.rows.map(({ seq }) => seq) }
}

function plainly(search: string, isError: boolean, direction = 'desc', rows = 25) {
  const all = texts.filter(({ text, level }) => text.includes(fold(search)) && (!isError || level === 50))
  const inOrder = direction === 'desc' ? all.toReversed() : all
  return { total: all.length, seqs: inOrder.slice(0, rows).map(({ seq }) => seq) }
}

const COMMON = ['took long', 'TOOK LONG {"work": "job 5"}', '"work": "job 12"', 'long job', '   ', '"}"', 'b 1']
const RARE = ['job 96', 'request 47', 'request 2999', 'yüz 100%', '0% dolu', 'a_b', 'a_b_c {', 'axb', 'nowhere at all']
const STRANGE = ['ışıl', 'IŞIL İĞNE', 'asiri sicak', '%%%', '___', 'c\\d', '\\d\\e', 'é ☃', '☃ 😀']
const SHORT = ['😀', 'x', '7}', '%', '_', '\\']

test.each([COMMON, RARE, STRANGE, SHORT].flat())('finds %s as a plain computation does', async (search) => {
  expect(await found(search, ALL)).toEqual(plainly(search, false))
  expect(await found(search, ERRORS)).toEqual(plainly(search, true))
  expect(await found(search, ALL, { direction: 'asc', rows: 2_000 })).toEqual(plainly(search, false, 'asc', 2_000))
  expect(await found(search, ERRORS, { sample: 0 })).toEqual(plainly(search, true))
})

/** What the index is asked for. */
async function askedFor(search: string): Promise<readonly unknown[]> {
  const { count } = await serverLogSearch(database, 100).sources(search, {
    where: ALL,
    order: sql`l.seq desc`,
    rows: 25,
  })
  return sql`select 1 from ${count}`.compile(database.db).parameters
}

test('of a text the index is asked for what is rare in it, or for all of it', async () => {
  expect(await askedFor('job 96')).toEqual(['job 96', 'b 96'])
  expect(await askedFor('request 2999')).toEqual(['request 2999', 't 2999'])
  expect(await askedFor('took long')).toEqual(['took long'])
  expect(await askedFor('nowhere')).toEqual(['nowhere', 'nowhere'])
})

test('one or two letters are looked for in the newest 10,000 entries alone', async () => {
  const search = 'qx'
  const add = (message: string, count: number) =>
    database.query(
      `insert into server_logs (level, message, created_at) select 30, $1, now() from generate_series(1, $2)`,
      [message, count],
    )
  await add('qx once', 1)
  await add('filler', SEARCHED - 1)
  expect(await found(search, ALL)).toMatchObject({ total: 1 })
  await add('filler', 1)
  expect(await found(search, ALL)).toEqual({ total: 0, seqs: [] })
  expect(await found('qx once', ALL)).toMatchObject({ total: 1 })
})
