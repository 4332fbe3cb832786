import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { openDatabase, type Database } from '../apps/server/src/core/database/database.ts'
import { createLogger } from '../apps/server/src/core/log.ts'
import { startOf } from '../apps/server/src/features/measurements/rollups/time-spans.rules.ts'
import { seedHistory } from '../apps/server/tests/seed-history.ts'
import { fillFolder, startBenchServer, timeStart } from './bench-server.ts'
import { LIST_CALLS, seedFarm } from './lists.ts'
import { logCalls, seedLogs } from './logs.ts'
import { readOptions } from './read-options.ts'
import {
  callOnce,
  LOGIN,
  saveReport,
  seedDatabase,
  signIn,
  timeCalls,
  WARM_UP,
  windowBefore,
  type TimedCall,
} from './reports.ts'

const HELP = `How long charts, statistics, exact totals, pages and exports take in a large table, requested over HTTP.

  npm run bench:reads                    10 million readings, 200 calls each
  npm run bench:reads -- --rows 1000000  fewer
  npm run bench:reads -- --calls 40      fewer calls
  npm run bench:reads -- --folder DIR    keeps the database in a folder, and uses it again
  npm run bench:reads -- --save          writes benchmarks/results/reads.md as well, with --logs farm.md
  npm run bench:reads -- --rows 100000000 --terminals 2000 --tanks 1000 --years 3 --logs 5000000 --folder DIR
                                         a large farm (40 GB), with all lists, logs and the time of a start
`

const DAY_MS = 86_400_000
const BUCKET_MS = 900_000

const options = readOptions(HELP, {
  rows: 10_000_000,
  calls: 200,
  terminals: 10,
  tanks: 8,
  years: 1,
  logs: 0,
  writers: 2,
})
const { rows: ROWS, calls: CALLS, terminals: TERMINALS, tanks: TANKS, years: YEARS, logs: LOGS } = options
/** Rows in each of the three logs. */
const LOG_ROWS = Math.ceil(LOGS / 3)
/** The first tank has the first three terminals; the others follow one to a tank, and around again where there are fewer tanks. */
const tankOf = (terminal: string) => `1 + greatest(0, ${terminal} - 3) % ${TANKS}`
const FIRM = 2
const say = (text: string) => process.stdout.write(`${text}\n`)

/** The records of a farm, the years of all of its terminals, and its logs. */
async function fill(url: string): Promise<void> {
  say(`Seeding ${ROWS.toLocaleString('en')} readings …`)
  const open = () => openDatabase({ url, log: createLogger('error'), poolSize: 1, patience: 'endless' })
  const database = open()
  const writers = Array.from({ length: options.writers - 1 }, open)
  try {
    await seedFarm(database, { tanks: TANKS, terminals: TERMINALS, tankOf })
    await database.query('delete from latest')
    await database.query(`update tanks set firm_id = ${FIRM} where id <= ${Math.max(8, TANKS / 10)}`)
    const to = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS
    const from = to - YEARS * 365 * DAY_MS
    const everyMs = Math.round(((to - from) * TERMINALS) / ROWS)
    const newest = Math.max(from, startOf('month', to - 365 * DAY_MS))
    await seedPart(newest, to)
    if (LOGS > 0) await seedLogs(database, LOG_ROWS)
    // One can already measure the newest year.
    await database.query('vacuum analyze')
    say('  the newest year is there')
    if (from < newest) await seedPart(from, newest)

    async function seedPart(start: number, end: number) {
      const part = { from: start, to: end, terminals: TERMINALS, tankOf, everyMs }
      await seedHistory([database, ...writers], part, (month) => say(`  ${month} seeded`))
    }
    await database.query('vacuum analyze')
  } finally {
    await Promise.all([database, ...writers].map((one) => one.close()))
  }
}

/** The end of the readings, in epoch milliseconds, and of how many terminals a tank is. */
interface Seeded {
  end: number
  first: number
  fourth: number
}

