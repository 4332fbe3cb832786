import { chmod, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { every } from '../every.ts'
import type { Logger } from '../log.ts'
import { StartError } from '../start-error.ts'
import { applicationUrl, roleStatement } from './application-role.ts'
import { findComplaints } from './cluster-complaints.ts'
import { oneLine, OWNER, prepareCluster } from './cluster-setup.ts'
import { connectionName, isImport, nameOfProgram, STOP_CHANNEL } from './connection-names.ts'
import {
  livingPostmaster,
  postmasterPid,
  runningPostmaster,
  signalProcess,
  signalWithChildren,
} from './running-postmaster.ts'

const DATABASE = 'dalyan'
const MIB = 1024 * 1024
const WATCH_EVERY_MS = 1_000
const STOP_WITHIN_MS = 12_000
/** Reserved from the time of a stop: for the immediate shutdown, then for SIGKILL. */
const IMMEDIATE_MS = 1_500
const FORCE_MS = 500
/** Time in which an import that is asked to finish can write its current batch. */
const IMPORT_FINISHES_WITHIN_MS = 2_000
/** PostgreSQL lists a connection until its process has ended, which is a moment after the program closed it, and longer under load. */
const CONNECTION_ENDS_WITHIN_MS = 500
const LOOK_EVERY_MS = 50

interface ClusterOptions {
  /** The data folder; created at the first start. Beside it are the password (mode 0600) and PostgreSQL's own log. */
  directory: string
  /** Additional settings of postgresql.conf; tests switch fsync off. */
  settings?: Record<string, string>
  /** Aborts the start and ends the processes that it started. */
  signal?: AbortSignal
  /** However this process ends, short of kill -9, it also signals a PostgreSQL that ran before it to stop; it always signals one that it started. */
  endsWithProcess?: boolean
}

export type EmbeddedCluster = Awaited<ReturnType<typeof startEmbeddedCluster>>

/**
 * Starts the PostgreSQL that npm installed, or joins the one that a killed server left running on this folder.
 * @throws StartError in one line when the folder cannot be used.
 */
export async function startEmbeddedCluster({
  directory,
  settings = {},
  signal,
  endsWithProcess = false,
}: ClusterOptions) {
  const { password, pgCtl, own } = await prepareCluster(directory, signal)
  const log = `${directory}.log`
  const urlAt = (port: number, database: string) => `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`
  let starting: Promise<number> | null = null
  let isStopping = false
  const atExit = () => endAtExit(directory)
  const watchExit = () => process.off('exit', atExit).on('exit', atExit)

  const running = await runningPostmaster(directory, (candidate) => answers(urlAt(candidate, 'postgres')), signal)
  const port = running ?? (await start(await freePort()))
  await ensureDatabase(urlAt(port, 'postgres'))
  await ensureApplicationRole(urlAt(port, 'postgres'))
  if (endsWithProcess) watchExit()

  function start(at: number): Promise<number> {
    starting = startAt(at).finally(() => (starting = null))
    return starting
  }

  async function startAt(at: number): Promise<number> {
    signal?.throwIfAborted()
    const options = Object.entries({ ...defaults(), ...settings, port: String(at) }).map(
      ([name, value]) => `-c ${name}=${value}`,
    )
    await writeFile(log, '', { flag: 'a' })
    await chmod(log, 0o600)
    await own(log)
    const { size: logged } = await stat(log)
    watchExit()
    // Recovery may take long, and pg_ctl waits for it.
    const breakingOff = setInterval(() => {
      if (signal?.aborted) endAtExit(directory)
    }, LOOK_EVERY_MS)
    try {
      await pgCtl(['start', '-w', '-t', '60', '-l', log, '-o', options.join(' ')])
    } catch (error) {
      // pg_ctl only refers to the log.
      const [complaint] = (await findComplaints(log, logged)).lines
      const reason = complaint?.replace(/^.*?(?:FATAL|PANIC): +/, '') ?? oneLine(error)
      throw new StartError(`The embedded PostgreSQL does not start: ${reason} (its log: ${log})`)
    } finally {
      clearInterval(breakingOff)
    }
    return at
  }

  /** A PostgreSQL that ends by itself meanwhile is no error. */
  function requestStop(mode: 'fast' | 'immediate'): Promise<void> {
    return pgCtl(['stop', '-m', mode, '-W']).catch(() => undefined)
  }

  /** Continues a frozen PostgreSQL, so that parts that are stopping can still write. */
  function wake(): void {
    const pid = postmasterPid(directory)
    if (pid !== null) signalWithChildren(pid, 'SIGCONT')
  }

  async function stop(withinMs: number): Promise<string | null> {
    const until = Date.now() + withinMs
    isStopping = true
    await Promise.race([starting?.catch(() => undefined), sleep(withinMs / 4, undefined, { ref: false })])
    const pid = postmasterPid(directory)
    if (pid === null) return null
    wake()
    const others = await othersThatStay(urlAt(port, 'postgres'))
    if (others !== null) return `PostgreSQL (process ${pid}) goes on, because others use it: ${others}.`
    const isOver = () => postmasterPid(directory) !== pid
    await requestStop('fast')
    if (await becomes(isOver, until - Date.now() - IMMEDIATE_MS - FORCE_MS)) return null
    await requestStop('immediate')
    if (!(await becomes(isOver, IMMEDIATE_MS))) signalWithChildren(pid, 'SIGKILL')
    await becomes(isOver, FORCE_MS)
    throw new Error(`the embedded PostgreSQL (process ${pid}) did not stop in time and was ended by force`)
  }

  return {
    /** For the server, which may only read and write rows (`application-role.ts`). */
    url: applicationUrl(urlAt(port, DATABASE)),
    /** For migrations and all other work. */
    ownerUrl: urlAt(port, DATABASE),
    /** PostgreSQL's own log. */
    logFile: log,
    /** Checks every second whether PostgreSQL is running, and restarts it on the same port when it died. @returns a function that ends the watch. */
    watch: (logger: Logger) =>
      every(WATCH_EVERY_MS, 'watch over the embedded PostgreSQL', logger, async () => {
        if (isStopping || (await livingPostmaster(directory))) return
        logger.error('the embedded PostgreSQL died; it is started again')
        await start(port)
        logger.warn('the embedded PostgreSQL is back')
      }),
    /** Calls `receive` once when a process that stops this PostgreSQL asks this one to finish. @returns a function that ends the subscription. */
    async onStopRequest(receive: () => void): Promise<() => Promise<void>> {
      const client = new pg.Client({
        connectionString: applicationUrl(urlAt(port, DATABASE)),
        application_name: connectionName('import'),
        connectionTimeoutMillis: 5_000,
      })
      // A lost connection reports no requests; writing meets the same error.
      client.on('error', () => undefined)
      client.once('notification', receive)
      await client.connect()
      await client.query(`listen ${STOP_CHANNEL}`)
      return () => client.end()
    },
    wake,
    /**
     * Stops PostgreSQL, unless another program is still connected; the product's own import is asked to finish and does not count. A frozen
     * PostgreSQL is continued first. If it does not end in time, it is ended without a last checkpoint, then by SIGKILL; committed data is on
     * disk in any case.
     * @returns why it goes on running, in one line; null: it ended.
     * @throws when it had to be ended by SIGKILL.
     */
    async stop(withinMs = STOP_WITHIN_MS): Promise<string | null> {
      const staying = await stop(withinMs)
      process.off('exit', atExit)
      return staying
    },
  }
}

/** The last action of a process for its PostgreSQL, however it ends, short of kill -9: signals it to stop, and continues it in case it is frozen. */
function endAtExit(directory: string): void {
  const pid = postmasterPid(directory)
  if (pid === null) return
  signalProcess(pid, 'SIGINT')
  signalWithChildren(pid, 'SIGCONT')
}

/** @returns whether the condition was met within the time. */
async function becomes(isTrue: () => boolean, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs
  while (!isTrue()) {
    if (Date.now() >= until) return false
    await sleep(LOOK_EVERY_MS)
  }
  return true
}

/** Measured in `benchmarks/`: an eighth of the memory up to 512 MB; crash recovery of 1 GB WAL stays well under a minute. */
function defaults(): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    shared_buffers: `${Math.max(32, Math.min(512, Math.floor(totalmem() / MIB / 8)))}MB`,
    max_wal_size: '1GB',
    max_connections: '60',
    jit: 'off',
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function ask<R extends pg.QueryResultRow>(url: string, query: string, withinMs = 2_000): Promise<R[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: connectionName('cluster'),
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(query)).rows
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1', 5_000).then(
    () => true,
    () => false,
  )
}

