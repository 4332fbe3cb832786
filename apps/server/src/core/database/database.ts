import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log.ts'
import type { Schema } from './schema.ts'
import { wireTypes } from './wire-types.ts'

/** One place to send SQL to: the pool, or one connection inside its transaction. */
export interface Connection {
  db: Kysely<Schema>
  /** The driver itself, for what is too hot or too odd for the builder: named statements, binary arrays, COPY. */
  query: <R extends pg.QueryResultRow>(query: pg.QueryConfig | string, values?: unknown[]) => Promise<pg.QueryResult<R>>
}

/** One transaction, for what is read bit by bit. Whoever opened it ends it; nothing is written by it. */
export interface OpenTransaction extends Connection {
  end(): Promise<void>
}

/** Where a database is; plain data, for threads. */
export interface DatabaseAddress {
  url: string
  /** Schema that comes first in the search path; tests give each file its own. */
  schema?: string | undefined
}

export interface Database extends Connection {
  address: DatabaseAddress
  /** Runs `work` in one transaction, begun by `opening`; from the start again when PostgreSQL chose it as the victim of a deadlock. */
  transact<T>(work: (connection: Connection) => Promise<T>, opening?: string): Promise<T>
  /**
   * A connection of its own, outside the pool, that reconnects lazily; for the writers of the device door.
   * `opening` is what begins its transactions, in one message (`begin; select pg_advisory_xact_lock_shared(…)`).
   */
  dedicated(name: string, opening?: string): DedicatedConnection
  close(): Promise<void>
}

/** Its transactions run one after the other on one PostgreSQL connection. */
export interface DedicatedConnection {
  transact<T>(work: (connection: Connection & { client: pg.Client }) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Options extends DatabaseAddress {
  log: Logger
  poolSize?: number
}

const RETRY = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/** Opens the pool. Losing the database is logged and never ends the process. */
export function openDatabase({ url, schema, log, poolSize = 10 }: Options): Database {
  const address = { url, schema }
  const settings = settingsOf(address)
  const pool = new pg.Pool({ ...settings, max: poolSize })
  // Of every client for its whole life: the pool itself listens to idle ones alone, and one that is lost at work would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
  pool.on('error', () => undefined)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    address,
    db,
    query: (query, values) => pool.query(query, values),
    transact: (work, opening) => retrying(() => transactOnPool(pool, work, opening)),
    dedicated: (name, opening) => openDedicated({ ...settings, application_name: name }, log, opening),
    // Kysely ends the pool as well
    close: () => db.destroy(),
  }
}

function settingsOf({ url, schema }: DatabaseAddress): pg.ClientConfig {
  return {
    connectionString: url,
    types: wireTypes,
    options: `-c timezone=UTC${schema ? ` -c search_path=${schema},public` : ''}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
}

/** A connection that nobody else uses, in a transaction begun by `opening`; for threads, which cannot reach the pool. */
export async function openAlone(address: DatabaseAddress, opening: string): Promise<OpenTransaction> {
  const client = new pg.Client(settingsOf(address))
  // The next statement tells it.
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
    // After a failed rollback the connection's state is unknown: it does not go back into the pool.
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

/** Kysely over one client that somebody else opens and ends. */
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