async function findSeeded(database: Database): Promise<Seeded & { readings: number; size: string; bytes: number }> {
  const { rows } = await database.query<Seeded & { readings: string; size: string; bytes: string }>(
    `select (select extract(epoch from done_until)::float8 * 1000 from rollup_state) as end,
      (select count(*)::int from latest where tank_id = 1) as first, (select count(*)::int from latest where tank_id = 4) as fourth,
      (select sum(n) from counts_month) as readings, pg_size_pretty(pg_database_size(current_database())) as size,
      (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r'
        and relname ~ '^(measurements|rollup_15m|rollup_6h|rollup_day|counts_day|counts_month|out_of_range_15m|out_of_range_6h)') as bytes`,
  )
  if (!rows[0]) throw new Error('nothing was seeded')
  return { ...rows[0], readings: Number(rows[0].readings), bytes: Number(rows[0].bytes) }
}

const SPANS: [name: string, days: number][] = [
  ['1 day', 1],
  ['30 days', 30],
  ['1 year', 365],
  ...(YEARS > 1 ? [[`${YEARS} years`, YEARS * 365] as [string, number]] : []),
]
const ofTank = '/api/tanks/1/measurements'
const outOfRange = 'only_out_of_range=1'

/** Lists whose goal is 20 ms, by name and path. */
function listsOf({ end, first, readings }: Seeded & { readings: number }): [name: string, path: string][] {
  const crooked = windowBefore(end, 203.33, 3.21)
  // Of every hundred readings one or two are out of range.
  const outPage = Math.min(300, Math.floor((readings * first) / TERMINALS / 100 / 25 / 2))
  return [
    ['list of a tank with its total, first page', ofTank],
    ['list of a tank, oldest first', `${ofTank}?sort=measured_at`],
    ['list of a tank, crooked window of 200 days', `${ofTank}?${crooked}`],
    ['list of a tank, the middle page', `${ofTank}?page=${Math.floor((readings * first) / TERMINALS / 50)}`],
    ['list of everything with its total, first page', '/api/measurements'],
    ['list of everything, oldest first', '/api/measurements?sort=measured_at'],
    ['list of everything, crooked window of 200 days', `/api/measurements?${crooked}`],
    ['list of a terminal', '/api/measurements?iot_id=7'],
    ['list of a firm with its total, first page', `/api/measurements?filter_firm_id=${FIRM}`],
    ['list of a firm, page 200', `/api/measurements?filter_firm_id=${FIRM}&page=200`],
    ['list of everything, the middle page', `/api/measurements?page=${Math.floor(readings / 50)}`],
    ['out of range of a tank, first page', `${ofTank}?${outOfRange}`],
    ['out of range of a tank, oldest first', `${ofTank}?${outOfRange}&sort=measured_at`],
    ['out of range of a tank by its ph, crooked window of 200 days', `${ofTank}?${outOfRange}&metrics=ph&${crooked}`],
    [`out of range of a tank, page ${outPage}`, `${ofTank}?${outOfRange}&page=${outPage}`],
    ['out of range of a firm, first page', `/api/measurements?${outOfRange}&filter_firm_id=${FIRM}`],
    ['out of range of everything, first page', `/api/measurements?${outOfRange}`],
    ['out of range of everything, oldest first', `/api/measurements?${outOfRange}&sort=measured_at`],
    ['out of range of everything, last page counted', `/api/measurements?${outOfRange}&page=400`],
  ]
}

/** All metrics of the first tank in each span, and one metric of the fourth in a year. */
function overSpans(name: string, path: string, { end, first, fourth }: Seeded): TimedCall[] {
  const terminals = (count: number) => `${count} ${count === 1 ? 'terminal' : 'terminals'}`
  const ofAll = SPANS.map(([span, days]) => ({
    name: `${name}, 9 metrics, ${terminals(first)}, ${span}`,
    path: `/api/tanks/1/${path}?${windowBefore(end, days)}&metrics=${NINE}`,
  }))
  const ofOne = `/api/tanks/4/${path}?metrics=ph&${windowBefore(end, 365)}`
  return [...ofAll, { name: `${name}, 1 metric, ${terminals(fourth)}, 1 year`, path: ofOne }]
}
const NINE = METRIC_KEYS.slice(0, 9).join(',')

