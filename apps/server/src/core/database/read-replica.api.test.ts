import { logsApi } from '@dalyan/contracts/logs'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { everyEndpoint } from '../../../tests/every-endpoint.ts'
import { startReplica, type Replica } from '../../../tests/replica.ts'
import { makeSampleCalls } from '../../../tests/sample-calls.ts'
import { startTestApp } from '../../../tests/test-app.ts'
import { openTestDatabase, workerUrl, type TestDatabase } from '../../../tests/test-database.ts'
import { createLogger } from '../log.ts'
import { openDatabase, type Queries } from './database.ts'
import { inSnapshot, openSnapshot } from './snapshot.ts'

/** In milliseconds; long, because a busy machine may be slow. */
const PATIENCE = { timeout: 30_000, interval: 100 }

let replica: Replica
let database: TestDatabase
const closes: (() => Promise<void>)[] = []
beforeAll(async () => {
  replica = await startReplica(workerUrl())
  database = await openTestDatabase()
  await database.query('create table written (n int)')
})
afterEach(async () => {
  await replica.resume()
  for (const close of closes.splice(0)) await close()
})
afterAll(async () => {
  await database.close()
  await replica.stop()
})

function openWithReplica(readUrl: string | undefined = replica.urlOf(database.address.url)) {
  const lines: { msg: string; level: number }[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const opened = openDatabase({ ...database.asApplication.address, readUrl, log, patience: 'request' })
  closes.push(opened.close)
  return { ...opened, said: () => lines.map(({ msg }) => msg) }
}

async function isOnReplica({ query }: Pick<Queries, 'query'>): Promise<boolean> {
  const { rows } = await query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  return rows[0]?.standby ?? false
}

/** A new connection waits for the replica as long as it takes to start. */
async function untilOnReplica({ reads }: { reads: Queries }) {
  await vi.waitFor(async () => expect(await isOnReplica(reads)).toBe(true), PATIENCE)
}

async function countWritten({ query }: Pick<Queries, 'query'>): Promise<number> {
  const { rows } = await query<{ n: number }>('select count(*) as n from written')
  return rows[0]?.n ?? 0
}

test('reads are answered by the replica, and everything else by the primary', async () => {
  const opened = openWithReplica()
  await untilOnReplica(opened)
  expect(await inSnapshot(opened.reads, isOnReplica)).toBe(true)
  expect(await opened.reads.db.selectFrom('tanks').selectAll().execute()).toEqual([])
  expect(await isOnReplica(opened)).toBe(false)
  expect(await isOnReplica(opened.patient)).toBe(false)
  const without = openWithReplica('')
  expect(await isOnReplica(without.reads)).toBe(false)
})

test('a read finds what was committed before it began, by whichever process', async () => {
  const opened = openWithReplica()
  await untilOnReplica(opened)
  for (let n = (await countWritten(database)) + 1; n <= 50; n += 1) {
    await database.query('insert into written values ($1)', [n])
    expect(await countWritten(opened.reads)).toBe(n)
    expect(await inSnapshot(opened.reads, countWritten)).toBe(n)
  }
})

test('where the user of the replica may not read a table, the primary answers, which is logged', async () => {
  await database.query(`create role stranger login password 'stranger'`)
  const stranger = Object.assign(new URL(replica.urlOf(database.address.url)), {
    username: 'stranger',
    password: 'stranger',
  })
  const opened = openWithReplica(stranger.href)
  await untilOnReplica(opened)
  expect(await opened.reads.db.selectFrom('tanks').selectAll().execute()).toEqual([])
  expect(opened.said()).toContain('the read replica cannot answer; the primary does')
  await database.query('drop role stranger')
})

test('a replica that is behind is left alone until it has caught up, and said once to be', async () => {
  const opened = openWithReplica()
  await untilOnReplica(opened)
  await replica.pause()
  const before = await countWritten(database)
  await database.query('insert into written values (0)')
  for (let read = 0; read < 20; read += 1) expect(await countWritten(opened.reads)).toBe(before + 1)
  expect(await isOnReplica(opened.reads)).toBe(false)
  await replica.resume()
  await untilOnReplica(opened)
  expect(opened.said()).toEqual(['the read replica cannot answer; the primary does', 'the read replica answers again'])
})

test('the primary answers at once where no replica is', async () => {
  const opened = openWithReplica('postgres://dalyan:x@127.0.0.1:9/dalyan')
  expect(await Promise.all(Array.from({ length: 20 }, () => isOnReplica(opened.reads)))).not.toContain(true)
  expect(opened.said()).toEqual(['the read replica cannot answer; the primary does'])
})

test('a server that is no standby is not read', async () => {
  const opened = openWithReplica(database.asApplication.address.url)
  const { rows } = await opened.reads.query<{ name: string }>(`select current_setting('application_name') as name`)
  expect(rows[0]?.name).toMatch(/server$/)
  expect(opened.said()).toEqual(['the read replica cannot answer; the primary does'])
})

test('the primary repeats a read whose connection to the replica was lost', async () => {
  const opened = openWithReplica()
  await untilOnReplica(opened)
  let tries = 0
  const answeredBy = await inSnapshot(opened.reads, async (on) => {
    tries += 1
    const { rows } = await on.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (tries === 1) await replica.query(`select pg_terminate_backend(${rows[0]?.pid})`)
    return (await isOnReplica(on)) ? 'replica' : 'primary'
  })
  expect({ tries, answeredBy }).toEqual({ tries: 2, answeredBy: 'primary' })
})

test.each([
  ['is missing', '58P01'],
  ['cannot be read', '58030'],
  ['is damaged', 'XX001'],
])('where a file of the replica %s, the primary answers', async (_, code) => {
  const opened = openWithReplica()
  await untilOnReplica(opened)
  const fail = `do $$ begin if pg_is_in_recovery() then raise exception using errcode = '${code}'; end if; end $$`
  await opened.reads.query(fail)
  await inSnapshot(opened.reads, async ({ query }) => query(fail))
  expect(opened.said()).toEqual(['the read replica cannot answer; the primary does'])
})

test('an error of the statement itself is not repeated', async () => {
  const opened = openWithReplica()
  await untilOnReplica(opened)
  await expect(opened.reads.query('select 1/0')).rejects.toThrow('division by zero')
  await expect(opened.reads.query('insert into written values (0)')).rejects.toThrow('read-only transaction')
  expect(await isOnReplica(opened.reads)).toBe(true)
})

test('a thread reads on the replica, and on the primary when the replica is behind', async () => {
  const opened = openWithReplica()
  await untilOnReplica(opened)
  const reading = await openSnapshot(await opened.reads.chooseAddress())
  expect(await isOnReplica(reading)).toBe(true)
  await reading.end()
  await replica.pause()
  await database.query('insert into written values (0)')
  const other = await openSnapshot(await opened.reads.chooseAddress())
  expect(await isOnReplica(other)).toBe(false)
  expect(await countWritten(other)).toBe(await countWritten(database))
  await other.end()
})

test('every call that reads works with a replica, and none of its statements is refused there', async () => {
  const kit = await startTestApp({}, undefined, undefined, replica)
  closes.push(kit.close)
  const calls = await makeSampleCalls(kit)
  const { admin } = kit.as
  const reads = [...(await everyEndpoint())].filter(
    ([, { method, path }]) => method === 'GET' && path.startsWith('/api/'),
  )
  const answers = await Promise.all(
    reads.map(async ([name, endpoint]) => {
      const { params = {}, query = {} } = calls.of[name]?.() ?? {}
      const url = endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '')
      const headers = { authorization: `Bearer ${admin.token}` }
      return [name, (await kit.app.server.inject({ method: 'GET', url, query, headers })).statusCode] as const
    }),
  )
  expect(answers.filter(([, status]) => status >= 500)).toEqual([])
  expect(answers.length).toBeGreaterThan(50)
})

test('what a user has just written is in the next list, chart and log', async () => {
  const kit = await startTestApp({}, undefined, undefined, replica)
  closes.push(kit.close)
  const { admin } = kit.as
  for (let n = 0; n < 10; n += 1) {
    const terminal = await kit.given.terminal()
    const tank = await kit.given.tank({ iot_ids: [terminal.id], status: 'active' })
    const found = await admin.get(tanksApi.list, { query: { filter_code: tank.code } })
    expect(found.body).toMatchObject({ total: 1, data: [{ id: tank.id }] })
    await kit.send(terminal, {
      measured_at: new Date(kit.clock.now() - 60_000).toISOString(),
      tank_temperature: 18 + n,
    })
    const chart = await admin.get(measurementsApi.tankSeries, { params: { id: tank.id } })
    expect(chart.body).toMatchObject({ metrics: { tank_temperature: { max: [18 + n] } } })
    const log = await admin.get(logsApi.tank, { params: { id: tank.id } })
    expect(log.body).not.toMatchObject({ total: 0 })
  }
})
