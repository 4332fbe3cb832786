import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, onTestFinished } from 'vitest'
import { processesWith } from '../apps/server/tests/processes-with.ts'
import { startLoad, untilMore } from './device-load.ts'
import { missingReadings } from './devices.ts'
import {
  onEmbedded,
  openIdleConnections,
  stopUnderLoad,
  untilAllIsOver,
  type EmbeddedProduct,
  signal,
} from './fault-scenarios.ts'

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts')
const IMPORT = join(import.meta.dirname, '../apps/server/src/import-history.ts')

test('SIGTERM under load ends with code 0, with everything acknowledged on disk', () =>
  stopUnderLoad(inject('databaseUrl'), 2, 20))

describe('a product with its own PostgreSQL leaves no process behind', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dalyan-stop-'))
    await chmod(folder, 0o755)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const onProduct = (scenario: (embedded: EmbeddedProduct) => Promise<void>) =>
    onEmbedded(inject('databaseUrl'), folder, scenario)

  test('after a stop with idle and half-finished connections', () =>
    onProduct(async (embedded) => {
      const close = await openIdleConnections(embedded.product)
      embedded.product.process.kill('SIGTERM')
      expect(await untilAllIsOver(embedded)).toBe(0)
      close()
    }))

  test('after a signal to every process at once, under load', () =>
    onProduct(async (embedded) => {
      const load = await startLoad(embedded.product, 20, 'TREE')
      await untilMore(load, 1_000)
      for (const pid of embedded.processes) signal(pid, 'SIGTERM')
      expect(await untilAllIsOver(embedded)).toBe(0)
      await load.end()
      await onProduct(async ({ databaseUrl }) => {
        expect(await missingReadings(databaseUrl, load.acknowledged)).toEqual([])
      })
    }))

  test('after repeated signals, with connections that delay the stop', () =>
    onProduct(async (embedded) => {
      const close = await openIdleConnections(embedded.product)
      for (const pauseMs of [50, 200, 300, 1_200]) {
        for (const pid of embedded.processes.slice(0, 2)) signal(pid, 'SIGTERM')
        await sleep(pauseMs)
      }
      expect(await untilAllIsOver(embedded)).toBe(0)
      close()
    }))

  test('after two stop signals while PostgreSQL is frozen under load', () =>
    onProduct(async (embedded) => {
      const load = await startLoad(embedded.product, 20, 'FROZEN')
      await untilMore(load, 1_000)
      for (const pid of embedded.processes.slice(embedded.processes.indexOf(embedded.postmaster))) {
        process.kill(pid, 'SIGSTOP')
      }
      await sleep(1_000)
      for (const pid of embedded.processes.slice(0, 2)) signal(pid, 'SIGTERM')
      await sleep(300)
      for (const pid of embedded.processes.slice(0, 2)) signal(pid, 'SIGTERM')
      expect(await untilAllIsOver(embedded)).toBe(0)
      await load.end()
    }))

  test('after a second Ctrl-C, which stops at once', () =>
    onProduct(async (embedded) => {
      const close = await openIdleConnections(embedded.product)
      embedded.product.process.kill('SIGINT')
      await sleep(1_300)
      embedded.product.process.kill('SIGINT')
      expect(await untilAllIsOver(embedded)).toBe(1)
      expect(embedded.said()).toContain('Ended at once.')
      close()
    }))

  test('except PostgreSQL when another program uses it, which one line names', () =>
    onProduct(async (embedded) => {
      const guest = new pg.Client({ connectionString: embedded.databaseUrl, application_name: 'a guest' })
      guest.on('error', () => undefined)
      await guest.connect()
      expect(await embedded.product.stop()).toBe(0)
      expect(embedded.said()).toContain(
        `PostgreSQL (process ${embedded.postmaster}) goes on, because others use it: a guest.`,
      )
      expect((await guest.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await guest.end()
    }))

  test('after a stop during an import, which may finish', () =>
    onProduct(async (embedded) => {
      const file = join(folder, 'history.csv')
      onTestFinished(() => rm(file, { force: true }))
      const from = Date.parse('2025-01-01T00:00:00Z')
      // A terminal of this try: a repeated one must not find the readings of the first.
      const code = `HISTORY-${Date.now()}`
      const rows = Array.from({ length: 400_000 }, (_, n) => `${code},${new Date(from + n * 10_000).toISOString()},7`)
      await writeFile(file, `terminal_code,measured_at,ph\n${rows.join('\n')}\n`)
      const args = [IMPORT, file, '--create-terminals', '--no-tank']
      const importing = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], DATA_DIR: folder } })
      let said = ''
      for (const stream of [importing.stdout, importing.stderr])
        stream.on('data', (text: Buffer) => (said += text.toString()))
      const database = new pg.Pool({ connectionString: embedded.databaseUrl })
      database.on('error', () => undefined)
      const count = async () =>
        (
          await database.query<{ n: number }>(
            `select count(*)::int as n from measurements m join terminals t on t.id = m.terminal_id where t.code = $1`,
            [code],
          )
        ).rows
      await expect.poll(async () => (await count())[0]?.n, { timeout: 60_000 }).toBeGreaterThan(0)
      await database.end()
      const stopped = once(importing, 'close')
      embedded.product.process.kill('SIGTERM')
      expect(await untilAllIsOver(embedded)).toBe(0)
      await stopped
      expect(said).toContain('Stopped, because Dalyan stops.')
      expect(importing.exitCode).toBe(1)
    }))

  test.each(['postgres.new', 'postgres/postmaster.pid'])(
    'after a stop during the first start, as soon as %s exists',
    async (sign) => {
      const young = await mkdtemp(join(tmpdir(), 'dalyan-young-'))
      await chmod(young, 0o755)
      const env = { PATH: process.env['PATH'], DATA_DIR: young, PORT: '0', SOCKET_PORT: '0', MQTT_PORT: '0' }
      const starting = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' })
      const isThere = () =>
        access(join(young, sign)).then(
          () => true,
          () => false,
        )
      await expect.poll(isThere, { interval: 10 }).toBe(true)
      starting.kill('SIGTERM')
      if (starting.exitCode === null) await once(starting, 'exit')
      expect(starting.exitCode).toBe(0)
      await expect.poll(() => processesWith(young)).toEqual([])
      await rm(young, { recursive: true, force: true })
    },
  )

  test('and its files can be read by their owner only', async () => {
    const made = (await readdir(folder)).filter((name) => name !== 'postgres')
    expect(made).toContain('postgres.log')
    for (const name of made) expect([name, (await stat(join(folder, name))).mode & 0o077]).toEqual([name, 0])
  })
})
