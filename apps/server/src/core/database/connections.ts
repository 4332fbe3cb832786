import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log.ts'
import { connectionName } from './connection-names.ts'
import type { Schema } from './schema.ts'
import { wireTypes } from './wire-types.ts'

/** Sends SQL to the pool, or to one connection inside its transaction. */
export interface Connection {
  /** Readings are spread over the nodes of a Citus cluster (distribute.ts), which refuses some statements. */
  isDistributed?: boolean | undefined
  /** Statements that do not wait for each other are sent together, and answered in order. */
  isPipelined?: boolean | undefined
  db: Kysely<Schema>
  /** The driver itself, for statements that are too frequent or too unusual for the builder: named statements, binary arrays, COPY. */
  query: <R extends pg.QueryResultRow>(query: pg.QueryConfig | string, values?: unknown[]) => Promise<pg.QueryResult<R>>
}

/** Statements outside transactions, and transactions. */
export interface Queries extends Connection {
  /** Runs `work` in one transaction that begins with `opening`, and runs it again when PostgreSQL chose it as the victim of a deadlock. */
  transact<T>(work: (connection: Connection) => Promise<T>, opening?: string): Promise<T>
}

/** The address of a database; plain data, so that it can be passed to threads. */
export interface DatabaseAddress {
  url: string
  /** Schema that comes first in the search path; tests give each file its own. */
  schema?: string | undefined
  isDistributed?: boolean | undefined
}

/**
 * Time limits of a statement, and of the pause between two statements of a transaction: for requests with a waiting caller, and for exports and
 * jobs. PostgreSQL enforces them; where it does not answer at all, the connection is given up a moment later.
 */
const PATIENCE = {
  request: { statementMs: 5_000, idleInTransactionMs: 30_000 },
  job: { statementMs: 120_000, idleInTransactionMs: 180_000 },
  /** No limits: a migration's time depends on the number of rows. */
  endless: { statementMs: 0, idleInTransactionMs: 0 },
} as const
export type Limit = keyof typeof PATIENCE
const ANSWER_MS = 500
/**
 * How long an unused connection is kept. The driver's ten seconds are less than people need to read a page: with their next click the server would
 * connect again and PostgreSQL would plan every statement again, which doubles the time of a page of tanks.
 */
const KEPT_MS = 10 * 60_000
/** So long without traffic, and the connection is probed: on the way to a PostgreSQL elsewhere, unused connections are forgotten after minutes. */
const PROBED_AFTER_MS = 60_000
const RETRY = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/** Settings of connections. A statement that is not answered after `answerMs` fails, and its connection ends. */
export interface ConnectionSettings extends pg.PoolConfig {
  answerMs?: number
}

/** A pool whose lost connections are logged. */
export function openPool({ answerMs, ...settings }: ConnectionSettings, log: Logger): pg.Pool {
  const pool = new pg.Pool({ idleTimeoutMillis: KEPT_MS, ...settings })
  // For every client: the pool handles errors of idle clients only, and a connection lost during work would end the process.
  pool.on('connect', (client) => {
    replaceQuery(client, answerMs)
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
  pool.on('error', () => undefined)
  return pool
}

/** A client of its own, which the caller connects and ends. */
export function openClient({ answerMs, ...settings }: ConnectionSettings): pg.Client {
  return replaceQuery(new pg.Client(settings), answerMs)
}

/**
 * Replaces the client's `query`, so that promises and the time limit are not the driver's: for both, the driver assigns a function literal to a
 * property of the query. V8 allocates such a function as an old object, which keeps the query, its values and its rows in memory until the next
 * full collection.
 */
function replaceQuery<C extends pg.Client>(client: C, answerMs: number | undefined): C {
  type Done = (error: Error | null, result: pg.QueryResult) => void
  function send(statement: unknown, values: unknown, done: Done): void {
    const giveUp = () => client.connection.stream.destroy(new Error('Query read timeout'))
    const timer = answerMs === undefined ? undefined : setTimeout(giveUp, answerMs)
    const settle: Done = (error, result) => {
      clearTimeout(timer)
      done(error, result)
    }
    Reflect.apply(pg.Client.prototype.query, client, [statement, values, settle])
  }
  const query = (statement: unknown, values?: unknown, done?: Done) =>
    done
      ? send(statement, values, done)
      : new Promise<pg.QueryResult>((resolve, reject) => {
          send(statement, values, (error, result) => (error ? reject(error) : resolve(result)))
        }).catch(throwFromCaller)
  return Object.assign(client, { query })
}

/** Throws with the stack of the code that waits for the statement in place of that of the socket. */
function throwFromCaller(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}

/**
 * The same behind a pooler, which gives each transaction of a client another session: statements cannot be named, because the session of the
 * next transaction does not know the name, or has it of another process.
 */
export function openPooled(settings: ConnectionSettings, log: Logger): pg.Pool {
  const pool = openPool(settings, log)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (given: unknown, ...rest: unknown[]) => unknown
    client.query = ((given: unknown, ...rest: unknown[]) =>
      query(typeof given === 'object' ? { ...given, name: undefined } : given, ...rest)) as typeof client.query
  })
  return pool
}

