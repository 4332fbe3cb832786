import { cpus } from 'node:os'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import pg from 'pg'
import { readConfig } from '../apps/server/src/config.ts'
import { instantAt } from '../apps/server/src/core/clock.ts'
import { openDatabase, type Database } from '../apps/server/src/core/database/database.ts'
import { prepareDatabase } from '../apps/server/src/core/database/prepare-database.ts'
import { createEventBus } from '../apps/server/src/core/event-bus.ts'
import { createLogger } from '../apps/server/src/core/log.ts'
import type { Events } from '../apps/server/src/events.ts'
import { createParts } from '../apps/server/src/parts.ts'
import { startBenchDatabase } from './bench-server.ts'
import { readOptions } from './read-options.ts'
import { rowsOf, runAll, saveReport } from './reports.ts'

const HELP = `How long many alarms at once take: until they are evaluated and queued for all recipients in one transaction, and until all are notified.

  npm run bench:alarms                    1,000 tanks of one firm, 30 recipients by three channels, three times each
  npm run bench:alarms -- --tanks 100     fewer tanks
  npm run bench:alarms -- --recipients 5  fewer recipients
  npm run bench:alarms -- --save          writes benchmarks/results/alarms.md as well
`

const options = readOptions(HELP, { tanks: 1_000, recipients: 30, times: 3 })
const { tanks: TANKS, recipients: RECIPIENTS, times: TIMES } = options

const GOAL_MS = 1000
const MINUTE_MS = 60_000
const INSIDE = 7
const CRITICAL = 9.5

/** Creates tanks with one terminal each and a limit of pH 8 without delay, and recipients with default preferences, who are notified by every channel. */
async function seed(database: Database): Promise<void> {
  const upTo = (ph: number) => METRIC_KEYS.map((key) => (key === 'ph' ? ph : null))
  await database.query(
    `insert into range_templates (name, delay_seconds, lo, hi, critical_lo, critical_hi, severity) values ('BENCH', 0, $1, $2, $1, $3, $4)`,
    [METRIC_KEYS.map(() => null), upTo(8), upTo(9), METRIC_KEYS.map(() => 'warning')],
  )
  await runAll(database, [
    `insert into firms (code, name) values ('BENCH', 'Bench')`,
    `insert into tanks (code, name, status, firm_id, range_template_id) ${rowsOf(`'BENCH-' || i, 'Tank ' || i, 'active', 1, 1`, TANKS)}`,
    `insert into terminals (code, status, expected_interval_seconds, created_at) ${rowsOf(`'BENCH-' || i, 'active', 60, now() - interval '1 day'`, TANKS)}`,
    `insert into terminal_assignments ${rowsOf(`i, i, now() - interval '1 day'`, TANKS)}`,
    `insert into users (name, email, password_hash, firm_id) ${rowsOf(`'Kişi ' || i, i || '@dalyan.test', '', 1`, RECIPIENTS)}`,
    `insert into user_roles ${rowsOf(`i, 'operator'`, RECIPIENTS)}`,
    'vacuum analyze',
  ])
}

/** @returns how many statements this process has sent to databases since. */
function countStatements(): () => number {
  let count = 0
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    count += 1
    return Reflect.apply(send, this, given) as unknown
  } as typeof send
  return () => count
}

