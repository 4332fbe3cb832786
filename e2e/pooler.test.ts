import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tanksApi } from '@dalyan/contracts/tanks'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { missingReadings, newDevices, postReading, readingName } from './devices.ts'
import { freePort, startProduct, type Product } from './product.ts'
import { signIn } from './users.ts'

// PgBouncer in transaction mode, with fewer connections than one process would open: `npm run test:pooler`. Not a part of `npm test`, because
// not every machine has it.

const CONNECTIONS = 3

let pooler: { process: ChildProcess; port: number; folder: string }
const direct = () => new URL(inject('databaseUrl'))

beforeAll(async () => {
  pooler = await startPooler()
})
afterAll(async () => {
  pooler?.process.kill('SIGKILL')
  if (pooler) await rm(pooler.folder, { recursive: true, force: true })
})

async function startPooler() {
  const { port: target, username, password } = direct()
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-pooler-'))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 200
`,
  )
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...account, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  await vi.waitFor(async () => expect(await isUp(port)).toBe(true), { timeout: 20_000, interval: 100 })
  return { process: child, port, folder }
}

const pooled = (url: string) => Object.assign(new URL(url), { port: String(pooler.port) }).href

async function ask<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client(url)
  await client.connect()
  return (await client.query<R>(statement).finally(() => client.end())).rows
}

function isUp(port: number): Promise<boolean> {
  return ask(Object.assign(direct(), { port: String(port) }).href, 'select 1').then(
    () => true,
    () => false,
  )
}

const behindPooler = (url: string) => ({ DATABASE_URL: pooled(url), DATABASE_SESSION_URL: url })

test('two processes share the few connections of a pooler, and lose nothing', async () => {
  const first = await startProduct(inject('databaseUrl'), behindPooler)
  let second: Product | null = null
  try {
    second = await first.restart()
    const databaseUrl = Object.assign(direct(), { pathname: new URL(first.databaseUrl).pathname }).href
    let complaints = ''
    for (const { process } of [first, second])
      for (const stream of [process.stdout, process.stderr])
        stream?.on('data', (text: Buffer) => (complaints += text.toString()))

    const devices = await newDevices(first, 5, 'POOLED')
    const begun = Date.now() - 600_000
    const sent = new Set<string>()
    const sending = devices.flatMap((device) =>
      Array.from({ length: 40 }, async (_, n) => {
        const reply = await postReading(n % 2 === 0 ? first : (second ?? first), device, begun + n)
        if (reply?.status === 201) sent.add(readingName(device.code, begun + n))
        return reply?.status
      }),
    )
    const people = await Promise.all([signIn(first), signIn(second)])
    const lists = people.flatMap((user) => Array.from({ length: 40 }, () => user.call(tanksApi.list, undefined)))
    expect(new Set(await Promise.all(sending))).toEqual(new Set([201]))
    await Promise.all(lists)
    expect(await missingReadings(databaseUrl, sent)).toEqual([])

    const [counted] = await ask<{ pooled: number; kept: number }>(
      databaseUrl,
      `select count(*) filter (where application_name like '%pooled')::int as pooled,
        count(*) filter (where application_name like '%processes')::int as kept
       from pg_stat_activity where datname = current_database()`,
    )
    expect(counted?.pooled).toBeGreaterThan(0)
    expect(counted?.pooled).toBeLessThanOrEqual(CONNECTIONS)
    expect(counted?.kept).toBe(2)
    expect(complaints).toBe('')
  } finally {
    await second?.stop()
    // The pooler's own connections end with the database.
    await first.discard()
  }
})

test('a start ends with one line when the pooler has connections with other settings', async () => {
  const failing = startProduct(inject('databaseUrl'), (url) => {
    // Opened before the role has its settings in this database.
    void ask(pooled(url), 'select pg_sleep(0.1)').catch(() => undefined)
    return behindPooler(url)
  })
  await expect(failing).rejects.toThrow(/The pooler of DATABASE_URL has connections with another timezone .*RECONNECT/)
})
