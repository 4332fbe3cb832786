import { cpus } from 'node:os'
import { METRICS } from '@dalyan/contracts/metrics'
import { REHEARSAL_DAYS, rehearsalApi, type Rehearsal, type RehearsalInput } from '@dalyan/contracts/rehearsal'
import type { Database } from '../apps/server/src/core/database/database.ts'
import { monthsBetween, partitions } from '../apps/server/src/features/measurements/storing/partitions.sql.ts'
import { rollupsRepository } from '../apps/server/src/features/measurements/rollups/rollups.sql.ts'
import { startBenchServer } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { instant, LOGIN, rowsOf, runAll, saveReport, seedDatabase, signIn, WARM_UP } from './reports.ts'

const HELP = `How long limits take that are tried on the last ${REHEARSAL_DAYS} days of a template's tanks, requested over HTTP.

  npm run bench:rehearsal                60 tanks, a reading of all metrics every 30 s: five million
  npm run bench:rehearsal -- --tanks 10  fewer tanks
  npm run bench:rehearsal -- --save      writes benchmarks/results/rehearsal.md as well
`

const DAY_MS = 86_400_000
const BUCKET_MS = 900_000
const STEP_SECONDS = 30
const GOAL_MS = 1_000

const options = readOptions(HELP, { tanks: 60, calls: 20 })
const { tanks: TANKS, calls: CALLS } = options
const now = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS
const from = now - REHEARSAL_DAYS * DAY_MS

/** Each tank has a level of its own, a wave of a day, noise, and an excursion of some hours every few days. */
async function seed(database: Database): Promise<void> {
  const wave = METRICS.map(({ min, max }, index) => {
    const [middle, unit] = [(min + max) / 2, (max - min) / 100]
    const daily = `sin(2 * pi() * k * ${STEP_SECONDS} / 86400.0 + ${index})`
    const excursion = `case when (k / 240 + t * 7 + ${index}) % 60 = 0 then 4 * sin(pi() * (k % 240) / 240.0) else 0 end`
    return `(${middle} + ${unit} * (0.3 * (t % 5) + ${daily} + 0.2 * random() + ${excursion}))::real`
  })
  await runAll(database, [
    `insert into firms (code, name) values ('BENCH', 'Bench')`,
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) values ('Bench', array[1], '{}', '{}', '{}', '{}')`,
    `insert into terminals (code, status, expected_interval_seconds) ${rowsOf(`'BENCH-' || i, 'active', ${STEP_SECONDS}`, TANKS)}`,
    `insert into tanks (code, name, status, firm_id, range_template_id) ${rowsOf(`'BENCH-' || i, 'Tank ' || i, 'active', 1, 1`, TANKS)}`,
    `insert into terminal_assignments ${rowsOf(`i, i, '${instant(from)}'`, TANKS)}`,
    `insert into latest (terminal_id, tank_id, measured_at, received_at) ${rowsOf(`i, i, '${instant(now)}', '${instant(now)}'`, TANKS)}`,
  ])
  await partitions(database).ensure(monthsBetween(from, now))
  const keys = METRICS.map(({ key }) => key).join(', ')
  await database.query(`insert into measurements (measured_at, received_at, terminal_id, tank_id, ${keys})
    select at, at, t, t, ${wave.join(', ')} from generate_series(0, ${(now - from) / 1000 / STEP_SECONDS - 1}) k, generate_series(1, ${TANKS}) t,
    lateral (select timestamptz '${instant(from)}' + k * interval '${STEP_SECONDS} s' as at) made`)
  await database.transact(async (connection) => {
    const rollups = rollupsRepository(connection)
    await rollups.lock()
    await rollups.rollInterval(instant(from), instant(now))
  })
  await database.query(`update rollup_state set mark_until = '${instant(now)}', done_until = '${instant(now)}'`)
  await database.query('vacuum analyze')
}

/** Limits around the level of all tanks: `units` hundredths of the metric's physical range above its middle. */
const CASES = [
  ['usual: excursions alone', 3.4, ''],
  ['usual, humidity: its deadband is twice as wide as its waves', 3.4, '%'],
  ['tight', 2.6, ''],
  ['very tight: the waves of some tanks', 1.8, ''],
] as const

/** Runs a rehearsal to its end, with as many calls as it takes. */
async function rehearse(session: { base: string; token: string }, input: RehearsalInput) {
  const begun = performance.now()
  let first = 0
  let [calls, alarms, hours] = [0, 0, 0]
  let after: number | null = 0
  while (after !== null) {
    const answer: Response = await fetch(session.base + rehearsalApi.rehearse.path.replace(':id', '1'), {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(after === 0 ? input : { ...input, after }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    const part = (await answer.json()) as Rehearsal
    if (calls === 0) first = performance.now() - begun
    calls += 1
    alarms += part.alarms
    hours += part.out_of_range_seconds / 3600
    after = part.next
  }
  return { ms: performance.now() - begun, first, calls, alarms, hours }
}

const server = await startBenchServer({ ADMIN_EMAIL: LOGIN.email, ADMIN_PASSWORD: LOGIN.password })
try {
  await seedDatabase(server.databaseUrl, seed)
  await server.restart()
  const session = await signIn(server.httpPort)
  const lines: string[] = []
  for (const [name, units, unit] of CASES) {
    const metrics = METRICS.slice(0, 9).filter((metric) => (unit === '%') === (metric.unit === '%'))
    const times: Awaited<ReturnType<typeof rehearse>>[] = []
    for (let i = -WARM_UP; i < CALLS; i += 1) {
      const { key, min, max } = metrics[(i + WARM_UP) % metrics.length] ?? METRICS[0]
      const limit = (min + max) / 2 + ((max - min) / 100) * units
      const one = await rehearse(session, { metric: key, min: null, max: limit, delay_seconds: 60 })
      if (i >= 0) times.push(one)
    }
    const at = (share: number, of: (one: (typeof times)[number]) => number) =>
      times.map(of).sort((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? Number.NaN
    const middle = (of: (one: (typeof times)[number]) => number) => Math.round(at(0.5, of))
    const p95 = Math.round(at(0.95, ({ ms }) => ms))
    lines.push(
      `| ${name} | ${middle(({ alarms }) => alarms)} | ${middle(({ hours }) => hours)} | ${middle(({ calls }) => calls)} | ${middle(({ first }) => first)} | ${middle(({ ms }) => ms)} | ${p95} | ${GOAL_MS} |`,
    )
  }
  const rows = (((now - from) / 1000 / STEP_SECONDS) * TANKS).toLocaleString('en')
  const report = `# Rehearsal

Limits of one metric tried on ${REHEARSAL_DAYS} days of ${TANKS} tanks with a reading every ${STEP_SECONDS} s, ${rows} readings; ${cpus().length} cores, ${CALLS} rehearsals one after the other over HTTP after ${WARM_UP} to warm up, each of as many calls as it takes.
Medians; all times in ms. The goal is for limits that need at most 5 % of the readings; where more readings are needed, the first answer counts the alarms of some tanks.

| limits | alarms | hours out | calls | first answer | all tanks | p95 | goal |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`
  process.stdout.write(`\n${report}`)
  if (options.save) await saveReport('rehearsal', report)
} finally {
  await server.stop()
}
