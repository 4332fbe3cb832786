import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { every } from '../every.ts'
import type { Logger } from '../log.ts'
import { StartError } from '../start-error.ts'
import { clusterAccount, type ClusterAccount } from './cluster-account.ts'
import { findClusterPrograms } from './cluster-programs.ts'
import { livingPostmaster, runningPostmaster } from './running-postmaster.ts'

const USER = 'dalyan'
const DATABASE = 'dalyan'
const MIB = 1024 * 1024
const WATCH_EVERY_MS = 1_000

interface Options {
  /** The data folder; made at the first start. Beside it lie the password (mode 0600) and PostgreSQL's own log. */
  directory: string
  /** More of postgresql.conf; tests switch fsync off. */
  settings?: Record<string, string>
}

export interface EmbeddedCluster {
  url: string
  /** PostgreSQL's own. */
  logFile: string
  /** Looks every second whether it lives, and starts it again on the same port when it died. @returns the end of the watch. */
  watch(log: Logger): { stop(): Promise<void> }
  /** Stops it, unless another process is still connected. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that npm brought, or joins the one that runs on this folder already (a server that was killed leaves it).
 * @throws StartError in one line when the folder cannot be used.
 */
export async function startEmbeddedCluster({ directory, settings = {} }: Options): Promise<EmbeddedCluster> {
  const parent = dirname(directory)
  const programs = await findClusterPrograms()
  await writableFolder(parent)
  const account = await clusterAccount(programs.initdb, parent)
  const password = await passwordOf(`${directory}.password`, account)
  await ensureInitialised(directory, programs, account)

  const log = `${directory}.log`
  const urlAt = (port: number, database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
  const running = await runningPostmaster(directory, (candidate) => answers(urlAt(candidate, 'postgres')))
  const port = running ?? (await start(await freePort()))
  await ensureDatabase(urlAt(port, 'postgres'))

  async function start(at: number): Promise<number> {
    const options = Object.entries({ ...defaults(), ...settings, port: String(at) }).map(
      ([name, value]) => `-c ${name}=${value}`,
    )
    await writeFile(log, '', { flag: 'a' })
    await account.own(log)
    try {
      await account.run(programs.pg_ctl, [
        'start',
        '-w',
        '-t',
        '60',
        '-D',
        directory,
        '-l',
        log,
        '-o',
        options.join(' '),
      ])
    } catch (error) {
      throw new StartError(`The embedded PostgreSQL does not start: ${oneLine(error)} (its log: ${log})`)
    }
    return at
  }

  return {
    url: urlAt(port, DATABASE),
    logFile: log,
    watch: (logger) =>
      every(WATCH_EVERY_MS, 'watch over the embedded PostgreSQL', logger, async () => {
        if (await livingPostmaster(directory)) return
        logger.error('the embedded PostgreSQL died; it is started again')
        await start(port)
        logger.warn('the embedded PostgreSQL is back')
      }),
    async stop() {
      if (!(await livingPostmaster(directory))) return
      if (await othersStay(urlAt(port, 'postgres'))) return
      await account
        .run(programs.pg_ctl, ['stop', '-m', 'fast', '-w', '-t', '12', '-D', directory])
        .catch(async (error: unknown) => {
          // What dies by itself meanwhile leaves pg_ctl waiting for a last word.
          if (await livingPostmaster(directory))
            throw new Error(`The embedded PostgreSQL did not stop: ${oneLine(error)}`)
        })
    },
  }
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
    shared_preload_libraries: 'pg_stat_statements',
  }
}

async function writableFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    const probe = join(folder, `.probe-${randomBytes(4).toString('hex')}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(`DATA_DIR ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function passwordOf(file: string, account: ClusterAccount): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  await account.own(file)
  return password
}

async function ensureInitialised(
  directory: string,
  { initdb, major }: { initdb: string; major: string },
  account: ClusterAccount,
): Promise<void> {
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartError(`The database folder ${directory} cannot be read (${error.code}).`)
  })
  if (version?.trim() === major) return
  if (version !== null) {
    throw new StartError(
      `The database in ${directory} is of PostgreSQL ${version.trim()}; this Dalyan brings ${major}.`,
    )
  }
  // Under its name only when whole: an initdb that was cut off leaves PG_VERSION, too.
  const fresh = `${directory}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await account.own(fresh)
  const options = [
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await account.run(initdb, [
      '-D',
      fresh,
      '-U',
      USER,
      `--pwfile=${directory}.password`,
      '--data-checksums',
      ...options,
    ])
  } catch (error) {
    throw new StartError(`The embedded PostgreSQL cannot be set up in ${directory}: ${oneLine(error)}`)
  }
  await rename(fresh, directory)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function ask<R extends pg.QueryResultRow>(url: string, query: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(query)).rows
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  )
}

async function ensureDatabase(url: string): Promise<void> {
  const found = await ask(url, `select 1 from pg_database where datname = '${DATABASE}'`)
  if (found.length === 0) await ask(url, `create database ${DATABASE}`)
}

/** Whether another process uses this PostgreSQL. Our own connections, closed a moment ago, take a moment to leave. */
async function othersStay(url: string): Promise<boolean> {
  for (let look = 0; look < 10; look += 1) {
    if (!(await othersAreConnected(url))) return false
    await sleep(200)
  }
  return true
}

async function othersAreConnected(url: string): Promise<boolean> {
  const query = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`
  return (await ask(url, query).catch(() => [])).length > 0
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 400)
}
