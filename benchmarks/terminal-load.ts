import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { LoadReport } from '../tools/terminal-simulator/src/load-report.ts'

const TERMINALS = 10_000
const TANKS = 1_000
const COPIED = 200_000
const SIMULATOR = join(import.meta.dirname, '../tools/terminal-simulator/src/main.ts')

/** Runs the load generator as a process of its own. @param args its options without `--load` and `--json` */
export async function runLoad(args: readonly string[]): Promise<LoadReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [SIMULATOR, '--load', '--json', ...args])
  return JSON.parse(stdout) as LoadReport
}

/** Terminals on tanks with limits, so that every reading is evaluated as in production. @returns the file of their keys. */
export async function addTerminals(databaseUrl: string): Promise<string> {
  const terminals = Array.from({ length: TERMINALS }, (_, n) => ({ code: `BENCH-${n}`, key: `bench-key-${n}` }))
  await withClient(databaseUrl, async (client) => {
    const none = `'{${METRIC_KEYS.map(() => 'null').join(',')}}'`
    await client.query(`insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity)
      values ('Bench', '{${METRIC_KEYS.map(() => -1e9).join(',')}}', '{${METRIC_KEYS.map(() => 1e9).join(',')}}', ${none}, ${none}, '{${METRIC_KEYS.map(() => 'warning').join(',')}}')`)
    await client.query(
      `insert into tanks (code, name, status, range_template_id)
       select 'BENCH-' || n, 'Bench', 'active', (select id from range_templates limit 1) from generate_series(1, $1) n`,
      [TANKS],
    )
    await client.query(
      `with given as (select * from unnest($1::text[], $2::bytea[]) with ordinality as g(code, hash, n)),
         made as (insert into terminals (code, status) select code, 'active' from given order by n returning id, code),
         keyed as (insert into terminal_keys (terminal_id, hash) select id, hash from made join given using (code))
       insert into terminal_assignments (terminal_id, tank_id, from_at)
       select made.id, (select min(id) from tanks) + n % $3, now() from made join given using (code)`,
      [terminals.map(({ code }) => code), terminals.map(({ key }) => createHash('sha256').update(key).digest()), TANKS],
    )
    // As autovacuum does within a minute. The empty tables are left out, because they are filled at once.
    await client.query('analyze tanks, terminals, terminal_keys, terminal_assignments')
  })
  const folder = join(import.meta.dirname, 'dist')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'bench-keys.txt')
  await writeFile(file, terminals.map(({ code, key }) => `${code}:${key}`).join('\n'))
  return file
}

/** Rows per second of one COPY into the product's table with its keys and indexes; the median of three. Empties the table. */
export async function copyBaseline(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const speeds: number[] = []
    for (let n = 0; n < 3; n += 1) {
      await client.query('truncate measurements')
      await client.query('checkpoint')
      const started = performance.now()
      const metrics = METRIC_KEYS.slice(0, COPIED_VALUES.length)
      const columns = `measured_at, received_at, terminal_id, tank_id, flags, ${metrics.join(', ')}`
      await pipeline(Readable.from(copyChunks()), client.query(copyFrom(`copy measurements (${columns}) from stdin`)))
      speeds.push(COPIED / ((performance.now() - started) / 1000))
    }
    await client.query('truncate measurements')
    return speeds.sort((a, b) => a - b)[1] ?? 0
  })
}

/** Values of the first metrics, as the load's terminals send them. */
const COPIED_VALUES = [18.4, 21.5, 23.1, 61, 55, 7.93, 35.2, 312, 53.1]

function* copyChunks(): Generator<string> {
  const start = Date.now() - 60_000
  const values = COPIED_VALUES.join('\t')
  for (let first = 0; first < COPIED; first += 1_000) {
    let chunk = ''
    for (let n = first; n < first + 1_000; n += 1) {
      const at = new Date(start + Math.floor(n / TERMINALS)).toISOString()
      chunk += `${at}\t${at}\t${(n % TERMINALS) + 1}\t${(n % TANKS) + 1}\t0\t${values}\n`
    }
    yield chunk
  }
}

/** Lends a connection. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A number of a report: without decimals, with a comma between thousands. */
export function integer(value: number): string {
  return Math.round(value).toLocaleString('en')
}
