import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '../log.ts'
import {
  BrokenConnection,
  connectionOn,
  inTransaction,
  kyselyOn,
  openClient,
  openPool,
  settingsOf,
  type Connection,
  type DatabaseAddress,
  type Limit,
  type Queries,
} from './connections.ts'
import { codeOf, isDatabaseAway } from './database-away.ts'

/** How long a read waits for the replica to catch up. */
const WAIT_MS = 250
const LOOK_EVERY_MS = 5
/** A replica that does not answer this short question is away. */
const ANSWER_MS = 1_000
/** How long no read tries a replica that failed: doubled with each failure. */
const ASIDE_MS = { first: 1_000, most: 30_000 }
const LOG_EVERY_MS = 60_000

/** Every transaction that was committed until now lies before this position of the primary's log. */
const POSITION = 'select pg_current_wal_flush_lsn()::text as position'
/** False, too, of a server that is no standby any more: its log has its own positions. */
const HAS_REACHED = 'select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached'

/** Reads whose result needs no transaction on the primary. */
export interface Reads extends Queries {
  /** Where a thread reads, for `openSnapshot`. */
  chooseAddress(): Promise<ReadAddress>
}

/** The database of a thread that only reads: its replica, if that has reached the position or soon will, else the database itself. */
export interface ReadAddress extends DatabaseAddress {
  replica?: DatabaseAddress & { position: string }
}

/** A read-only transaction for data that is read in chunks. The caller that opened it must end it. */
export interface OpenTransaction extends Connection {
  end(): Promise<void>
}

interface Needs {
  primary: Queries
  address: DatabaseAddress
  replica: (DatabaseAddress & { patience: Limit; poolSize: number }) | null
  log: Logger
}

/**
 * Reads on a streaming replica, as new as on the primary: each read asks the primary for its position, and waits until the replica has
 * applied everything before it. So whoever has just written something, or learnt that another user did, finds it, in whatever process. A
 * replica that is away or more than 250 ms behind is set aside, and the primary answers.
 */
export function openReads({ primary, address, replica, log }: Needs): { reads: Reads; close(): Promise<void> } {
  if (!replica) {
    const chooseAddress = () => Promise.resolve(address)
    return { reads: { ...primary, chooseAddress }, close: () => Promise.resolve() }
  }
  const pool = openPool(
    {
      ...settingsOf(replica, replica.patience, 'reads'),
      max: replica.poolSize,
      connectionTimeoutMillis: ANSWER_MS,
    },
    log,
  )
  const aside = createAside(log)
  const position = sharedPosition(primary)

  /** A connection to the replica that has everything that is committed now; null: the primary has to answer. */
  async function takeReplica(): Promise<pg.PoolClient | null> {
    if (aside.isNow()) return null
    const at = await position()
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      if (await reaches(client, at)) {
        aside.end()
        return client
      }
      client.release()
      aside.begin(new Error('the replica is too far behind'))
    } catch (error) {
      client?.release(true)
      aside.begin(error)
    }
    return null
  }

  /** Repeats on the primary what the replica failed to answer. */
  async function read<T>(on: (client: pg.PoolClient) => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    const client = await takeReplica()
    if (!client) return onPrimary()
    try {
      const result = await on(client)
      client.release()
      return result
    } catch (error) {
      const cause = error instanceof BrokenConnection ? error.cause : error
      const isFault = isFaultOfReplica(cause)
      client.release(isFault || error instanceof BrokenConnection)
      if (!isFault) throw cause
      aside.begin(cause)
      return onPrimary()
    }
  }

  const query: Queries['query'] = (text, values) =>
    read(
      (client) => client.query(text, values),
      () => primary.query(text, values),
    )
  const transact: Queries['transact'] = (work, opening) =>
    read(
      (client) => inTransaction(client, () => work(connectionOn(client, address.isDistributed)), opening),
      () => primary.transact(work, opening),
    )
  // Kysely uses this for single statements; transactions begin with `transact`.
  const single = { query, release: () => undefined }
  const db = kyselyOn({ connect: () => Promise.resolve(single), end: () => Promise.resolve() })
  const { url, schema, isDistributed } = replica

  async function chooseAddress(): Promise<ReadAddress> {
    return aside.isNow() ? address : { ...address, replica: { url, schema, isDistributed, position: await position() } }
  }

  return {
    reads: { isDistributed: address.isDistributed, db, query, transact, chooseAddress },
    close: () => pool.end(),
  }
}