async function ensureDatabase(url: string): Promise<void> {
  const found = await ask(url, `select 1 from pg_database where datname = '${DATABASE}'`, 60_000)
  if (found.length === 0) await ask(url, `create database ${DATABASE}`, 60_000)
}

async function ensureApplicationRole(ownerUrl: string): Promise<void> {
  const isThere = () => answers(applicationUrl(ownerUrl))
  if (await isThere()) return
  await ask(ownerUrl, roleStatement(ownerUrl), 60_000).catch(async (error: unknown) => {
    // Two processes that start at once both create it.
    if (!(await isThere())) throw error
  })
}

/** Names the other programs that use this PostgreSQL, in a few words; null: there are none. Asks imports to finish and waits for them briefly. */
async function othersThatStay(url: string): Promise<string | null> {
  const start = Date.now()
  let isAsked = false
  for (;;) {
    const programs = await otherPrograms(url)
    const others = programs.filter((name) => !isImport(name)).map(nameOfProgram)
    const waited = Date.now() - start
    if (others.length > 0) {
      if (waited >= CONNECTION_ENDS_WITHIN_MS) return [...new Set(others)].slice(0, 5).join(', ')
    } else if (programs.length === 0 || waited >= IMPORT_FINISHES_WITHIN_MS) {
      return null
    } else if (!isAsked) {
      isAsked = true
      await ask(url.replace(/[^/]*$/, DATABASE), `select pg_notify('${STOP_CHANNEL}', '')`).catch(() => [])
    }
    await sleep(LOOK_EVERY_MS)
  }
}

/**
 * The connection names of other processes; empty where PostgreSQL no longer answers. A connection that has not authenticated has no name yet: it may
 * be one of this process, and nobody works with it.
 */
async function otherPrograms(url: string): Promise<string[]> {
  const query = `
    select application_name as name
    from pg_stat_activity
    where backend_type = 'client backend' and state is distinct from 'starting'`
  const rows = await ask<{ name: string }>(url, query).catch(() => [])
  // Two processes that end at the same time see each other's question, and would both leave PostgreSQL to the other.
  const isQuestion = (name: string) => /^dalyan \d+ cluster$/.test(name)
  return rows.map(({ name }) => name).filter((name) => !name.startsWith(connectionName('')) && !isQuestion(name))
}
