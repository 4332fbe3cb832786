import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { measurementsApi, type ExportFormat } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { instantAt } from '../../../core/clock.ts'
import { monthsBetween, partitions } from '../storing/partitions.sql.ts'

/** More than the buffers between two sockets can hold. */
const ROWS = 200_000
const FORMATS: ExportFormat[] = ['csv', 'xlsx']

let t: TestApp
let base: string

beforeAll(async () => {
  t = await startTestApp()
  base = `http://127.0.0.1:${(await t.app.listen()).http}`
  const start = t.clock.now()
  await partitions(t.database).ensure(monthsBetween(start, start + ROWS * 1000))
  await t.database.query(
    `insert into measurements (measured_at, received_at, terminal_id, ${METRIC_KEYS.join(', ')})
     select $1::timestamptz + k * interval '1 s', $1, 1, ${METRIC_KEYS.map(() => 'random() * 100').join(', ')} from generate_series(1, ${ROWS}) k`,
    [instantAt(start)],
  )
})
afterAll(() => t.close())

/** Uses its own connection, which closes with the download. */
function ask(format: ExportFormat, token = t.as.admin.token): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { authorization: `Bearer ${token}` }
  get(`${base}${measurementsApi.export.path}?format=${format}`, { agent: false, headers }, resolve).on('error', reject)
  return promise
}

/** A download whose first bytes have arrived. */
async function begun(format: ExportFormat, token = t.as.admin.token) {
  const reply = await ask(format, token)
  expect(reply.statusCode).toBe(200)
  const bytes = reply[Symbol.asyncIterator]()
  await bytes.next()
  return {
    leave: () => reply.destroy(),
    async readToEnd(): Promise<void> {
      while (!(await bytes.next()).done) continue
    },
  }
}

/** Connections that are reading `measurements`. */
async function readers(): Promise<number[]> {
  const { rows } = await t.database.query<{ pid: number }>(
    `select distinct pid from pg_locks join pg_database d on d.oid = database and datname = current_database()
     where relation = 'measurements'::regclass and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}
const untilNobodyReads = () => expect.poll(readers, { interval: 20 }).toEqual([])

test.each(FORMATS)('cancelling a %s download frees its database connection', async (format) => {
  // More often than downloads are allowed at once.
  for (let i = 0; i < 5; i += 1) {
    const download = await begun(format)
    expect(await readers()).toHaveLength(1)
    download.leave()
    await untilNobodyReads()
  }
})

test.each(FORMATS)('a %s that fails midway breaks off instead of ending', async (format) => {
  const download = await begun(format)
  const [pid] = await readers()
  await t.database.query('select pg_terminate_backend($1::int)', [pid])
  await expect(download.readToEnd()).rejects.toThrow()
  await untilNobodyReads()
})

test('two files of one user and four in all are written at once; a further one is allowed when a file ends', async () => {
  const { token } = await t.someone({ role: 'admin' })
  const first = [await begun('csv'), await begun('csv')]
  const refused = await ask('csv')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await json(refused)).toMatchObject({ code: 'too_many_exports' })
  const second = [await begun('xlsx', token), await begun('xlsx', token)]
  const third = await t.someone({ role: 'admin' })
  expect((await ask('csv', third.token)).statusCode).toBe(429)
  // Other API calls still work.
  expect((await t.as.admin.get(measurementsApi.list, {})).body.total).toBe(ROWS)

  first[0]?.leave()
  const isTaken = async () => {
    const reply = await ask('csv', third.token)
    reply.destroy()
    return reply.statusCode
  }
  await expect.poll(isTaken).toBe(200)
  for (const download of [first[1], ...second]) download?.leave()
  await untilNobodyReads()
})

test('a download waits for a slow client', async () => {
  const download = await begun('csv')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await readers()).toHaveLength(1)
  await download.readToEnd()
  await untilNobodyReads()
})

test('a HEAD request does not generate the file', async () => {
  const reply = await t.app.server.inject({
    method: 'HEAD',
    url: measurementsApi.export.path,
    headers: { authorization: `Bearer ${t.as.admin.token}` },
  })
  expect(reply.statusCode).toBe(404)
})

test('a user may request five files a minute, of all kinds together, when calls are limited', async () => {
  const counted = await startTestApp({ API_RATE: '1200' })
  const tank = await counted.given.tank({ firm_id: counted.ownFirm.id })
  const call = (token: string, i: number) =>
    counted.app.server.inject({
      url: i % 2 === 0 ? measurementsApi.export.path : measurementsApi.tankExport.path.replace(':id', String(tank.id)),
      headers: { authorization: `Bearer ${token}` },
    })
  for (let i = 0; i < 5; i += 1) expect((await call(counted.as.operator.token, i)).statusCode).toBe(200)
  const sixth = await call(counted.as.operator.token, 5)
  expect(sixth.statusCode).toBe(429)
  expect(sixth.json()).toMatchObject({ code: 'too_many_requests' })
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  expect((await call(counted.as.customer.token, 0)).statusCode).toBe(200)
  await counted.close()
})

test('a closing server cuts a running download', async () => {
  const download = await begun('csv')
  const ended = download.readToEnd().then(
    () => 'whole',
    () => 'cut',
  )
  await t.app.server.close()
  expect(await ended).toBe('cut')
})
