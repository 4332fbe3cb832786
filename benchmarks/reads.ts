import { cpus } from 'node:os'
import { METRICS } from '@dalyan/contracts/metrics'
import type { Database } from '../apps/server/src/core/database/database.ts'
import { monthsBetween, partitions } from '../apps/server/src/features/measurements/storing/partitions.sql.ts'
import { outOfRangeBit } from '../apps/server/src/features/measurements/storing/limits-in-force.ts'
import { rollupsRepository } from '../apps/server/src/features/measurements/rollups/rollups.sql.ts'
import { startBenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import {
  callOnce,
  instant,
  LOGIN,
  rowsOf,
  saveReport,
  seedDatabase,
  signIn,
  timeCalls,
  windowBefore,
  type TimedCall,
} from './reports.ts'

const HELP = `How long charts, statistics, exact totals, pages and exports take in a large table, requested over HTTP.

  npm run bench:reads                    10 million readings, 200 calls each
  npm run bench:reads -- --rows 1000000  fewer
  npm run bench:reads -- --calls 40      fewer calls
  npm run bench:reads -- --rows 100000000 --terminals 2000 --tanks 1000 --years 3    a large farm
  npm run bench:reads -- --save          writes benchmarks/results/reads.md as well
`

const DAY_MS = 86_400_000
const BUCKET_MS = 900_000

const options = readOptions(HELP, { rows: 10_000_000, calls: 200, terminals: 10, tanks: 8, years: 1 })
const { rows: ROWS, calls: CALLS, terminals: TERMINALS, tanks: TANKS, years: YEARS } = options
/** The first tank has the first three terminals; the others follow one to a tank, and around again where there are fewer tanks. */
const TANK_OF = (terminal: string) => `1 + greatest(0, ${terminal} - 3) % ${TANKS}`
const now = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS
const say = (text: string) => process.stdout.write(`${text}\n`)

/** The years of all terminals, evenly spaced, each value a slow wave with noise inside the metric's bounds. */
async function seed(database: Database): Promise<void> {
  const from = now - YEARS * 365 * DAY_MS
  const step = (YEARS * 365 * DAY_MS * TERMINALS) / ROWS / 1000
  await database.query(`insert into terminals (code, status) ${rowsOf(`'BENCH-' || i, 'active'`, TERMINALS)}`)
  await database.query(`insert into firms (code, name) values ('BENCH', 'Bench')`)
  // Crossed by every metric for some percent of the time.
  const limit = (side: number) => METRICS.map(({ min, max }) => (min + max) / 2 + (side * (max - min)) / 8)
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('Bench', $1, $2, '{}', '{}', '{}')`,
    [limit(-1), limit(1)],
  )
  await database.query(
    `insert into tanks (code, name, status, firm_id, range_template_id) ${rowsOf(`'BENCH-' || i, 'Tank ' || i, 'active', 1, 1`, TANKS)}`,
  )
  await database.query(
    `insert into terminal_assignments ${rowsOf(`i, ${TANK_OF('i')}, '${instant(from)}'`, TERMINALS)}`,
  )
  await database.query(`insert into latest (terminal_id, tank_id, measured_at, received_at)
    ${rowsOf(`i, ${TANK_OF('i')}, '${instant(now)}', '${instant(now)}'`, TERMINALS)} on conflict do nothing`)
  await partitions(database).ensure(monthsBetween(from, now))
  const months = monthsBetween(from, now).map((month) => Date.parse(`${month}-01T00:00:00Z`))
  for (const [i, month] of months.entries()) {
    const start = Math.max(from, month)
    const end = Math.min(now, months[i + 1] ?? now)
    const waves = METRICS.map(
      ({ min, max }, index) =>
        `${(min + max) / 2} + ${(max - min) / 8} * sin(k / ${500 + 100 * index}.0 + t) + ${(max - min) / 100} * random()`,
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

const SPANS: [name: string, days: number][] = [
  ['1 day', 1],
  ['30 days', 30],
  ['1 year', 365],
  ...(YEARS > 1 ? [[`${YEARS} years`, YEARS * 365] as [string, number]] : []),
]
const crooked = windowBefore(now, 203.33, 3.21)
const ofTank = '/api/tanks/1/measurements'
const outOfRange = 'only_out_of_range=1'

/** Lists whose goal is 20 ms, by name and path. */
const LISTS: [name: string, path: string][] = [
  ['list of a tank with its total, first page', ofTank],
  ['list of a tank, crooked window of 200 days', `${ofTank}?${crooked}`],
  ['list of a tank, page 60,000', `${ofTank}?page=60000`],
  ['list of everything with its total, first page', '/api/measurements'],
  ['list of a firm with its total, first page', '/api/measurements?filter_firm_id=1'],
  ['list of everything, page 200,000', '/api/measurements?page=200000'],
  ['out of range of a tank, 1 year, first page', `${ofTank}?${outOfRange}`],
  ['out of range of a tank by its ph, crooked window of 200 days', `${ofTank}?${outOfRange}&metrics=ph&${crooked}`],
  ['out of range of a tank, 1 year, page 300', `${ofTank}?${outOfRange}&page=300`],
  ['out of range of everything, first page', `/api/measurements?${outOfRange}`],
  ['out of range of everything, last page counted', `/api/measurements?${outOfRange}&page=400`],
]

/** All metrics of three terminals in each span, and one metric of one terminal in a year. */
function overSpans(name: string, path: string): TimedCall[] {
  const ofAll = SPANS.map(([span, days]) => ({
    name: `${name}, 9 metrics, 3 terminals, ${span}`,
    path: `/api/tanks/1/${path}?${windowBefore(now, days)}`,
  }))
  const ofOne = `/api/tanks/4/${path}?metrics=ph&${windowBefore(now, 365)}`
  return [...ofAll, { name: `${name}, 1 metric, 1 terminal, 1 year`, path: ofOne }]
}

/** Calls whose times are measured in ms, after three to warm up. */
const CASES: TimedCall[] = [
  ...overSpans('series', 'series').map((call) => ({ ...call, goal: 50 })),
  ...overSpans('statistics', 'measurements/stats'),
  ...LISTS.map(([name, path]) => ({ name, path, goal: 20 })),
]

/** Exports a tank's year as a file, once, and measures the cost. */
async function measureExport(format: string, session: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  const before = (await server.memory())?.now ?? Number.NaN
  const start = performance.now()
  const { body } = await callOnce(`/api/tanks/4/measurements/export?format=${format}`, session)
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) bytes += chunk.length
  const seconds = (performance.now() - start) / 1000
  const grown = ((await server.memory())?.highest ?? Number.NaN) - before
  const rows = ROWS / TERMINALS
  return `| ${format} | ${Math.round(rows).toLocaleString('en')} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds).toLocaleString('en')} | ${(bytes / 1e6).toFixed(0)} | ${grown.toFixed(0)} |`
}

const server = await startBenchServer({ ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password })
try {
  say(`Seeding ${ROWS.toLocaleString('en')} readings …`)
  const start = performance.now()
  const { rows } = await seedDatabase(server.databaseUrl, async (database) => {
    await seed(database)
    return database.query<{ n: number; size: string }>(
      `select (select count(*) from measurements) as n, pg_size_pretty(pg_database_size(current_database())) as size`,
    )
  })
  const session = await signIn(server.httpPort)
  // The first request evaluates the days that have ended.
  const asked = performance.now()
  await (await callOnce(`${ofTank}/stats?${windowBefore(now, 365)}`, session)).arrayBuffer()
  const first = performance.now() - asked
  const table = await timeCalls(CASES, session, CALLS)
  const files = [
    '| export | rows | s | rows/s | MB | memory grew by, MiB |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ]
  for (const format of ['csv', 'xlsx']) files.push(await measureExport(format, session))
  const { n, size } = rows[0] ?? { n: 0, size: '' }
  const head = `${n.toLocaleString('en')} readings of ${TERMINALS} terminals over ${YEARS} ${YEARS === 1 ? 'year' : 'years'} (${size}, seeded in ${((performance.now() - start) / 1000).toFixed(0)} s), ${cpus().length} cores, calls one after the other over HTTP, ${CALLS} each after three to warm up.`
  const once = `Statistics of a year, 9 metrics, 3 terminals, asked for the first time: ${first.toFixed(0)} ms.`
  const report = `# Reads\n\n${head}\n\n${table.join('\n')}\n\n${once}\n\n${files.join('\n')}\n`
  say(`\n${report}`)
  if (options.save) await saveReport('reads', report)
} finally {
  await server.stop()
}