/** The server without network interfaces, on a clock that the benchmark moves. */
async function openServer(url: string, folder: string) {
  const log = createLogger('error')
  const database = openDatabase({ url, log })
  await prepareDatabase({ address: { url }, log, hasApplicationRole: false })
  await seed(database)
  let now = Date.now()
  const parts = await createParts({
    config: readConfig({ DATA_DIR: folder }, []),
    database,
    log,
    clock: { now: () => now },
    events: createEventBus<Events>((err) => log.error({ err }, 'a subscriber failed')),
    isElsewhere: () => false,
    storesElsewhere: () => null,
    ask: async () => [],
    othersFigures: () => [],
    ports: () => ({ http: 0, socket: 0, mqtt: 0 }),
  })

  const server = {
    ...parts,

    /** A reading of each terminal, in one batch. */
    report: (ph: number) =>
      parts.measurements.storeBatch(
        Array.from({ length: TANKS }, (_, i) => ({
          terminal_id: i + 1,
          tank_id: i + 1,
          measured_at: now,
          received_at: now,
          values: METRIC_KEYS.map((key) => (key === 'ph' ? ph : null)),
          clock_skew: false,
        })),
      ),

    /** Time in which the server was up. */
    async pass(ms: number): Promise<void> {
      now += ms
      await database.query('update silence_heartbeat set beat_at = $1', [instantAt(now)])
    },

    /** Resolves when no notification is waiting. */
    async allNotified(): Promise<void> {
      const waiting = 'select from notifications where next_try_at <= $1 limit 1'
      while (((await database.query(waiting, [instantAt(now)])).rowCount ?? 0) > 0) {
        await parts.notifications.poll()
        await parts.notifications.settled()
      }
    },

    /** Starts over: every value is in range, and there are no alarms and notifications. */
    async begin(): Promise<void> {
      await database.query('truncate alarms, notifications, alarm_excursions, inbox_items, silence_pauses cascade')
      await server.pass(24 * 60 * MINUTE_MS)
      await server.report(INSIDE)
      await parts.alarmClock.tick()
      await database.query('truncate silence_pauses')
      await database.query('vacuum analyze')
      await server.pass(1000)
    },

    async close(): Promise<void> {
      await parts.notifications.settled()
      parts.mailer.close()
      await parts.measurements.close()
      await parts.ingest.stop()
      parts.broadcasts.stop()
      await parts.sockets.close()
      await database.close()
    },
  }
  return server
}

interface Times {
  ms: number[]
  statements: number
}

/** @returns how long each step took, every time. */
async function measure(url: string, folder: string): Promise<Map<string, Times>> {
  const statements = countStatements()
  const server = await openServer(url, folder)
  const times = new Map<string, Times>()
  async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
    const before = statements()
    const begun = performance.now()
    await work()
    const took = performance.now() - begun
    const known = times.get(name) ?? { ms: [], statements: Infinity }
    // The queues look for work beside it: the least is what it needs itself.
    times.set(name, { ms: [...known.ms, took], statements: Math.min(known.statements, statements() - before) })
  }

  const { alarmClock, notifications, report, pass, allNotified } = server
  await alarmClock.tick()
  for (let i = 0; i < TIMES; i += 1) {
    await server.begin()
    await timed('a reading of each, nothing out', () => report(INSIDE))
    await pass(1000)
    await timed('a reading of each, all out: raised and queued', () => report(CRITICAL))
    await timed('… notified as digests', allNotified)
    await pass(5 * MINUTE_MS)
    await timed('reminders of 500 queued', () => notifications.tick())
    await server.begin()
    await timed('the clock, all are there', () => alarmClock.tick())
    await pass(60 * MINUTE_MS)
    await timed('the clock, all silent: raised and queued', () => alarmClock.tick())
    await timed('… silence notified as digests', allNotified)
    await timed('the clock, all still silent', () => alarmClock.tick())
    await report(INSIDE)
    await timed('the clock, all report again', () => alarmClock.tick())
  }
  await server.close()
  return times
}

function asReport(times: ReadonlyMap<string, Times>): string {
  const head = `${TANKS.toLocaleString('en')} tanks of one firm with a terminal each, ${RECIPIENTS} recipients by three channels, ${cpus().length} cores, ${TIMES} times each, database included.`
  const rows = [...times].map(([name, { ms, statements }]) => {
    const sorted = ms.toSorted((a, b) => a - b)
    const [least = 0, most = 0] = [sorted[0], sorted.at(-1)]
    // Notifications are sent in the background; no reading waits for them.
    const goal = name.startsWith('…') ? '' : `${GOAL_MS}${least <= GOAL_MS ? '' : ' (missed)'}`
    return `| ${name} | ${least.toFixed(0)} | ${most.toFixed(0)} | ${goal} | ${statements} |`
  })
  return `# Alarms\n\n${head}\n\n| what | least ms | most ms | goal ms | statements |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('\n')}\n`
}

const database = await startBenchDatabase()
try {
  const report = asReport(await measure(database.url, database.folder))
  process.stdout.write(report)
  if (options.save) await saveReport('alarms', report)
} finally {
  await database.stop()
}
