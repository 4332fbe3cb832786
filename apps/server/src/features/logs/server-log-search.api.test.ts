import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../core/database/database.ts'
import { fold } from './fixtures/fold.ts'
import { SEARCHED, serverLogsRepository } from './server-logs.sql.ts'

const COUNT = 3_000
const ODD = ['IŞIL İĞNE', 'yüz 100% dolu', 'a_b_c', String.raw`c\d\e`, 'é ☃ 😀', 'aşırı sıcak']

let database: Database
/** Oldest first, as stored. */
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

async function found(search: string, isError = false, direction = 'desc', rows = 25) {
  const query = {
    search,
    include_orphans: true,
    page: 1,
    per_page: rows,
    sort: [{ field: 'seq' as const, descending: direction === 'desc' }],
  }
  const page = await serverLogsRepository(database).list({
    ...query,
    ...(isError ? { level: ['error' as const] } : {}),
  })
  const entries = JSON.parse(`[${page.data}]`) as { seq: number }[]
  return { total: page.total, seqs: entries.map(({ seq }) => seq) }
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

test.each([COMMON, RARE, STRANGE, SHORT].flat())('finds %s like a plain computation', async (search) => {
  expect(await found(search)).toEqual(plainly(search, false))
  expect(await found(search, true)).toEqual(plainly(search, true))
  expect(await found(search, false, 'asc', 2_000)).toEqual(plainly(search, false, 'asc', 2_000))
})

test('a text of one or two characters is searched only in the newest 10,000 entries', async () => {
  const search = 'qx'
  const add = (message: string, count: number) =>
    database.query(
      `insert into server_logs (level, message, created_at) select 30, $1, now() from generate_series(1, $2)`,
      [message, count],
    )
  await add('qx once', 1)
  await add('filler', SEARCHED - 1)
  expect(await found(search)).toMatchObject({ total: 1 })
  await add('filler', 1)
  expect(await found(search)).toEqual({ total: 0, seqs: [] })
  expect(await found('qx once')).toMatchObject({ total: 1 })
})
