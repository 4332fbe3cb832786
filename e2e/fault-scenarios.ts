import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemApi } from '@dalyan/contracts/system'
import { expect } from 'vitest'
import { withChildren } from '../apps/server/src/core/database/running-postmaster.ts'
import { startLoad, untilMore, type DeviceLoad } from './device-load.ts'
import { missingReadings } from './devices.ts'
import { signIn } from './users.ts'
import { postmasterOf, signalPostmaster, startFragileDatabase, type FragileDatabase } from './fragile-database.ts'
import { startProduct, type Product } from './product.ts'

const READY_AGAIN_WITHIN_MS = 30_000

async function isReady(product: Product): Promise<boolean> {
  const answer = await fetch(product.page + systemApi.readyz.path).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 200
}

async function untilReadyIs(product: Product, ready: boolean): Promise<void> {
  await expect.poll(() => isReady(product), { timeout: READY_AGAIN_WITHIN_MS, interval: 100 }).toBe(ready)
}

/** Waits until no more acknowledgements arrive for readings committed before. @returns the number of acknowledged readings */
async function untilAcknowledgementsEnd({ acknowledged }: DeviceLoad): Promise<number> {
  let settled = -1
  const isQuiet = () => {
    const before = settled
    settled = acknowledged.size
    return settled === before
  }
  await expect.poll(isQuiet, { interval: 500 }).toBe(true)
  return settled
}

export type Trouble = 'away' | 'frozen'

/**
 * The database stops (or freezes) under load and comes back: no reading is acknowledged falsely, HTTP answers carry Retry-After, MQTT devices
 * wait and keep their connections, and every acknowledged reading is stored.
 * @returns the growth of the server's memory in MiB; NaN where the system does not report it
 */
export async function loseDatabase(trouble: Trouble, ms: number, clients: number): Promise<number> {
  const database = await startFragileDatabase()
  const product = await startProduct(database.url, { INGEST_RATE: '0' })
  try {
    const load = await startLoad(product, clients, 'AWAY')
    await untilMore(load, 1_000)
    const before = await memoryOf(product)
    const giveBack = await take(database, trouble)
    await untilReadyIs(product, false)
    const atMost = await untilAcknowledgementsEnd(load)
    await sleep(ms)
    expect(load.acknowledged.size).toBe(atMost)
    const growth = (await memoryOf(product)) - before
    await giveBack()
    await untilReadyIs(product, true)
    await untilMore(load, 1_000)
    const report = await load.end()
    expect(report.broken_connections).toBe(0)
    expect(load.refusals.length).toBeGreaterThan(10)
    expect(
      load.refusals.filter(({ status, retryAfter }) => status !== 503 || !(retryAfter >= 5 && retryAfter <= 30)),
    ).toEqual([])
    expect(await missingReadings(product.databaseUrl, load.acknowledged)).toEqual([])
    return growth
  } finally {
    // After a failure there may be no database to clean up; the temporary folder is removed in any case.
    await product.discard().catch(() => undefined)
    await database.discard()
  }
}

