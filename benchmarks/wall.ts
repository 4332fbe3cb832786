import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { METRICS } from '@dalyan/contracts/metrics'
import type { Database } from '../apps/server/src/core/database/database.ts'
import { startBenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { runLoad } from './terminal-load.ts'
import { LOGIN, rowsOf, runAll, saveReport, seedDatabase, signIn, timeCalls, WARM_UP } from './reports.ts'

const HELP = `How long the overview takes while terminals report, and when its answer is computed anew: calm, and with every tank silent.

  npm run bench:wall                    1,000 tanks of 20 places, one terminal each, six hours of readings; 40 calls each,
                                        and ten times as many while terminals report
  npm run bench:wall -- --tanks 5000    more tanks
  npm run bench:wall -- --save          writes benchmarks/results/wall.md as well
`

const GOAL_MS = 50
const PLACES = 20
/** A pause longer than the time for which callers with the same view share an answer. */
const REST_MS = 1_100
/** Readings a second of all terminals together: each reports every ten seconds. */
const READINGS_PER_SECOND = 100
/** Pause between the calls of several callers. */
const BETWEEN_MS = 40
/** The number of calls during whose time the processor time of an idle product is measured. */
const IDLE_CALLS = 10
/** Every 15 minutes for six hours. */
const BUCKETS = 24

const options = readOptions(HELP, { tanks: 1_000, calls: 40 })
const { tanks: TANKS } = options
const METRIC_COLUMNS = METRICS.flatMap(({ key }) => [key, `${key}_at`]).join(', ')

async function seed(database: Database): Promise<void> {
  const limits = METRICS.map(({ min, max }) => [min + 0.25 * (max - min), max - 0.25 * (max - min)] as const)
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('Levrek', $1::real[], $2::real[], '{}', '{}', '{}')`,
    [limits.map(([lo]) => lo), limits.map(([, hi]) => hi)],
  )
  const values = METRICS.map(({ min, max }) => `${min} + ${max - min} * (0.26 + 0.48 * random()), at`).join(', ')
  await runAll(database, [
    `insert into firms (code, name) values ('EGE', 'Ege Su')`,
    `insert into tanks (code, name, status, firm_id, range_template_id, location)
      ${rowsOf(`'TNK-' || lpad(i::text, 4, '0'), 'Levrek ' || i, 'active', 1, 1, 'Salon ' || 1 + i % ${PLACES}`, TANKS)}`,
    `insert into terminals (code, status) ${rowsOf(`'TRM-' || i, 'active'`, TANKS)}`,
    `insert into terminal_keys (terminal_id, hash) ${rowsOf(`i, sha256(('bench-key-' || i)::bytea)`, TANKS)}`,
    `insert into terminal_assignments select i, i, now() - interval '1 day' from generate_series(1, ${TANKS}) i`,
    `insert into terminal_presence (terminal_id, usual_interval_seconds) ${rowsOf('i, 600', TANKS)}`,
    `insert into latest (terminal_id, tank_id, measured_at, received_at, ${METRIC_COLUMNS})
      select i, i, at, at, ${values} from generate_series(1, ${TANKS}) i, lateral (select now() as at) made`,
    `insert into rollup_15m (bucket, terminal_id, tank_id, n, tank_temperature_min, tank_temperature_avg, tank_temperature_max, tank_temperature_n)
      select date_bin('15 min', now() - b * interval '15 min', 'epoch'), i, i, 60, 14, 15, 16, 60
      from generate_series(1, ${TANKS}) i, generate_series(1, ${BUCKETS}) b`,
    'update rollup_state set done_until = now(), mark_until = now()',
    'vacuum analyze',
  ])
}

async function keysFile(): Promise<string> {
  const folder = join(import.meta.dirname, 'dist')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'wall-keys.txt')
  await writeFile(file, Array.from({ length: TANKS }, (_, i) => `TRM-${i + 1}:bench-key-${i + 1}`).join('\n'))
  return file
}

/** The last reading of every terminal came two hours ago; each has an alarm, and those of a place are one incident. */
async function silence(database: Database): Promise<void> {
  const times = ['measured_at', 'received_at', ...METRICS.map(({ key }) => `${key}_at`)]
  await runAll(database, [
    `update latest set ${times.map((time) => `${time} = now() - interval '2 hours'`).join(', ')}`,
    `insert into incidents (cause, started_at, occurred_at) ${rowsOf(`'outage', now() - interval '2 hours', now() - interval '2 hours'`, PLACES)}`,
    `insert into alarms (tank_id, terminal_id, kind, severity, state, out_since, raised_at, last_at, occurred_at, incident_id)
      select i, i, 'silent', 'warning', 'active_unack', at, at, at, array[at], 1 + i % ${PLACES}
      from generate_series(1, ${TANKS}) i, lateral (select now() - interval '2 hours' as at) made`,
    'vacuum analyze',
  ])
}

const server = await startBenchServer({ ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password })
try {
  const cpu: string[] = []
  const used = async () => [(await server.cpuSeconds()) ?? 0, (await server.databaseCpuSeconds()) ?? 0] as const
  const time = async (name: string) => {
    const session = await signIn(server.httpPort)
    const call = { name, path: '/api/wall', goal: GOAL_MS, restMs: REST_MS }
    await timeCalls([call], session, 1)
    const start = await used()
    await sleep(IDLE_CALLS * REST_MS)
    const idle = await used()
    const table = await timeCalls([call], session, options.calls)
    const end = await used()
    // Subtracts the processor time measured while no call was made.
    const [serverMs, databaseMs] = [0, 1].map((i) => {
      const of = (times: readonly number[]) => times[i] ?? 0
      const besides = (of(idle) - of(start)) / IDLE_CALLS
      return Math.round(1000 * ((of(end) - of(idle)) / (options.calls + WARM_UP) - besides))
    })
    cpu.push(`${name}: ${serverMs} ms and ${databaseMs} ms`)
    return table
  }
  /** Makes calls one after the other, as if several users opened the overview while readings arrive. */
  const timeReporting = async () => {
    const call = { name: 'all in range, terminals report', path: '/api/wall', goal: GOAL_MS, restMs: BETWEEN_MS }
    const count = 10 * options.calls
    const seconds = String(Math.ceil((count * 2 * BETWEEN_MS) / 1000))
    const keys = await keysFile()
    const rates = ['--rate', String(READINGS_PER_SECOND), '--seconds', seconds, '--clients', String(TANKS)]
    const load = runLoad(['--keys-file', keys, '--mqtt', `mqtt://127.0.0.1:${server.mqttPort}`, ...rates])
    await sleep(REST_MS)
    const table = await timeCalls([call], await signIn(server.httpPort), count)
    const { acknowledged } = await load
    if (acknowledged < READINGS_PER_SECOND) throw new Error('the terminals did not report')
    return table
  }
  await seedDatabase(server.databaseUrl, seed)
  await server.restart()
  const calm = await time('all in range, computed anew')
  const [, , ...busy] = await timeReporting()
  await seedDatabase(server.databaseUrl, silence)
  const [, , ...silent] = await time('all silent, an alarm each, computed anew')
  const head = `${TANKS.toLocaleString('en')} tanks of ${PLACES} places, ${cpus().length} cores, calls one after the other over HTTP, after ${WARM_UP} to warm up: ${options.calls} each with a second between them, so that each is computed anew; ${10 * options.calls} with ${BETWEEN_MS} ms between them while the terminals send ${READINGS_PER_SECOND} readings/s.`
  // On a busy machine processor time says more than elapsed time.
  const foot = `Processor time of the server and of PostgreSQL for a call: ${cpu.join('; ')}.`
  const report = `# Wall\n\n${head}\n\n${[...calm, ...busy, ...silent].join('\n')}\n\n${foot}\n`
  process.stdout.write(`\n${report}`)
  if (options.save) await saveReport('wall', report)
} finally {
  await server.stop()
}
