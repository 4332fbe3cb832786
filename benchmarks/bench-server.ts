import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedCluster } from '../apps/server/src/core/database/embedded-cluster.ts'
import { prepareDatabase } from '../apps/server/src/core/database/prepare-database.ts'
import { createLogger } from '../apps/server/src/core/log.ts'

const ROOT = join(import.meta.dirname, '..')
/** As `npm start` does it (scripts/setup.mjs). */
const FLAGS = [
  '--max-semi-space-size=32',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=150',
  '--external-memory-accounted-in-global-limit',
]
/** A database that was filled writes much at its last checkpoint. */
const STOPS_WITHIN_MS = 600_000

/** The full product in a separate process, on an embedded database in a temporary folder. */
export interface BenchServer {
  databaseUrl: string
  httpPort: number
  mqttPort: number
  /** Resident memory of the server process in MiB, now and at its highest; null where the system does not report it. */
  memory(): Promise<{ now: number; highest: number } | null>
  /** Processor time of the server process so far, in seconds; on a busy machine it says more than the clock. */
  cpuSeconds(): Promise<number | null>
  /** The same of all processes of PostgreSQL. */
  databaseCpuSeconds(): Promise<number | null>
  /** Starts the server again, whether it runs or was killed. */
  restart(): Promise<void>
  /** Kills the server without a warning; its database runs on. */
  kill(): void
  stop(): Promise<void>
}

/** For a database that is filled: a crash would cost it, and nothing else. */
const LOADING = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}

interface Place {
  /** A folder that stays, with its database; default: an empty one, which is removed. */
  folder?: string
  isLoading?: boolean
}

/** An embedded database. */
export async function startBenchDatabase({ folder: kept, isLoading = false }: Place = {}) {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'dalyan-bench-')))
  await mkdir(folder, { recursive: true })
  // Run as root, PostgreSQL belongs to another account, which has to reach its folder.
  await chmod(folder, 0o755)
  const cluster = await startEmbeddedCluster({
    directory: join(folder, 'postgres'),
    ...(isLoading ? { settings: LOADING } : {}),
  })
  return {
    folder,
    url: cluster.ownerUrl,
    async stop(): Promise<void> {
      await cluster.stop(STOPS_WITHIN_MS)
      if (kept === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Fills the database of a folder that stays, before a server runs on it; does nothing if that was done before. @returns whether it did */
export async function fillFolder(folder: string, fill: (url: string) => Promise<void>): Promise<boolean> {
  const done = join(folder, 'filled')
  if (existsSync(done)) return false
  const { url, stop } = await startBenchDatabase({ folder, isLoading: true })
  try {
    await prepareDatabase({ address: { url }, log: createLogger('error'), hasApplicationRole: true })
    await fill(url)
  } finally {
    await stop()
  }
  await writeFile(done, '')
  return true
}

export async function startBenchServer(env: Record<string, string> = {}, folder?: string): Promise<BenchServer> {
  const database = await startBenchDatabase(folder === undefined ? {} : { folder })
  const settings = { DATA_DIR: database.folder, DATABASE_URL: database.url, ...env }
  let server = await startServer(settings)

  async function stop(): Promise<void> {
    await end(server.child)
    await database.stop()
  }
  // Ten million readings are not left behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)))

  return {
    databaseUrl: database.url,
    get httpPort() {
      return server.httpPort
    },
    get mqttPort() {
      return server.mqttPort
    },
    memory: () => memoryOf(server.child.pid ?? 0),
    cpuSeconds: () => cpuSecondsOf(server.child.pid ?? 0),
    databaseCpuSeconds: () => databaseCpuSeconds(join(database.folder, 'postgres')),
    kill: () => void server.child.kill('SIGKILL'),
    async restart() {
      await end(server.child)
      server = await startServer(settings)
    },
    stop,
  }
}

/** How long the product takes to start on a folder, with its embedded database, until every port is open, and the processor time of its own process. */
export async function timeStart(folder: string): Promise<{ seconds: number; processorSeconds: number | null }> {
  const begin = performance.now()
  const { child } = await startServer({ DATA_DIR: folder })
  const seconds = (performance.now() - begin) / 1000
  const processorSeconds = await cpuSecondsOf(child.pid ?? 0)
  await end(child)
  return { seconds, processorSeconds }
}

async function startServer(env: Record<string, string>) {
  const child = spawn(process.execPath, [...FLAGS, ...nodeOptions(), join(ROOT, 'apps/server/src/main.ts')], {
    env: { ...process.env, PORT: '0', SOCKET_PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error', API_RATE: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = Promise.withResolvers<string>()
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    if (text.includes('Ready.')) output.resolve(text)
  })
  child.once('exit', (code) => output.reject(new Error(`the server ended with ${code}`)))
  const addresses = await output.promise
  return { child, httpPort: portIn(addresses, 'http'), mqttPort: portIn(addresses, 'mqtt') }
}

/** `BENCH_NODE_OPTIONS="--cpu-prof"` profiles the server. */
function nodeOptions(): string[] {
  return (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((option) => option !== '')
}

function portIn(addresses: string, scheme: string): number {
  return Number(new RegExp(`${scheme}://[^:]+:(\\d+)`).exec(addresses)?.[1])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

async function memoryOf(pid: number): Promise<{ now: number; highest: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
  return status === '' ? null : { now: of('VmRSS'), highest: of('VmHWM') }
}

async function databaseCpuSeconds(directory: string): Promise<number | null> {
  const [postmaster = ''] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => null)
  if (children === null) return null
  // The postmaster adds the time of those that have ended, such as parallel workers.
  const own = cpuSecondsOf(Number(postmaster), true)
  const seconds = await Promise.all([
    own,
    ...children
      .trim()
      .split(' ')
      .map((pid) => cpuSecondsOf(Number(pid))),
  ])
  return seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0)
}

async function cpuSecondsOf(pid: number, withEnded = false): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (stat === '') return null
  // Behind the name in parentheses, which may hold spaces: fields 14 and 15 in ticks of 10 ms, 16 and 17 of ended children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, withEnded ? 15 : 13)
  return ticks.reduce((sum, field) => sum + Number(field), 0) / 100
}
