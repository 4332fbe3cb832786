import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { createApp, type App } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { addressLines, firstAdminLines } from './console-words.ts'
import { createServerClock, instantAt, watchClock } from './core/clock.ts'
import { openDatabase, type Database } from './core/database/database.ts'
import { findsDistribution } from './core/database/distribute.ts'
import { startEmbeddedCluster, type EmbeddedCluster } from './core/database/embedded-cluster.ts'
import { preparePooler } from './core/database/pooler.ts'
import { prepareDatabase } from './core/database/prepare-database.ts'
import { watchClusterComplaints } from './core/database/cluster-complaints.ts'
import { endWithin } from './core/end-within.ts'
import { captureStderr, consoleAnd, createLogger, type Logger } from './core/log.ts'
import { watchMemory } from './core/processes/memory.ts'
import { consoleText, StartError } from './core/start-error.ts'
import { loginLines } from './demo/start-demo.ts'
import { readHeartbeat } from './features/alarms/clock/alarm-clock.sql.ts'
import { leftLines, type LeftLines } from './features/logs/left-lines.ts'
import { createServerLogSink } from './features/logs/server-log.ts'

// Files in DATA_DIR must be readable by their owner only.
process.umask(0o077)

const PAGE_FOLDER = join(import.meta.dirname, '../../web/dist')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** The signal that Ctrl-C sends. */
const BY_HAND = 'SIGINT'
/** An earlier repeat is the same order: from the terminal, npm, or a service manager that signals the full group. */
const MEANT_AFTER_MS = 1_000

/**
 * Milliseconds since the order to stop. Each part gets the time that the parts before it left, so that PostgreSQL, the last one, is always
 * stopped.
 */
const STOPPED_BY_MS = {
  start: 4_000,
  watch: 5_000,
  demo: 6_000,
  app: 9_000,
  database: 10_000,
  cluster: 13_500,
  process: 14_500,
}

/** The started parts, stopped in the opposite order. */
const started: { name: string; byMs: number; stop: (withinMs: number) => Promise<unknown> }[] = []
/** Aborts the part that is just being started. */
const breakOff = new AbortController()

const clock = createServerClock()
const serverLog = createServerLogSink(clock)
captureStderr((text) => serverLog.addOrphan(text))
/** The lines that could not be saved in the table, for the next run. */
let left: LeftLines | null = null

let starting: Promise<void> = Promise.resolve()
let stoppingSince: number | null = null
let cluster: EmbeddedCluster | null = null

// Installed first, because a signal during the start must stop the parts started so far.
const grace = closeWithGrace(
  { delay: STOPPED_BY_MS.process, logger: undefined, skip: [...SIGNALS] },
  async ({ err }) => {
    stoppingSince ??= performance.now()
    if (err) process.stderr.write(`${consoleText(err)}\n`)
    breakOff.abort()
    cluster?.wake()
    await Promise.race([starting.catch(() => undefined), sleep(STOPPED_BY_MS.start, undefined, { ref: false })])
    if (!(await stopAll())) throw new Error('not everything stopped well')
  },
)
for (const signal of SIGNALS) process.on(signal, () => orderStop(signal))
// npm's start script is the parent; when it has ended, for whatever reason, this process must end too.
process.once('disconnect', () => orderStop('SIGTERM'))
process.channel?.unref()

