import type pg from 'pg'
import type { Logger } from '../log.ts'
import {
  BrokenConnection,
  connectionOn,
  inTransaction,
  openClient,
  openPool,
  openPooled,
  queriesOn,
  retrying,
  settingsBehindPooler,
  settingsOf,
  type Connection,
  type ConnectionSettings,
  type DatabaseAddress,
  type Limit,
  type Queries,
} from './connections.ts'
import { openReads, type Reads } from './read-replica.ts'

export type { Connection, DatabaseAddress, Queries } from './connections.ts'

const JOB_CONNECTIONS = 6

export interface Database extends Queries {
  /** Of PostgreSQL itself, without a pooler. */
  address: DatabaseAddress
  /** Reads whole lists, charts and files, which a read replica may answer. They see everything that was committed when they began. */
  reads: Reads
  /** The same database for long work: a separate pool with the time limits of a job. */
  patient: Database
  /**
   * A separate connection outside the pool that reconnects lazily; for the writers of the ingest. Statements that do not wait for each other may be
   * sent together: they are answered in order, and after one that fails the others of the transaction fail.
   * `opening` begins its transactions in one message (`begin; select pg_advisory_xact_lock_shared(…)`).
   */
  dedicated(name: string, opening?: string): DedicatedConnection
  /** Opens a connection for what ends with its connection: session locks and LISTEN. A lost one is not replaced. */
  session(name: string): Promise<SessionConnection>
  close(): Promise<void>
}

/** Runs its transactions one after the other on one PostgreSQL connection. */
export interface DedicatedConnection {
  transact<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** One connection of its own, outside the pool and outside transactions. */
export interface SessionConnection extends Pick<Connection, 'query'> {
  /** Calls the handler for each NOTIFY on a channel that the connection listens to. */
  onNotification(handler: (channel: string, payload: string) => void): void
  /** Resolves when the connection is over, for whatever reason. */
  ended: Promise<void>
  close(): Promise<void>
}

interface DatabaseOptions extends DatabaseAddress {
  log: Logger
  /** Where a pooler stands at `url`, PostgreSQL's own address: for threads, jobs, the ingest, and everything that keeps its session. */
  sessionUrl?: string | undefined
  /** A streaming replica, for `reads`. */
  readUrl?: string | undefined
  /** The purpose of its connections, as PostgreSQL's own lists show it. */
  purpose?: string
  poolSize?: number
  patience?: Limit
}

/** Opens the pools. Losing the database is logged and never ends the process. */
export function openDatabase(options: DatabaseOptions): Database {
  const {
    url,
    sessionUrl,
    readUrl,
    schema,
    isDistributed,
    log,
    purpose = 'server',
    poolSize = 10,
    patience = 'job',
  } = options
  const address = { url: sessionUrl ?? url, schema, isDistributed }
  const quick =
    sessionUrl === undefined
      ? openPool({ ...settingsOf(address, patience, purpose), max: poolSize }, log)
      : openPooled({ ...settingsBehindPooler(url, patience, `${purpose} pooled`), max: poolSize }, log)
  const primary = queriesOn(quick, isDistributed)
  const unhurried = openPool({ ...settingsOf(address, 'job', `${purpose} jobs`), max: JOB_CONNECTIONS }, log)
  const replica = readUrl === undefined ? null : { url: readUrl, schema, isDistributed, patience, poolSize }
  const { reads, close: closeReads } = openReads({ primary, address, replica, log })
  const around = {
    address,
    reads,
    dedicated: (name: string, opening?: string) =>
      openDedicated(settingsOf(address, 'job', name), { isDistributed, log, opening }),
    session: (name: string) => openSession(settingsOf(address, 'request', name)),
    async close() {
      await Promise.all([quick.end(), unhurried.end(), closeReads()])
    },
  }
  const patient: Database = {
    ...queriesOn(unhurried, isDistributed),
    ...around,
    get patient() {
      return patient
    },
  }
  return { ...primary, ...around, patient }
}

function openDedicated(
  settings: ConnectionSettings,
  { isDistributed, log, opening }: Pick<DatabaseOptions, 'isDistributed' | 'log'> & { opening: string | undefined },
): DedicatedConnection {
  let current: Promise<{ client: pg.Client; connection: Connection }> | null = null
  let queue: Promise<unknown> = Promise.resolve()

  async function connect() {
    const client = openClient({ ...settings, pipeline: true })
    client.on('error', (error) => {
      log.warn({ err: error, connection: settings.application_name }, 'a database connection was lost')
      current = null
    })
    await client.connect()
    return { client, connection: connectionOn(client, isDistributed, true) }
  }

  async function once<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    current ??= connect()
    const { client, connection } = await current.catch((error: unknown) => {
      current = null
      throw error
    })
    try {
      return await inTransaction(client, () => work(connection), opening, true)
    } catch (error) {
      if (!(error instanceof BrokenConnection)) throw error
      current = null
      client.end().catch(() => undefined)
      throw error.cause
    }
  }

  return {
    transact(work) {
      const result = queue.then(() => retrying(() => once(work)))
      queue = result.catch(() => undefined)
      return result
    },
    async close() {
      await queue
      const opened = await current?.catch(() => null)
      current = null
      await opened?.client.end()
    },
  }
}

/** PostgreSQL ends the session of a machine that vanished after nine seconds, which releases its locks. */
const VANISHED = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2'

async function openSession(settings: ConnectionSettings): Promise<SessionConnection> {
  const client = openClient(settings)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  // `ended` follows each error.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(VANISHED)
  return {
    query: (query, values) => client.query(query, values),
    onNotification: (handler) => client.on('notification', ({ channel, payload = '' }) => handler(channel, payload)),
    ended,
    close: () => client.end(),
  }
}