/** Asks the primary for its position. Callers before the question is sent share it. */
function sharedPosition(primary: Queries): () => Promise<string> {
  let next: Promise<string> | null = null
  return () => {
    next ??= Promise.resolve().then(async () => {
      next = null
      const { rows } = await primary.query<{ position: string }>(POSITION)
      return rows[0]?.position ?? ''
    })
    return next
  }
}

async function reaches(client: pg.ClientBase, position: string): Promise<boolean> {
  const until = performance.now() + WAIT_MS
  const question = { text: HAS_REACHED, values: [position], query_timeout: ANSWER_MS }
  for (;;) {
    const { rows } = await client.query<{ reached: boolean }>(question)
    if (rows[0]?.reached) return true
    if (performance.now() >= until) return false
    await sleep(LOOK_EVERY_MS)
  }
}

/**
 * A row that the replica had to remove; the user of its address may not read a table (42501), or finds none of that name (42P01); its data or an index
 * are damaged (XX001, XX002).
 */
const FAULT_CODES = new Set(['40001', '42501', '42P01', 'XX001', 'XX002'])
/** PostgreSQL's class of errors of the machine below it: a file is missing or cannot be read. */
const MACHINE_CLASS = '58'

/** A statement that takes too long does so on the primary, too; and `reads` must not write, wherever they run. */
const OWN_FAULTS = new Set(['57014', '25006'])

/** A lost connection, or one of these codes, but no fault of the statement itself. */
function isFaultOfReplica(error: unknown): boolean {
  const code = codeOf(error)
  return FAULT_CODES.has(code) || code.startsWith(MACHINE_CLASS) || (isDatabaseAway(error) && !OWN_FAULTS.has(code))
}

/** Remembers for how long the replica is not tried, and logs that once. */
function createAside(log: Logger) {
  let until = 0
  let nextMs = ASIDE_MS.first
  let loggedAt = -Infinity
  let isLogged = false

  return {
    isNow: () => performance.now() < until,
    begin(reason: unknown): void {
      const now = performance.now()
      // Reads that failed together count once.
      if (now < until) return
      until = now + nextMs
      nextMs = Math.min(2 * nextMs, ASIDE_MS.most)
      if (isLogged || now - loggedAt < LOG_EVERY_MS) return
      isLogged = true
      loggedAt = now
      log.warn({ err: reason }, 'the read replica cannot answer; the primary does')
    },
    end(): void {
      nextMs = ASIDE_MS.first
      if (isLogged) log.info('the read replica answers again')
      isLogged = false
    },
  }
}

/** A separate connection in a transaction that begins with `opening`; for threads, which cannot reach the pools. */
export async function openAlone({ replica, ...address }: ReadAddress, opening: string): Promise<OpenTransaction> {
  const open = async (at: DatabaseAddress, position?: string) => {
    const client = openClient({
      ...settingsOf(at, 'job', 'export'),
      ...(position !== undefined && { connectionTimeoutMillis: ANSWER_MS }),
    })
    // The next statement fails with the same error.
    client.on('error', () => undefined)
    try {
      await client.connect()
      if (position !== undefined && !(await reaches(client, position))) throw new Error('the replica is behind')
      await client.query(opening)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    return { ...connectionOn(client, at.isDistributed), end: () => client.end() }
  }
  if (!replica) return open(address)
  return open(replica, replica.position).catch(() => open(address))
}