/** While the database is frozen, every call is answered soon with Retry-After instead of waiting for the database. */
export async function askFrozenDatabase(): Promise<void> {
  const database = await startFragileDatabase()
  const product = await startProduct(database.url)
  try {
    const { token } = await signIn(product)
    const ask = () => fetch(`${product.page}/api/tanks`, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    const { thaw } = await database.freeze()
    // More calls than the pool has connections.
    const answers = await Promise.all(Array.from({ length: 40 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    thaw()
    await expect.poll(async () => (await ask()).status).toBe(200)
  } finally {
    await product.discard().catch(() => undefined)
    await database.discard()
  }
}

/** @returns a function that undoes it. */
async function take(database: FragileDatabase, trouble: Trouble): Promise<() => Promise<void>> {
  if (trouble === 'frozen') {
    const { thaw } = await database.freeze()
    return () => Promise.resolve(thaw())
  }
  await database.takeAway()
  return database.giveBack
}

async function memoryOf(product: Product): Promise<number> {
  const status = await readFile(`/proc/${product.process.pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** The product on an embedded PostgreSQL of its own, and all the processes of both. */
export interface EmbeddedProduct {
  product: Product
  /** PostgreSQL's main process. */
  postmaster: number
  /** Everything that the product started, and the product. */
  processes: number[]
  databaseUrl: string
  /** Its output since the start. */
  said(): string
}

const SETUP = join(import.meta.dirname, '../scripts/setup.mjs')
/** Runs the server as `npm start` does: as a child of a process that forwards signals. */
const BELOW_NPM = `import { run, runtime } from ${JSON.stringify(SETUP)}; run(runtime(), ['apps/server/src/main.ts'])`

/** Starts it on this data folder, runs the scenario, and removes what stays. */
export async function onEmbedded(
  clusterUrl: string,
  folder: string,
  scenario: (embedded: EmbeddedProduct) => Promise<void>,
): Promise<void> {
  const directory = join(folder, 'postgres')
  const env = { DATABASE_URL: '', DATA_DIR: folder, INGEST_RATE: '0' }
  const product = await startProduct(clusterUrl, env, ['--input-type=module', '-e', BELOW_NPM])
  let said = ''
  for (const stream of [product.process.stdout, product.process.stderr]) {
    stream?.on('data', (text: Buffer) => (said += text.toString()))
  }
  const postmaster = await postmasterOf(directory)
  const processes = [...withChildren(product.process.pid ?? 0), ...withChildren(postmaster)]
  try {
    await scenario({ product, postmaster, processes, databaseUrl: await embeddedUrl(directory), said: () => said })
  } finally {
    for (const pid of processes.filter(isRunning)) signal(pid, 'SIGKILL')
    await product.discard()
  }
}

/** Whether a process runs; a zombie does not count. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
  } catch {
    // The process has just ended, or the system reports nothing.
    return process.platform !== 'linux'
  }
}

/** Signals a process, which may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Checks that all processes end within 15 s after the stop was requested. @returns the exit code */
export async function untilAllIsOver({ product, processes }: EmbeddedProduct): Promise<number | null> {
  await expect.poll(() => processes.filter(isRunning), { timeout: 15_000, interval: 50 }).toEqual([])
  await expect.poll(() => product.process.exitCode).not.toBeNull()
  return product.process.exitCode
}

/** Opens idle and half-finished connections on every port, as load balancers, browsers and slow senders do. @returns a promise of their end */
export async function openIdleConnections({ page, socketPort, mqttPort }: Product): Promise<() => void> {
  const texts = [
    '',
    'GET /healthz HTTP/1.1\r\nhost: a',
    'POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"em',
  ]
  const sockets = [Number(new URL(page).port), socketPort, mqttPort].flatMap((port) =>
    texts.map((text) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(text)
      return socket
    }),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // A connection that the server has not accepted yet gives no signal.
  await sleep(200)
  return () => sockets.forEach((socket) => socket.destroy())
}

/** SIGTERM under load: the process ends with code 0 in time, and every acknowledged reading is on disk. */
export async function stopUnderLoad(clusterUrl: string, times: number, clients: number): Promise<void> {
  let product = await startProduct(clusterUrl, { INGEST_RATE: '0' })
  try {
    for (let turn = 0; turn < times; turn += 1) {
      const load = await startLoad(product, clients, `TERM-${turn}`)
      await untilMore(load, 1_000)
      const from = performance.now()
      expect(await product.stop()).toBe(0)
      expect(performance.now() - from).toBeLessThan(15_000)
      await load.end()
      expect(await missingReadings(product.databaseUrl, load.acknowledged)).toEqual([])
      if (turn < times - 1) product = await product.restart()
    }
  } finally {
    await product.discard()
  }
}

/**
 * Kills the product's own PostgreSQL with SIGKILL under load, then server and PostgreSQL at once. The first time the server restarts
 * PostgreSQL by itself on its port, the second time a start does, and every acknowledged reading is stored.
 */
export async function killEmbeddedDatabase(clusterUrl: string, clients: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-embedded-'))
  await chmod(folder, 0o755)
  const directory = join(folder, 'postgres')
  let product = await startProduct(clusterUrl, { DATABASE_URL: '', DATA_DIR: folder, INGEST_RATE: '0' })
  try {
    const first = await startLoad(product, clients, 'FIRST')
    await untilMore(first, 1_000)
    const url = await embeddedUrl(directory)
    const killed = await postmasterOf(directory)
    await signalPostmaster(directory, 'SIGKILL')
    // It may be back before the test sees it missing.
    await expect.poll(() => postmasterOf(directory).catch(() => killed)).not.toBe(killed)
    await untilReadyIs(product, true)
    expect(await embeddedUrl(directory)).toBe(url)
    await untilMore(first, 1_000)
    expect((await first.end()).broken_connections).toBe(0)

    const second = await startLoad(product, clients, 'SECOND')
    await untilMore(second, 1_000)
    await Promise.all([product.kill(), signalPostmaster(directory, 'SIGKILL')])
    await second.end()
    product = await product.restart()
    const acknowledged = new Set([...first.acknowledged, ...second.acknowledged])
    expect(await missingReadings(await embeddedUrl(directory), acknowledged)).toEqual([])
  } finally {
    await product.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

async function embeddedUrl(directory: string): Promise<string> {
  const password = await readFile(`${directory}.password`, 'utf8')
  const port = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[3]
  return `postgres://dalyan:${password}@127.0.0.1:${port}/dalyan`
}
