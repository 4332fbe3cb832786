import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { createApp, type App } from './app.ts'
import { readConfig } from './config.ts'
import { addressLines, firstAdminLines } from './console-words.ts'
import { instantAt, systemClock } from './core/clock.ts'
import { openDatabase, type Database } from './core/database/database.ts'
import { startEmbeddedCluster, type EmbeddedCluster } from './core/database/embedded-cluster.ts'
import { migrate } from './core/database/migrate.ts'
import { watchClusterComplaints } from './core/database/cluster-complaints.ts'
import { hearStderr } from './core/hear-stderr.ts'
import { consoleAnd, createLogger } from './core/log.ts'
import { StartError } from './core/start-error.ts'
import { loginLines } from './demo/start-demo.ts'
import { leftLines, type LeftLines } from './features/logs/left-lines.ts'
import { createServerLogSink } from './features/logs/server-log.ts'

const PAGE_FOLDER = join(import.meta.dirname, '../../web/dist')
const STOP_WITHIN_MS = 14_000
const START_IS_AWAITED_MS = 5_000

/** What has been started, ended in the opposite order. */
const started: { name: string; stop: () => Promise<unknown> }[] = []

const serverLog = createServerLogSink(systemClock)
hearStderr((text) => serverLog.addOrphan(text))
/** Where the next run finds what this one could not bring into the table any more. */
let left: LeftLines | null = null

let starting: Promise<void> = Promise.resolve()
let isStopping = false

// First of all: a signal during the start has to end what was started so far. A PostgreSQL that is just coming up is awaited, or it would stay.
const grace = closeWithGrace({ delay: STOP_WITHIN_MS, logger: undefined }, async ({ err }) => {
  isStopping = true
  await Promise.race([starting.catch(() => undefined), sleep(START_IS_AWAITED_MS, undefined, { ref: false })])
  if (err) process.stderr.write(`${err instanceof StartError ? err.message : (err.stack ?? String(err))}\n`)
  await stopAll()
})
// npm's start script is the parent; when it is gone, however it ended, nobody wants this process. A second signal would cut the stopping short.
process.once('disconnect', () => isStopping || process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

async function start(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const log = createLogger(config.LOG_LEVEL, consoleAnd(serverLog.add))
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of the runtime'))
  left = leftLines(config.DATA_DIR, process.pid)
  left.take().forEach(serverLog.addOrphan)
  const cluster = config.DATABASE_URL === undefined ? await startCluster(config.DATA_DIR) : null
  const database: Database = openDatabase({ url: cluster?.url ?? config.DATABASE_URL ?? '', log })
  started.push({ name: 'database', stop: () => database.close() })
  left.begin(instantAt(systemClock.now()))
  await reachable(database, config.DATABASE_URL !== undefined)
  await migrate(database.db as never)
  const app: App = await createApp({ config, database, log, clock: systemClock, serverLog, pageFolder: PAGE_FOLDER })
  started.push({ name: 'app', stop: () => app.close() })
  // Before anything else can fail: nobody could ever sign in with a password that was not told.
  if (app.firstAdmin) process.stdout.write(firstAdminLines(app.firstAdmin))
  const ports = await app.listen()
  if (cluster) {
    // Last to start, so first to end: what is being stopped does not come back.
    const watch = cluster.watch(log)
    started.push({ name: 'watch over the cluster', stop: () => watch.stop() })
    const complaints = watchClusterComplaints({ logFile: cluster.logFile, log, hear: serverLog.addOrphan })
    started.push({ name: 'watch over its log', stop: () => complaints.stop() })
  }
  process.stdout.write(`Dalyan\n${addressLines({ ...ports, host: config.HOST })}\n`)
  if (config.demo) {
    const demo = app.startDemo(ports.mqtt)
    started.push({ name: 'demo', stop: () => demo.stop() })
    process.stdout.write(loginLines(await demo.loaded, config.DATA_DIR))
  }
  process.stdout.write('Ready.\n')
}

/** What cannot be stopped is told, and keeps nothing else running: PostgreSQL, the last, would stay without its server. */
async function stopAll(): Promise<void> {
  for (const { name, stop } of started.toReversed()) {
    await stop().catch((error: unknown) => process.stderr.write(`The ${name} did not stop well: ${String(error)}\n`))
  }
  left?.end(serverLog.leftOrphans())
}

async function startCluster(directory: string): Promise<EmbeddedCluster> {
  const cluster = await startEmbeddedCluster({ directory: join(directory, 'postgres') })
  started.push({ name: 'cluster', stop: () => cluster.stop() })
  return cluster
}

async function reachable(database: Database, external: boolean): Promise<void> {
  try {
    await database.query('select 1')
  } catch (error) {
    const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error)
    throw new StartError(`The database ${external ? 'of DATABASE_URL ' : ''}cannot be reached (${reason}).`)
  }
}

try {
  starting = start()
  await starting
} catch (error) {
  // What fails because it is being stopped is no failure; the stopping goes on above.
  if (isStopping) await new Promise(() => undefined)
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack)}\n`)
  await stopAll()
  grace.uninstall()
  process.exit(1)
}
