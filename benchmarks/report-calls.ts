import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../apps/server/src/core/database/database.ts'
import { createLogger } from '../apps/server/src/core/log.ts'
import { startBenchServer } from './bench-server.ts'
import { signIn, timeCalls, type TimedCall } from './timed-calls.ts'

interface Measurement {
  /** The name of the report; in lower case the name of its file in `results`. */
  title: string
  /** The amount of data in the database. */
  amounts: string
  seed: (database: Database) => Promise<void>
  calls: readonly TimedCall[]
  /** How often each call is made. */
  count: number
  save: boolean
}

const LOGIN = { email: 'bench@dalyan.test', password: 'liste hızı ölçümü 1' }

/** Fills the database of a fresh product, times the calls of its admin, and prints a report. */
export async function reportCalls({ title, amounts, seed, calls, count, save }: Measurement): Promise<void> {
  const server = await startBenchServer({ ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password })
  try {
    const database = openDatabase({ url: server.databaseUrl, log: createLogger('error'), poolSize: 2 })
    await seed(database)
    await database.close()
    const base = `http://127.0.0.1:${server.httpPort}`
    const table = await timeCalls(calls, { base, token: await signIn(base, LOGIN), count })
    const head = `${amounts}, ${cpus().length} cores, calls one after the other over HTTP, ${count} each after three to warm up.`
    const report = `# ${title}\n\n${head}\n\n${table.join('\n')}\n`
    process.stdout.write(`\n${report}`)
    if (!save) return
    await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
    await writeFile(join(import.meta.dirname, `results/${title.toLowerCase()}.md`), report)
  } finally {
    await server.stop()
  }
}
