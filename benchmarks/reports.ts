import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../apps/server/src/core/database/database.ts'
import { createLogger } from '../apps/server/src/core/log.ts'
import { startBenchServer } from './bench-server.ts'

/** Calls that are not timed: by then most of the code of a call is compiled. */
export const WARM_UP = 10
const DAY_MS = 86_400_000

/** The administrator of a product that is measured over HTTP. */
export const LOGIN = { email: 'bench@dalyan.test', password: 'liste hızı ölçümü 1' }

export interface TimedCall {
  name: string
  path: string
  /** Maximum p95 in milliseconds. */
  goal?: number
  /** Pause before each call, so that it does not get the answer of the one before. */
  restMs?: number
}

interface BenchSession {
  base: string
  token: string
}

interface ReportFigures {
  /** The name of the report; in lower case the name of its file in `results`. */
  title: string
  /** The amount of data in the database. */
  amounts: string
  seed: (database: Database) => Promise<void>
  calls: readonly TimedCall[]
  /** How often each call is made. */
  count: number
  /** A folder with a filled database, in which nothing is seeded; empty: a new one. */
  folder?: string
  save: boolean
}

/** Fills the database of a fresh product, times the calls of its admin, and prints a report. */
export async function reportCalls({
  title,
  amounts,
  seed,
  calls,
  count,
  folder = '',
  save,
}: ReportFigures): Promise<void> {
  const admin = { ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password }
  const server = await startBenchServer(admin, folder === '' ? undefined : folder)
  try {
    if (folder === '') await seedDatabase(server.databaseUrl, seed)
    const table = await timeCalls(calls, await signIn(server.httpPort), count)
    const head = `${amounts}, ${cpus().length} cores, calls one after the other over HTTP, ${count} each after ${WARM_UP} to warm up.`
    const report = `# ${title}\n\n${head}\n\n${table.join('\n')}\n`
    process.stdout.write(`\n${report}`)
    if (save) await saveReport(title.toLowerCase(), report)
  } finally {
    await server.stop()
  }
}

/** Writes a report into `results`. */
export async function saveReport(name: string, report: string): Promise<void> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.md`), report)
}

/** Fills a database before it is measured. @returns the result of the seed. */
export async function seedDatabase<T>(url: string, seed: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, log: createLogger('error'), poolSize: 2 })
  try {
    return await seed(database)
  } finally {
    await database.close()
  }
}

/** Runs statements one after the other. */
export async function runAll(database: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.query(statement)
}

/** A query that returns `count` rows; `i` counts them from 1. */
export function rowsOf(text: string, count: number): string {
  return `select ${text} from generate_series(1, ${count}) i`
}

/** The parameters of a window that lies this many days before an instant (epoch milliseconds). */
export function windowBefore(now: number, fromDays: number, toDays = 0): string {
  return `from=${instant(now - fromDays * DAY_MS)}&to=${instant(now - toDays * DAY_MS)}`
}

export function instant(ms: number): string {
  return new Date(ms).toISOString()
}

/** The value at this share of sorted times, 0.95 for the 95th percentile. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Signs the administrator in. */
export async function signIn(httpPort: number): Promise<BenchSession> {
  const base = `http://127.0.0.1:${httpPort}`
  const reply = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(LOGIN),
  })
  if (reply.status !== 200) throw new Error(`could not sign in: ${reply.status} ${await reply.text()}`)
  return { base, token: ((await reply.json()) as { token: string }).token }
}

/** Calls a path once. @throws Error when it is refused. */
export async function callOnce(path: string, { base, token }: BenchSession): Promise<Response> {
  const reply = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

/**
 * Times each call `count` times, one after the other, after {@link WARM_UP} others. @returns the lines of a table in Markdown.
 * @param processorSeconds of the server and its database so far; on a busy machine it, and the quickest call, say more than the clock
 */
export async function timeCalls(
  calls: readonly TimedCall[],
  session: BenchSession,
  count: number,
  processorSeconds: (() => Promise<number>) | null = null,
): Promise<string[]> {
  const more = processorSeconds ? [' least ms | processor ms |', ' ---: | ---: |'] : ['', '']
  const table = [`| call | p50 ms | p95 ms | goal ms | kB |${more[0]}`, `| --- | ---: | ---: | ---: | ---: |${more[1]}`]
  for (const { name, path, goal, restMs } of calls) {
    const times: number[] = []
    let bytes = 0
    let spent = 0
    for (let i = -WARM_UP; i < count; i += 1) {
      if (restMs !== undefined) await sleep(restMs)
      if (i === 0) spent = (await processorSeconds?.()) ?? 0
      const start = performance.now()
      bytes = (await (await callOnce(path, session)).arrayBuffer()).byteLength
      if (i >= 0) times.push(performance.now() - start)
    }
    const p95 = percentile(times, 0.95)
    const met = goal === undefined ? '' : `${goal}${p95 <= goal ? '' : ' (missed)'}`
    const figures = [percentile(times, 0.5).toFixed(1), p95.toFixed(1), met, (bytes / 1000).toFixed(0)]
    if (processorSeconds) {
      const processor = (1000 * ((await processorSeconds()) - spent)) / count
      figures.push(Math.min(...times).toFixed(1), processor.toFixed(1))
    }
    table.push(`| ${name} | ${figures.join(' | ')} |`)
  }
  return table
}
