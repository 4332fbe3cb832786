import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { connectionName } from './connection-names.ts'
import type { Schema } from './schema.ts'
import { wireTypes } from './wire-types.ts'

/** Sends SQL to the pool, or to one connection inside its transaction. */
export interface Connection {
  db: Kysely<Schema>
  /** The driver itself, for statements that are too frequent or too unusual for the builder: named statements, binary arrays, COPY. */
  query: <R extends pg.QueryResultRow>(query: pg.QueryConfig | string, values?: unknown[]) => Promise<pg.QueryResult<R>>
}

/** A read-only transaction for data that is read in chunks. The caller that opened it must end it. */
export interface OpenTransaction extends Connection {
  end(): Promise<void>
}

/** The address of a database; plain data, so that it can be passed to threads. */
export interface DatabaseAddress {
  url: string
  /** Schema that comes first in the search path; tests give each file its own. */
  schema?: string | undefined
}

/**
 * Time limits of a statement, and of the pause between two statements of a transaction: for requests with a waiting caller, and for exports and
 * jobs. PostgreSQL enforces them; where it does not answer at all, the connection is given up a moment later.
 */
const PATIENCE = {
  request: { statementMs: 5_000, idleInTransactionMs: 30_000 },
  job: { statementMs: 120_000, idleInTransactionMs: 180_000 },
} as const
/** No limits: a migration's time depends on the number of rows. */
type Limit = keyof typeof PATIENCE | 'endless'
const ANSWER_MS = 500
const JOB_CONNECTIONS = 6

export interface Database extends Connection {
  address: DatabaseAddress
  /** The same database for long work: a separate pool with the time limits of a job. */
  patient: Database
  /** Runs `work` in one transaction that begins with `opening`, and runs it again when PostgreSQL chose it as the victim of a deadlock. */
  transact<T>(work: (connection: Connection) => Promise<T>, opening?: string): Promise<T>
  /**
   * A separate connection outside the pool that reconnects lazily; for the writers of the ingest.
   * `opening` begins its transactions in one message (`begin; select pg_advisory_xact_lock_shared(…)`).
   */
  dedicated(name: string, opening?: string): DedicatedConnection
  close(): Promise<void>
}

/** Runs its transactions one after the other on one PostgreSQL connection. */
export interface DedicatedConnection {
  transact<T>(work: (connection: Connection & { client: pg.Client }) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Options extends DatabaseAddress {
  log: Logger
  /** The purpose of its connections, as PostgreSQL's own lists show it. */
  purpose?: string
  poolSize?: number
  patience?: Limit
}

const RETRY = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/** Opens the pools. Losing the database is logged and never ends the process. */
export function openDatabase({
  url,
  schema,
  log,
  purpose = 'server',
  poolSize = 10,
  patience = 'job',
}: Options): Database {
  const address = { url, schema }
  const quick = openPool({ ...settingsOf(address, patience, purpose), max: poolSize }, log)
  const unhurried = openPool({ ...settingsOf(address, 'job', `${purpose} jobs`), max: JOB_CONNECTIONS }, log)
  const around = {
    address,
    dedicated: (name: string, opening?: string) => openDedicated(settingsOf(address, 'job', name), log, opening),
    async close() {
      await Promise.all([quick.end(), unhurried.end()])
    },
  }
  const patient: Database = {
    ...queriesOn(unhurried),
    ...around,
    get patient() {
      return patient
    },
  }
  return { ...queriesOn(quick), ...around, patient }
}

function openPool(settings: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(settings)
  // For every client: the pool handles errors of idle clients only, and a connection lost during work would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
  pool.on('error', () => undefined)
  return pool
}

function queriesOn(pool: pg.Pool): Pick<Database, 'db' | 'query' | 'transact'> {
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: { ...lending(pool), options: {} } as never }) }),
    query: (query, values) => pool.query(query, values),
    transact: (work, opening) => retrying(() => transactOnPool(pool, work, opening)),
  }
}

/** The pool for Kysely, which would release every connection as intact: one with a pending answer would block its next user. */
function lending(pool: pg.Pool) {
  async function connect() {
    const client = await pool.connect()
    let isBroken = false
    return {
      async query(text: string, values: unknown[]) {
        try {
          return await client.query(text, values)
        } catch (error) {
          isBroken ||= isUnanswered(error)
          throw error
        }
      },
      release: () => client.release(isBroken),
    }
  }
  return { connect, end: () => pool.end() }
}

/** The driver's error of a statement that PostgreSQL did not answer in time. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

function settingsOf({ url, schema }: DatabaseAddress, patience: Limit, purpose: string): pg.ClientConfig {
  const options = [`timezone=UTC`]
  if (schema) options.push(`search_path=${schema},public`)
  const limits = patience === 'endless' ? null : PATIENCE[patience]
  if (limits)
    options.push(
      `statement_timeout=${limits.statementMs}`,
      `idle_in_transaction_session_timeout=${limits.idleInTransactionMs}`,
    )
  return {
    connectionString: url,
    application_name: connectionName(purpose),
    types: wireTypes,
    options: options.map((option) => `-c ${option}`).join(' '),
    ...(limits && { query_timeout: limits.statementMs + ANSWER_MS }),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
}

/** A separate connection in a transaction that begins with `opening`; for threads, which cannot reach the pool. */
export async function openAlone(address: DatabaseAddress, opening: string): Promise<OpenTransaction> {
  const client = new pg.Client(settingsOf(address, 'job', 'export'))
  // The next statement fails with the same error.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(opening)
  return { ...connectionOn(client), end: () => client.end() }
}

async function transactOnPool<T>(
  pool: pg.Pool,
  work: (connection: Connection) => Promise<T>,
  opening?: string,
): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await inTransaction(client, () => work(connectionOn(client)), opening)
    client.release()
    return result
  } catch (error) {
    // After a failed rollback the connection's state is unknown, so it must not return to the pool.
    client.release(error instanceof BrokenConnection)
    throw error instanceof BrokenConnection ? error.cause : error
  }
}

class BrokenConnection extends Error {}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>, opening = 'begin'): Promise<T> {
  try {
    await client.query(opening)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    if (isUnanswered(error)) throw new BrokenConnection('no answer', { cause: error })
    try {
      await client.query('rollback')
    } catch {
      throw new BrokenConnection('rollback failed', { cause: error })
    }
    throw error
  }
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= ATTEMPTS || !(error instanceof pg.DatabaseError) || !RETRY.has(error.code ?? '')) throw error
    }
  }
}

/** Kysely over one client that the caller opens and ends. */
function connectionOn(client: pg.ClientBase): Connection {
  const borrowed = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} }
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) }),
    query: (query, values) => client.query(query, values),
  }
}

function openDedicated(settings: pg.ClientConfig, log: Logger, opening?: string): DedicatedConnection {
  let current: Promise<{ client: pg.Client; connection: Connection }> | null = null
  let queue: Promise<unknown> = Promise.resolve()

  async function connect() {
    const client = new pg.Client(settings)
    client.on('error', (error) => {
      log.warn({ err: error, connection: settings.application_name }, 'a database connection was lost')
      current = null
    })
    await client.connect()
    return { client, connection: connectionOn(client) }
  }

  async function once<T>(work: (connection: Connection & { client: pg.Client }) => Promise<T>): Promise<T> {
    current ??= connect()
    let opened
    try {
      opened = await current
    } catch (error) {
      current = null
      throw error
    }
    const { client, connection } = opened
    try {
      return await inTransaction(client, () => work({ ...connection, client }), opening)
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
