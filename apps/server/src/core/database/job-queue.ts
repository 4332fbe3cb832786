import { PgBoss } from 'pg-boss'
import type { Logger } from '../log.ts'
import type { Connection, Database } from './database.ts'

/** One kind of work: how often it is tried, and how many at once. Times in seconds. */
export interface JobKind {
  name: string
  retryLimit: number
  /** After the first failure; doubled each time, up to `retryDelayMax`. */
  retryDelay: number
  retryDelayMax: number
  /** How many jobs are handed over together. */
  batchSize: number
}

export interface NewJob<T extends object> {
  /** Of two with the same key one waits at most. */
  key: string
  data: T
  /** Not before so long. */
  afterSeconds?: number
}

/** What became of one job; an error lets it be tried again. */
export type JobOutcome = { error: unknown } | 'done'

export interface JobQueue {
  /** Whether jobs are taken: only after `start`. */
  isOpen(): boolean
  /** Puts jobs in the caller's own transaction: they are there when, and only when, it commits. */
  put<T extends object>(on: Pick<Connection, 'query'>, kind: JobKind, jobs: readonly NewJob<T>[]): Promise<void>
  /** Who does the work of a kind; outcomes in the order of the jobs. To be said before `start`. */
  handle<T extends object>(kind: JobKind, work: (jobs: readonly T[]) => Promise<JobOutcome[]>): void
  /** Makes or upgrades its tables, in a schema of their own, where that may be done by who works with them; and begins to work. */
  start(): Promise<void>
  /** Resolves when the work under way is over. */
  stop(): Promise<void>
}

const POLL_SECONDS = 1
const DAY_SECONDS = 86_400
const STOP_WITHIN_MS = 5_000

interface Needs {
  database: Database
  log: Logger
}

/** Jobs that outlive the process, in the same PostgreSQL as what they are about. */
export function createJobQueue({ database, log }: Needs): JobQueue {
  const handlers: { kind: JobKind; work: (boss: PgBoss) => Promise<unknown> }[] = []
  let boss: PgBoss | null = null

  return {
    isOpen: () => boss !== null,

    async put(on, kind, jobs) {
      if (!boss || jobs.length === 0) return
      const rows = jobs.map(({ key, data, afterSeconds = 0 }) => ({
        data,
        singletonKey: key,
        startAfter: afterSeconds,
      }))
      await boss.insert(kind.name, rows, { db: { executeSql: (text, values) => on.query(text, values) } })
    },

    handle<T extends object>(kind: JobKind, work: (jobs: readonly T[]) => Promise<JobOutcome[]>) {
      const options = { batchSize: kind.batchSize, pollingIntervalSeconds: POLL_SECONDS, perJobResults: true as const }
      handlers.push({
        kind,
        work: (running) =>
          running.work<T, unknown, typeof options>(kind.name, options, async (jobs) => {
            const outcomes = await work(jobs.map(({ data }) => data))
            return jobs.map(({ id }, i) => resultOf(id, outcomes[i] ?? 'done'))
          }),
      })
    },

    async start() {
      const { schema, mayMake } = await placeOf(database)
      const starting = openBoss({ database, log }, { schema, migrate: mayMake })
      await starting.start()
      for (const { kind } of handlers) {
        await ensureQueue(starting, kind)
        await takeBack(database, schema, kind)
      }
      for (const { work } of handlers) await work(starting)
      boss = starting
    },

    async stop() {
      const stopping = boss
      boss = null
      await stopping?.stop({ graceful: true, timeout: STOP_WITHIN_MS, close: false })
    },
  }
}

function resultOf(id: string, outcome: JobOutcome) {
  if (outcome === 'done') return { id, status: 'completed' as const }
  const { error } = outcome
  return { id, status: 'failed' as const, output: { message: error instanceof Error ? error.message : String(error) } }
}

/** Makes or upgrades the tables of the queue, for those who may only work with them. @returns their schema */
export async function prepareJobs(database: Database, log: Logger): Promise<string> {
  const { schema } = await placeOf(database)
  const boss = openBoss({ database, log }, { schema, migrate: true, supervise: false })
  await boss.start()
  await boss.stop({ graceful: false, close: false })
  return schema
}

function openBoss(
  { database, log }: Needs,
  options: { schema: string; migrate: boolean; supervise?: boolean },
): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.query(text, values) },
    schedule: false,
    ...options,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue stumbled'))
  return boss
}

/** Beside the product's own tables; in tests each file has its own. */
async function placeOf(database: Database): Promise<{ schema: string; mayMake: boolean }> {
  const { rows } = await database.query<{ name: string; mayMake: boolean }>(
    `select current_schema() as name, has_database_privilege(current_database(), 'create') as "mayMake"`,
  )
  const { name = 'public', mayMake = false } = rows[0] ?? {}
  return { schema: name === 'public' ? 'jobs' : `${name}_jobs`, mayMake }
}

/** What a killed process had begun is tried again at once, not when its time runs out. Of a process that lives it may be done twice. */
async function takeBack({ query }: Pick<Connection, 'query'>, schema: string, { name }: JobKind): Promise<void> {
  await query(
    `update ${schema}.job set state = 'retry', start_after = now(), heartbeat_on = null where name = $1 and state = 'active'`,
    [name],
  )
}

async function ensureQueue(boss: PgBoss, { name, retryLimit, retryDelay, retryDelayMax }: JobKind): Promise<void> {
  const options = {
    retryLimit,
    retryDelay,
    retryDelayMax,
    retryBackoff: true,
    expireInSeconds: 120,
    retentionSeconds: 7 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
  }
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, { ...options, policy: 'exclusive' })
}