/** Calls whose times are measured in ms. */
function callsOf(seeded: Seeded & { readings: number }): TimedCall[] {
  return [
    ...overSpans('series', 'series', seeded).map((call) => ({ ...call, goal: 50 })),
    ...overSpans('statistics', 'measurements/stats', seeded).map((call) => ({ ...call, goal: 80 })),
    { name: `latest values of ${TANKS.toLocaleString('en')} tanks`, path: '/api/wall', goal: 30, restMs: 1_100 },
    ...listsOf(seeded).map(([name, path]) => ({ name, path, goal: 20 })),
    ...(LOGS > 0 ? [...LIST_CALLS, ...logCalls(LOG_ROWS)] : []),
  ].filter(({ name }) => name.includes(options.only))
}

/** Exports a tank's year as a file, once, and measures the cost. */
async function measureExport(
  format: string,
  session: Awaited<ReturnType<typeof signIn>>,
  rows: number,
): Promise<string> {
  const before = (await server.memory())?.now ?? Number.NaN
  const start = performance.now()
  const { body } = await callOnce(`/api/tanks/4/measurements/export?format=${format}`, session)
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) bytes += chunk.length
  const seconds = (performance.now() - start) / 1000
  const grown = ((await server.memory())?.highest ?? Number.NaN) - before
  return `| ${format} | ${Math.round(rows).toLocaleString('en')} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds).toLocaleString('en')} | ${(bytes / 1e6).toFixed(0)} | ${grown.toFixed(0)} |`
}

const begin = performance.now()
const folder = options.folder === '' ? await mkdtemp(join(tmpdir(), 'dalyan-bench-')) : options.folder
const isNew = await fillFolder(folder, fill)
const seeding = isNew ? `, seeded in ${((performance.now() - begin) / 1000).toFixed(0)} s` : ''
// Without the jobs, whose processor time would count, too.
const server = await startBenchServer(
  { ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password, ROLES: 'web' },
  folder,
)
let report = ''
try {
  const seeded = await seedDatabase(server.databaseUrl, findSeeded)
  const session = await signIn(server.httpPort)
  // The first request evaluates the days that have ended.
  const asked = performance.now()
  await (await callOnce(`${ofTank}/stats?${windowBefore(seeded.end, 365)}`, session)).arrayBuffer()
  const once = performance.now() - asked
  const table = await timeCalls(
    callsOf(seeded),
    session,
    CALLS,
    async () => ((await server.cpuSeconds()) ?? 0) + ((await server.databaseCpuSeconds()) ?? 0),
  )
  const files = [
    '| export | rows | s | rows/s | MB | memory grew by, MiB |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ]
  const { readings, fourth, size, bytes } = seeded
  for (const format of ['csv', 'xlsx'])
    files.push(await measureExport(format, session, (readings * fourth) / TERMINALS))
  const amounts = `${readings.toLocaleString('en')} readings of ${TERMINALS} terminals over ${YEARS} ${YEARS === 1 ? 'year' : 'years'} (${size}${seeding}; ${(bytes / readings).toFixed(1)} bytes a reading with its indexes, roll-ups and counts)${LOGS > 0 ? `, ${(3 * LOG_ROWS).toLocaleString('en')} rows of logs` : ''}`
  report = `# ${LOGS > 0 ? 'A large farm' : 'Reads'}\n\n${amounts}, ${cpus().length} cores, load average ${loadavg()[1]?.toFixed(0)}, calls one after the other over HTTP, ${CALLS} each after ${WARM_UP} to warm up.\n\n${table.join('\n')}\n
Statistics of a year, 9 metrics, asked for the first time: ${once.toFixed(0)} ms.\n\n${files.join('\n')}\n`
} finally {
  await server.stop()
}
// The goal is five seconds.
const { seconds, processorSeconds } = await timeStart(folder)
report += `\nStart of the product with this database: ${seconds.toFixed(1)} s, ${processorSeconds?.toFixed(1)} s of them processor time of its process.\n`
if (options.folder === '') await rm(folder, { recursive: true, force: true })
say(`\n${report}`)
if (options.save) await saveReport(LOGS > 0 ? 'farm' : 'reads', report)
