import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { processesWith } from '../../../tests/processes-with.ts'
import { createLogger } from '../log.ts'
import { startEmbeddedCluster } from './embedded-cluster.ts'
import { postmasterPid } from './running-postmaster.ts'

let folder: string
const settings = { fsync: 'off' }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalyan-cluster-'))
  await chmod(folder, 0o755)
})
// The program that an aborted initdb was running ends a moment after it.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

async function ask(url: string, query: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return Object.values((await client.query<Record<string, unknown>>(query)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

test('a second start joins the PostgreSQL that a killed server left, with the same data, and only the last process stops it', async () => {
  const directory = join(folder, 'postgres')
  // Left by an interrupted initdb; the start must create it again.
  await writeFile(`${directory}.new`, '')
  const first = await startEmbeddedCluster({ directory, settings })
  await ask(first.ownerUrl, 'create table kept as select 1 as one')
  const second = await startEmbeddedCluster({ directory, settings })
  expect(second.url).toBe(first.url)
  expect(await ask(second.ownerUrl, 'select one from kept')).toBe(1)
  expect((await stat(`${directory}.password`)).mode & 0o777).toBe(0o600)

  const inUse = new pg.Client(second.url)
  await inUse.connect()
  expect(await first.stop()).toMatch(
    /^PostgreSQL \(process \d+\) goes on, because others use it: a program without a name\.$/,
  )
  expect(await ask(second.url, 'show server_encoding')).toBe('UTF8')
  await inUse.end()
  expect(await second.stop()).toBeNull()
  await expect(ask(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED')

  // A process id that now belongs to another program must not prevent the start.
  await writeFile(join(directory, 'postmaster.pid'), `${process.pid}\n${directory}\n0\n1\n\n127.0.0.1\n0 0\nready\n`)
  const third = await startEmbeddedCluster({ directory, settings })
  expect(await ask(third.ownerUrl, 'select one from kept')).toBe(1)
  await third.stop()

  await writeFile(join(directory, 'PG_VERSION'), '17\n')
  await expect(startEmbeddedCluster({ directory })).rejects.toThrow('is of PostgreSQL 17; this Dalyan brings 18')
})

test('a data folder that cannot be created ends the start with one line that names DATA_DIR', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(startEmbeddedCluster({ directory: join(folder, 'file', 'postgres') })).rejects.toThrow(
    /^DATA_DIR .* cannot be written to \(E\w+\)\.$/,
  )
})

test('a PostgreSQL that does not start is reported with its own reason', async () => {
  const starting = startEmbeddedCluster({ directory: join(folder, 'postgres'), settings: { wal_level: 'none' } })
  await expect(starting).rejects.toThrow(
    /^The embedded PostgreSQL does not start: invalid value for parameter "wal_level": "none" \(its log: .+\.log\)$/,
  )
})

test('a killed PostgreSQL is restarted on the same port with all committed data, but not after the watch has ended', async () => {
  const directory = join(folder, 'postgres')
  const cluster = await startEmbeddedCluster({ directory, settings })
  const logged: string[] = []
  const watch = cluster.watch(createLogger('warn', { write: (line) => void logged.push(line) }))
  const killPostmaster = async () =>
    process.kill(Number((await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')

  const pool = new pg.Pool({ connectionString: cluster.ownerUrl })
  pool.on('error', () => undefined)
  await pool.query('create table kept as select 1 as one')
  await killPostmaster()
  await vi.waitFor(() => expect(logged.join('')).toContain('the embedded PostgreSQL is back'), 30_000)
  expect((await pool.query('select one from kept')).rows).toEqual([{ one: 1 }])
  await pool.end()

  await watch.stop()
  await killPostmaster()
  // Stopping a PostgreSQL that is already dead must not fail.
  await cluster.stop()
  await expect(ask(cluster.url, 'select 1')).rejects.toThrow(/ECONN(REFUSED|RESET)/)
})

test('an import is asked to finish and does not prevent PostgreSQL from stopping, even if it ignores the request', async () => {
  const cluster = await startEmbeddedCluster({ directory: join(folder, 'postgres'), settings })
  const requested = vi.fn<() => void>()
  const stopWaiting = await cluster.onStopRequest(requested)
  // Connects under another process's name.
  const asAnother = (name: string) => new pg.Client({ connectionString: cluster.url, application_name: name })
  const deaf = asAnother('dalyan 1 import')
  const lost = vi.fn<() => void>()
  deaf.on('error', lost)
  await deaf.connect()
  expect(await cluster.stop()).toBeNull()
  expect(requested).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(lost).toHaveBeenCalled())
  await expect(ask(cluster.url, 'select 1')).rejects.toThrow(/ECONN(REFUSED|RESET)/)
  await stopWaiting().catch(() => undefined)
})

test('the question of another process that ends, and a connection that closes at that moment, do not prevent PostgreSQL from stopping', async () => {
  const cluster = await startEmbeddedCluster({ directory: join(folder, 'postgres'), settings })
  const question = new pg.Client({ connectionString: cluster.url, application_name: 'dalyan 1 cluster' })
  const closing = new pg.Client({ connectionString: cluster.url, application_name: 'psql' })
  for (const client of [question, closing]) await client.on('error', () => undefined).connect()
  const stopping = cluster.stop()
  setTimeout(() => void closing.end(), 150)
  expect(await stopping).toBeNull()
  await expect(ask(cluster.url, 'select 1')).rejects.toThrow(/ECONN(REFUSED|RESET)/)
})

test('a connection that has not authenticated does not prevent PostgreSQL from stopping', async () => {
  const cluster = await startEmbeddedCluster({ directory: join(folder, 'postgres'), settings })
  const { port, username } = new URL(cluster.url)
  const parameters = Buffer.from(`user\0${username}\0database\0dalyan\0\0`)
  const start = Buffer.alloc(8)
  start.writeInt32BE(8 + parameters.length)
  // Version 3.0 of the protocol.
  start.writeInt32BE(0x00030000, 4)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  socket.write(Buffer.concat([start, parameters]))
  // PostgreSQL asks for the password, and gets no answer.
  await once(socket, 'data')
  expect(await ask(cluster.ownerUrl, `select count(*)::int from pg_stat_activity where state = 'starting'`)).toBe(1)
  expect(await cluster.stop()).toBeNull()
  socket.destroy()
})

test('an aborted start leaves no PostgreSQL behind', async () => {
  const directory = join(folder, 'postgres')
  const breakOff = new AbortController()
  const starting = startEmbeddedCluster({ directory, settings, signal: breakOff.signal })
  setTimeout(() => breakOff.abort(), 100)
  await expect(starting).rejects.toThrow()
  expect(postmasterPid(directory)).toBeNull()
  expect(await processesWith(directory)).toEqual([])
})