/** Repeats of the first order are ignored; a second Ctrl-C ends the process at once. */
function orderStop(signal: (typeof SIGNALS)[number]): void {
  if (stoppingSince === null) {
    stoppingSince = performance.now()
    grace.close()
  } else if (signal === BY_HAND && performance.now() - stoppingSince > MEANT_AFTER_MS) {
    process.stderr.write('Ended at once.\n')
    process.exit(1)
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const log = createLogger(config.LOG_LEVEL, consoleAnd(serverLog.add))
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of the runtime'))
  left = leftLines(config.DATA_DIR, process.pid)
  left.take().forEach(serverLog.addOrphan)
  if (config.DATABASE_URL === undefined) cluster = await startCluster(config.DATA_DIR)
  breakOff.signal.throwIfAborted()
  const database: Database = openDatabase({
    url: cluster?.url ?? config.DATABASE_URL ?? '',
    isDistributed: await isDistributed(config, log),
    sessionUrl: config.DATABASE_SESSION_URL,
    readUrl: config.ROLES.includes('web') ? config.DATABASE_READ_URL : undefined,
    log,
    patience: 'request',
  })
  started.push({ name: 'database', byMs: STOPPED_BY_MS.database, stop: () => database.close() })
  left.begin(instantAt(clock.now()))
  await reachable(database.patient, config.DATABASE_URL !== undefined)
  if (config.DATABASE_SESSION_URL !== undefined) await preparePooler(database)
  const address = { url: cluster?.ownerUrl ?? database.address.url }
  await prepareDatabase({ address, log, hasApplicationRole: cluster !== null })
  // A machine that lost its clock with the power starts behind its own readings.
  clock.continueFrom((await readHeartbeat(database)) ?? 0)
  breakOff.signal.throwIfAborted()
  const app: App = await createApp({ config, database, log, clock, serverLog, pageFolder: PAGE_FOLDER })
  started.push({ name: 'app', byMs: STOPPED_BY_MS.app, stop: () => app.close() })
  // Printed before any later step can fail, because an unprinted password would be lost.
  if (app.firstAdmin) process.stdout.write(firstAdminLines(app.firstAdmin))
  const ports = await app.listen()
  const watchedClock = watchClock(clock, log)
  started.push({ name: 'watch over the clock', byMs: STOPPED_BY_MS.watch, stop: () => watchedClock.stop() })
  const memory = watchMemory(log)
  started.push({ name: 'watch over the memory', byMs: STOPPED_BY_MS.watch, stop: () => memory.stop() })
  if (cluster) {
    // Started last and so stopped first, so that a stopping PostgreSQL is not restarted.
    const watch = cluster.watch(log)
    started.push({ name: 'watch over the cluster', byMs: STOPPED_BY_MS.watch, stop: () => watch.stop() })
    const complaints = watchClusterComplaints({ logFile: cluster.logFile, log, report: serverLog.addOrphan })
    started.push({ name: 'watch over its log', byMs: STOPPED_BY_MS.watch, stop: () => complaints.stop() })
  }
  process.stdout.write(
    `Dalyan\n${addressLines({ ...ports, host: config.HOST, roles: config.ROLES, broker: config.MQTT_URL })}\n`,
  )
  if (config.demo) {
    const demo = app.startDemo(ports.mqtt)
    started.push({ name: 'demo', byMs: STOPPED_BY_MS.demo, stop: () => demo.stop() })
    process.stdout.write(loginLines(await demo.loaded, config.DATA_DIR))
  }
  process.stdout.write('Ready.\n')
}

/** Reports failures and continues with the other parts. @returns whether all stopped well */
async function stopAll(): Promise<boolean> {
  const since = stoppingSince ?? performance.now()
  let isWell = true
  for (const { name, byMs, stop } of started.toReversed()) {
    const withinMs = since + byMs - performance.now()
    await endWithin(withinMs, () => stop(withinMs)).catch((error: unknown) => {
      isWell = false
      process.stderr.write(`The ${name} did not stop well: ${String(error)}\n`)
    })
  }
  left?.end(serverLog.leftOrphans())
  return isWell
}

async function startCluster(dataFolder: string): Promise<EmbeddedCluster> {
  const directory = join(dataFolder, 'postgres')
  const made = await startEmbeddedCluster({ directory, signal: breakOff.signal, endsWithProcess: true })
  const stop = async (withinMs: number) => {
    const staying = await made.stop(withinMs)
    if (staying !== null) process.stdout.write(`${staying}\n`)
  }
  started.push({ name: 'cluster', byMs: STOPPED_BY_MS.cluster, stop })
  return made
}

/** Whether the database of the operator is a distributed one. @throws StartError when it cannot be reached */
async function isDistributed({ DATABASE_URL, DATABASE_SESSION_URL }: Config, log: Logger): Promise<boolean> {
  const url = DATABASE_SESSION_URL ?? DATABASE_URL
  if (url === undefined) return false
  return findsDistribution({ url }, log).catch((error: unknown) => {
    throw unreachable(error, true)
  })
}

async function reachable(database: Database, external: boolean): Promise<void> {
  try {
    await database.query('select 1')
  } catch (error) {
    throw unreachable(error, external)
  }
}

function unreachable(error: unknown, external: boolean): StartError {
  const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error)
  return new StartError(`The database ${external ? 'of DATABASE_URL ' : ''}cannot be reached (${reason}).`)
}

try {
  starting = start()
  await starting
} catch (error) {
  // A failure during a stop is no failure of its own; the stop continues above.
  if (stoppingSince !== null) await new Promise(() => undefined)
  process.stderr.write(`${consoleText(error)}\n`)
  await stopAll()
  grace.uninstall()
  process.exit(1)
}
