import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { METRICS } from '@dalyan/contracts/metrics'
import { openDatabase, type Database } from '../apps/server/src/core/database/database.ts'
import { createLogger } from '../apps/server/src/core/log.ts'
import { monthsBetween, partitions } from '../apps/server/src/features/measurements/storing/partitions.sql.ts'
import { outOfRangeBit } from '../apps/server/src/features/measurements/storing/limits-in-force.ts'
import { rollupsRepository } from '../apps/server/src/features/measurements/rollups/rollups.sql.ts'
import { startBenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { signIn, timeCalls, type TimedCall } from './timed-calls.ts'

const HELP = `How long charts, statistics, exact totals, pages and exports take in a large table, requested over HTTP.

  npm run bench:reads                    10 million readings, 200 calls each
  npm run bench:reads -- --rows 1000000  fewer
  npm run bench:reads -- --calls 40      fewer calls
  npm run bench:reads -- --save          writes benchmarks/results/reads.md as well
`

const DAY_MS = 86_400_000
const BUCKET_MS = 900_000
const TERMINALS = 10
/** The first tank has three terminals, each other one has one. */
const TANK_OF = (terminal: string) => `greatest(1, ${terminal} - 2)`
const LOGIN = { email: 'bench@dalyan.test', password: 'okuma hızı ölçümü' }

const options = readOptions(HELP, { rows: 10_000_000, calls: 200 })
const ROWS = options.rows
const CALLS = options.calls
const now = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS
const instant = (ms: number) => new Date(ms).toISOString()
const say = (text: string) => process.stdout.write(`${text}\n`)

/** A year of all terminals, evenly spaced, each value a slow wave with noise inside the metric's bounds. */
async function seed(database: Database): Promise<void> {
  const from = now - 365 * DAY_MS
  const step = (365 * DAY_MS * TERMINALS) / ROWS / 1000
  await database.query(
    `insert into terminals (code, status) select 'BENCH-' || i, 'active' from generate_series(1, ${TERMINALS}) i`,
  )
  await database.query(`insert into firms (code, name) values ('BENCH', 'Bench')`)
  // Crossed by every metric for some percent of the time.
  const limit = (side: number) => METRICS.map(({ min, max }) => (min + max) / 2 + (side * (max - min)) / 8)
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('Bench', $1, $2, '{}', '{}', '{}')`,
    [limit(-1), limit(1)],
  )
  await database.query(
    `insert into tanks (code, name, status, firm_id, range_template_id) select 'BENCH-' || i, 'Tank ' || i, 'active', 1, 1 from generate_series(1, ${TERMINALS - 2}) i`,
  )
  await database.query(
    `insert into terminal_assignments select i, ${TANK_OF('i')}, '${instant(from)}' from generate_series(1, ${TERMINALS}) i`,
  )
  await database.query(`insert into latest (terminal_id, tank_id, measured_at, received_at)
    select i, ${TANK_OF('i')}, '${instant(now)}', '${instant(now)}' from generate_series(1, ${TERMINALS}) i on conflict do nothing`)
  await partitions(database).ensure(monthsBetween(from, now))
  const months = monthsBetween(from, now).map((month) => Date.parse(`${month}-01T00:00:00Z`))
  for (const [i, month] of months.entries()) {
    const start = Math.max(from, month)
    const end = Math.min(now, months[i + 1] ?? now)
    const waves = METRICS.map(
      ({ min, max }, place) =>
        `${(min + max) / 2} + ${(max - min) / 8} * sin(k / ${500 + 100 * place}.0 + t) + ${(max - min) / 100} * random()`,
    )
    const keys = METRICS.map(({ key }) => key)
    const values = METRICS.map(({ key }, i) => `(${waves[i]})::real as ${key}`)
    const verdict = METRICS.map(
      ({ key }, i) =>
        `case when ${key} < ${limit(-1)[i]} or ${key} > ${limit(1)[i]} then ${outOfRangeBit(key)} else 0 end`,
    )
    await database.query(`insert into measurements (measured_at, received_at, terminal_id, tank_id, ${keys.join(', ')}, flags)
      select *, ${verdict.join(' | ')} from (
        select at, at, t, ${TANK_OF('t')}, ${values.join(', ')}
        from generate_series(0, ${Math.ceil((end - start) / 1000 / step)}) k, generate_series(1, ${TERMINALS}) t,
        lateral (select timestamptz '${instant(start)}' + (k * ${step} + t * 0.1) * interval '1 s' as at) made where at < '${instant(end)}'
      ) reading`)
    await database.transact(async (connection) => {
      const rollups = rollupsRepository(connection)
      await rollups.lock()
      await rollups.rollInterval(
        instant(Math.floor(start / BUCKET_MS) * BUCKET_MS),
        instant(Math.ceil(end / BUCKET_MS) * BUCKET_MS),
      )
    })
    say(`  ${instant(month).slice(0, 7)} seeded`)
  }
  await database.query(`update rollup_state set mark_until = '${instant(now)}', done_until = '${instant(now)}'`)
  await database.query('vacuum analyze')
}

/** Calls whose times are measured in ms, after three to warm up. */
const CASES: TimedCall[] = [
  {
    name: 'series, 9 metrics, 3 terminals, 1 day',
    path: `/api/tanks/1/series?from=${instant(now - DAY_MS)}&to=${instant(now)}`,
    goal: 50,
  },
  {
    name: 'series, 9 metrics, 3 terminals, 30 days',
    path: `/api/tanks/1/series?from=${instant(now - 30 * DAY_MS)}&to=${instant(now)}`,
    goal: 50,
  },
  {
    name: 'series, 9 metrics, 3 terminals, 1 year',
    path: `/api/tanks/1/series?from=${instant(now - 365 * DAY_MS)}&to=${instant(now)}`,
    goal: 50,
  },
  {
    name: 'series, 1 metric, 1 terminal, 1 year',
    path: `/api/tanks/4/series?metrics=ph&from=${instant(now - 365 * DAY_MS)}&to=${instant(now)}`,
    goal: 50,
  },
  {
    name: 'statistics, 9 metrics, 3 terminals, 1 day',
    path: `/api/tanks/1/measurements/stats?from=${instant(now - DAY_MS)}&to=${instant(now)}`,
  },
  {
    name: 'statistics, 9 metrics, 3 terminals, 30 days',
    path: `/api/tanks/1/measurements/stats?from=${instant(now - 30 * DAY_MS)}&to=${instant(now)}`,
  },
  {
    name: 'statistics, 9 metrics, 3 terminals, 1 year',
    path: `/api/tanks/1/measurements/stats?from=${instant(now - 365 * DAY_MS)}&to=${instant(now)}`,
  },
  {
    name: 'statistics, 1 metric, 1 terminal, 1 year',
    path: `/api/tanks/4/measurements/stats?metrics=ph&from=${instant(now - 365 * DAY_MS)}&to=${instant(now)}`,
  },
  { name: 'list of a tank with its total, first page', path: '/api/tanks/1/measurements', goal: 20 },
  {
    name: 'list of a tank, crooked window of 200 days',
    path: `/api/tanks/1/measurements?from=${instant(now - 203.33 * DAY_MS)}&to=${instant(now - 3.21 * DAY_MS)}`,
    goal: 20,
  },
  { name: 'list of a tank, page 60,000', path: '/api/tanks/1/measurements?page=60000', goal: 20 },
  { name: 'list of everything with its total, first page', path: '/api/measurements', goal: 20 },
  { name: 'list of a firm with its total, first page', path: '/api/measurements?filter_firm_id=1', goal: 20 },
  { name: 'list of everything, page 200,000', path: '/api/measurements?page=200000', goal: 20 },
  {
    name: 'out of range of a tank, 1 year, first page',
    path: '/api/tanks/1/measurements?only_out_of_range=1',
    goal: 20,
  },
  {
    name: 'out of range of a tank by its ph, crooked window of 200 days',
    path: `/api/tanks/1/measurements?only_out_of_range=1&metrics=ph&from=${instant(now - 203.33 * DAY_MS)}&to=${instant(now - 3.21 * DAY_MS)}`,
    goal: 20,
  },
  {
    name: 'out of range of a tank, 1 year, page 300',
    path: '/api/tanks/1/measurements?only_out_of_range=1&page=300',
    goal: 20,
  },
  { name: 'out of range of everything, first page', path: '/api/measurements?only_out_of_range=1', goal: 20 },
  {
    name: 'out of range of everything, last page counted',
    path: '/api/measurements?only_out_of_range=1&page=400',
    goal: 20,
  },
]

/** @returns how long one call took, in ms. */
async function timeFirst(path: string, { base, token }: { base: string; token: string }): Promise<number> {
  const start = performance.now()
  const reply = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
  await reply.arrayBuffer()
  return performance.now() - start
}

/** Exports a tank's year as a file, once, and measures the cost. */
async function measureExport(format: string, base: string, token: string): Promise<string> {
  const before = (await server.memory())?.now ?? Number.NaN
  const start = performance.now()
  const reply = await fetch(`${base}/api/tanks/4/measurements/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (reply.status !== 200 || !reply.body) throw new Error(`export: ${reply.status}`)
  const chunks: AsyncIterable<Uint8Array> = reply.body
  let bytes = 0
  for await (const chunk of chunks) bytes += chunk.length
  const seconds = (performance.now() - start) / 1000
  const grown = ((await server.memory())?.highest ?? Number.NaN) - before
  const rows = ROWS / TERMINALS
  return `| ${format} | ${Math.round(rows).toLocaleString('en')} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds).toLocaleString('en')} | ${(bytes / 1e6).toFixed(0)} | ${grown.toFixed(0)} |`
}

const server = await startBenchServer({ ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password })
try {
  const database = openDatabase({ url: server.databaseUrl, log: createLogger('error'), poolSize: 2 })
  say(`Seeding ${ROWS.toLocaleString('en')} readings …`)
  const start = performance.now()
  await seed(database)
  const { rows } = await database.query<{ n: number; size: string }>(
    `select (select count(*) from measurements) as n, pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  await database.close()
  const base = `http://127.0.0.1:${server.httpPort}`
  const token = await signIn(base, LOGIN)
  // The first request evaluates the days that have ended.
  const first = await timeFirst(
    `/api/tanks/1/measurements/stats?from=${instant(now - 365 * DAY_MS)}&to=${instant(now)}`,
    {
      base,
      token,
    },
  )
  const table = await timeCalls(CASES, { base, token, count: CALLS })
  const files = [
    '| export | rows | s | rows/s | MB | memory grew by, MiB |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ]
  for (const format of ['csv', 'xlsx']) files.push(await measureExport(format, base, token))
  const { n, size } = rows[0] ?? { n: 0, size: '' }
  const head = `${n.toLocaleString('en')} readings of ${TERMINALS} terminals over one year (${size}, seeded in ${((performance.now() - start) / 1000).toFixed(0)} s), ${cpus().length} cores, calls one after the other over HTTP, ${CALLS} each after three to warm up.`
  const once = `Statistics of a year, 9 metrics, 3 terminals, asked for the first time: ${first.toFixed(0)} ms.`
  const report = `# Reads\n\n${head}\n\n${table.join('\n')}\n\n${once}\n\n${files.join('\n')}\n`
  say(`\n${report}`)
  if (options.save) {
    await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
    await writeFile(join(import.meta.dirname, 'results/reads.md'), report)
  }
} finally {
  await server.stop()
}