/** Statements and transactions, each on any connection of a pool. */
export function queriesOn(pool: pg.Pool, isDistributed: boolean | undefined): Queries {
  return {
    isDistributed,
    db: kyselyOn({ connect: () => pool.connect(), end: () => pool.end() }),
    query: (query, values) => pool.query(query, values),
    transact: (work, opening) =>
      retrying(() => transactOnPool(pool, (client) => work(connectionOn(client, isDistributed)), opening)),
  }
}

/** The settings of a PostgreSQL session with these time limits. */
export function sessionSettings(patience: Limit): Readonly<Record<string, string>> {
  const { statementMs, idleInTransactionMs } = PATIENCE[patience]
  return {
    timezone: 'UTC',
    statement_timeout: String(statementMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    // Starting its workers takes longer than most requests, and would slow down the others. The planner's costs do not know that.
    ...(patience === 'request' && { max_parallel_workers_per_gather: '0' }),
  }
}

export function settingsOf({ url, schema }: DatabaseAddress, patience: Limit, purpose: string): ConnectionSettings {
  const settings = { ...sessionSettings(patience), ...(schema && { search_path: `${schema},public` }) }
  return {
    ...settingsBehindPooler(url, patience, purpose),
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
}

/** Poolers refuse settings of a session, or share the session: what the server needs is set for its role (pooler.ts). */
export function settingsBehindPooler(url: string, patience: Limit, purpose: string): ConnectionSettings {
  const { statementMs } = PATIENCE[patience]
  return {
    connectionString: url,
    application_name: connectionName(purpose),
    types: wireTypes,
    ...(statementMs > 0 && { answerMs: statementMs + ANSWER_MS }),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBED_AFTER_MS,
  }
}

async function transactOnPool<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
  opening?: string,
): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await inTransaction(client, () => work(client), opening)
    client.release()
    return result
  } catch (error) {
    // After a failed rollback the connection's state is unknown, so it must not return to the pool.
    client.release(error instanceof BrokenConnection)
    throw error instanceof BrokenConnection ? error.cause : error
  }
}

/** The connection's state is unknown, because of the error that is the cause. */
export class BrokenConnection extends Error {}

/**
 * @param isPipelined the first statements of the work go with the opening
 * @throws BrokenConnection when the connection must not be used again
 */
export async function inTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  opening = 'begin',
  isPipelined = false,
): Promise<T> {
  try {
    const opened = client.query(opening)
    if (!isPipelined) await opened
    const [result] = await Promise.all([work(), opened])
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

/** Runs a transaction again when PostgreSQL chose it as the victim of a deadlock, or could not serialise it. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= ATTEMPTS || !(error instanceof pg.DatabaseError) || !RETRY.has(error.code ?? '')) throw error
    }
  }
}

/** Kysely over one client that the caller opens and ends. */
export function connectionOn(
  client: pg.ClientBase,
  isDistributed: boolean | undefined,
  isPipelined = false,
): Connection {
  const borrowed = { query: client.query.bind(client), release: () => undefined }
  return {
    isDistributed,
    isPipelined,
    db: kyselyOn({ connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() }),
    query: (query, values) => client.query(query, values),
  }
}

/** Kysely on the two functions of a pool that it calls. */
export function kyselyOn(pool: { connect(): Promise<unknown>; end(): Promise<void> }): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: { ...pool, options: {} } as never }) })
}
