import { setTimeout as delay } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { createLogger } from '../log.ts'
import { isDatabaseAway } from './database-away.ts'
import { openDatabase, type Connection, type Database } from './database.ts'
import { migrate } from './prepare-database.ts'
import { runPrepared } from './prepared.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function lose(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  await database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await delay(100)
}

// An error event without a listener would end the process (here: the test run).
test('a connection that is lost between two statements fails its transaction and nothing else', async () => {
  const failing = database.transact(async (on) => {
    await lose(on)
    await on.query('select 1')
  })
  await expect(failing).rejects.toThrow(/terminat|not queryable|connection error/i)
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a statement of a request ends after five seconds as if the database were away; a job may take longer, and a migration has no limit', async () => {
  const open = (patience: 'request' | 'job' | 'endless') =>
    openDatabase({ ...database.address, log: createLogger('silent'), patience })
  const limitOf = async (of: Connection) =>
    (await of.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout
  const requests = open('request')
  expect(await limitOf(requests)).toBe('5s')
  expect(await limitOf(requests.patient)).toBe('2min')
  const failed: unknown = await requests.query('select pg_sleep(60)').catch((error: unknown) => error)
  expect(isDatabaseAway(failed)).toBe(true)
  await requests.close()
  const migrations = open('endless')
  expect(await limitOf(migrations)).toBe('0')
  await migrations.close()
})

test('a database that allows no writes counts as away, so that readings wait for it', async () => {
  const failed: unknown = await database
    .transact(async (on) => {
      await on.query('set transaction read only')
      await on.query('delete from tokens')
    })
    .catch((error: unknown) => error)
  expect(isDatabaseAway(failed)).toBe(true)
})

test('a connection that was not used for five minutes still serves the next request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const requests = openDatabase({ ...database.address, log: createLogger('silent'), patience: 'request' })
    const session = async () => (await requests.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
    const first = await session()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(await session()).toEqual(first)
    await requests.close()
  } finally {
    vi.useRealTimers()
  }
})

test('however many different statements are run by a name, a connection keeps few of them, and no search', async () => {
  const single = openDatabase({ ...database.address, log: createLogger('silent'), patience: 'request', poolSize: 1 })
  const run = (column: string, where = sql`true`) =>
    runPrepared(single, sql<{ one: number }>`select 1 as ${sql.raw(column)} where ${where}`)
  expect(await run('one', sql`'a' like ${'a'}`)).toEqual([{ one: 1 }])
  for (let n = 0; n < 200; n += 1) expect(await run(`one_${n}`)).toHaveLength(1)
  for (let n = 0; n < 200; n += 1) expect(await run(`one_${n}`)).toHaveLength(1)
  const { rows } = await single.query<{ statement: string }>('select statement from pg_prepared_statements')
  expect(rows.length).toBeLessThanOrEqual(60)
  expect(rows.filter(({ statement }) => statement.includes('like'))).toEqual([])
  await single.close()
})

test('a connection to a database that stops answering is given up and never reused', async () => {
  // Proxies the real database until the test freezes it.
  const target = new URL(database.address.url)
  const ends: [Socket, Socket][] = []
  const between = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
    ends.push([near, far])
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const url = Object.assign(new URL(target), { port: String((between.address() as AddressInfo).port) }).href
  const requests = openDatabase({
    ...database.address,
    url,
    log: createLogger('silent'),
    patience: 'request',
    poolSize: 1,
  })
  const one = () => requests.db.selectNoFrom((of) => of.lit(1).as('one')).execute()
  expect(await one()).toEqual([{ one: 1 }])
  for (const [near, far] of ends) {
    near.unpipe(far)
    far.unpipe(near)
  }
  const failed: unknown = await one().catch((error: unknown) => error)
  expect(isDatabaseAway(failed)).toBe(true)
  // The pool has one connection: a new one opens and works.
  expect(await one()).toEqual([{ one: 1 }])
  await requests.close()
  for (const pair of ends) for (const socket of pair) socket.destroy()
  between.close()
})

test('a finished statement does not stay in memory until the next full collection', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void
  const oldBytes = () => getHeapSpaceStatistics().find((of) => of.space_name === 'old_space')?.space_used_size ?? NaN
  let most = 0
  const writer = database.dedicated('test')
  async function run(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const statement = { text: `select $1 || repeat('x', 10000) as text`, values: [String(n)] }
      await database.query(statement)
      await writer.transact(({ query }) => query(statement))
      if (n % 10 === 9) collect({ type: 'minor' })
      most = Math.max(most, oldBytes())
    }
  }
  await run(50)
  collect({ type: 'major' })
  const before = oldBytes()
  most = before
  await run(300)
  // Kept, the texts alone would be 6 MB.
  expect(most - before).toBeLessThan(1_000_000)
  await writer.close()
})

test('a database with migrations of another version is refused and stays unchanged', async () => {
  const other = await openTestDatabase()
  const applied = async () => (await other.query('select name from kysely_migration order by name')).rows
  await other.query(`insert into kysely_migration (name, timestamp) values ('0000_earlier', '2026-01-01T00:00:00Z')`)
  const before = await applied()
  await expect(migrate(other.db as never, other.address.schema)).rejects.toThrow(
    /made by a version of Dalyan that this one cannot upgrade \(.*0000_earlier/,
  )
  expect(await applied()).toEqual(before)
  await other.close()
})
