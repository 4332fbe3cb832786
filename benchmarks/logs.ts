import type { Database } from '../apps/server/src/core/database/database.ts'
import { readOptions } from './read-options.ts'
import { reportCalls, rowsOf, windowBefore, type TimedCall } from './reports.ts'

const HELP = `How long each list and filter of the logs takes with a million rows in each, requested over HTTP.

  npm run bench:logs                    1 million rows, 200 calls each
  npm run bench:logs -- --rows 100000   fewer
  npm run bench:logs -- --save          writes benchmarks/results/logs.md as well
`

const GOAL_MS = 20
const TERMINALS = 200
const DAY_MS = 86_400_000

const options = readOptions(HELP, { rows: 1_000_000, calls: 200 })
const ROWS = options.rows
const now = Date.now()

/** Thirty days of entries; of a thousand, one is an error, ten are warnings; a few words are rare. */
async function seed(database: Database): Promise<void> {
  await database.query(`insert into terminals (code, status) ${rowsOf(`'BENCH-' || i, 'active'`, TERMINALS)}`)
  await database.query(
    `insert into tanks (code, name, status) ${rowsOf(`'BENCH-' || i, 'Tank ' || i, 'inactive'`, TERMINALS)}`,
  )
  const at = `to_timestamp(${now / 1000}) - (${ROWS} - n) * interval '${(30 * DAY_MS) / ROWS} milliseconds'`
  const status = `case when n % 1000 = 0 then 'error' when n % 100 = 0 then 'warning' else 'success' end`
  const event = `case when n % 1000 = 0 then 'measurement_rejected' when n % 100 = 0 then 'clock_skew' when n % 50000 = 7 then 'key_rotated' else 'message' end`
  for (const [table, owner] of [
    ['terminal_logs', 'terminal_id'],
    ['tank_logs', 'tank_id'],
  ]) {
    await database.query(
      `insert into ${table} (${owner}, status, event, processor, meta, created_at)
       select 1 + n % ${TERMINALS}, ${status}, ${event}, jsonb_build_object('type', 'terminal', 'id', null, 'name', 'BENCH'), '{"transport":"mqtt","readings":1}', ${at}
       from generate_series(1, ${ROWS}) n`,
    )
  }
  await database.query(
    `insert into server_logs (level, message, context, orphan, created_at)
     select case when n % 1000 = 0 then 50 when n % 100 = 0 then 40 else 30 end,
       case when n % 50000 = 7 then 'the embedded PostgreSQL is back' else 'request ' || n || ' took long' end,
       jsonb_build_object('work', 'job ' || n % 97), n % 5000 = 0, ${at}
     from generate_series(1, ${ROWS}) n`,
  )
  await database.query('vacuum analyze')
}

const tenDays = windowBefore(now, 20, 10)

/** The calls of one list, by name and query. */
function callsOf(path: string, queries: readonly [string, string][]): TimedCall[] {
  return queries.map(([name, query]) => ({ name: `${path}: ${name}`, path: `${path}?${query}`, goal: GOAL_MS }))
}

function owned(path: string, owner: string): TimedCall[] {
  return callsOf(path, [
    ['newest page', ''],
    ['page 100', 'page=100'],
    ['a thousand rows', 'per_page=1000'],
    ['one of 200', `${owner}=7`],
    ['one of 200, errors', `${owner}=200&status=error`],
    ['errors', 'status=error'],
    ['errors and warnings, page 20', 'status=error,warning&page=20'],
    ['rare word', 'event=rotated'],
    ['common word', 'event=mess'],
    ['word that is nowhere', 'event=zz'],
    ['a quarter of an hour', windowBefore(now, 17.5, 17.49)],
    ['ten days', tenDays],
    ['ten days, errors, oldest first', `${tenDays}&status=error&sort=created_at`],
    ['oldest first', 'sort=created_at'],
    ['followed from the end', `after_id=${ROWS - 20}`],
    ['followed from the middle, filtered', `after_id=${ROWS / 2}&status=error`],
    ['followed from 0', 'after_id=0&per_page=1000'],
  ])
}

const SERVER: [string, string][] = [
  ['newest page', ''],
  ['errors', 'level=error'],
  ['errors and warnings', 'level=warn,error,fatal'],
  ['level that is nowhere', 'level=fatal'],
  ['rare text', 'search=embedded postgresql'],
  ['common text', 'search=took long'],
  ['text that is nowhere', 'search=no such thing'],
  ['text in the context', 'search=job 96'],
  ['two letters that are nowhere', 'search=xz'],
  ['two rare letters', 'search=gr'],
  ['two letters that are everywhere', 'search=re'],
  ['a letter that is nowhere', 'search=v'],
  ['a rare number behind a common word', 'search=request 4711'],
  ['rare text among errors', 'search=embedded&level=error'],
  ['ten days', tenDays],
  ['with orphans', 'include_orphans=1'],
  ['followed from the end', `after_seq=${ROWS - 20}`],
  ['all, up to 5,000', 'all=1'],
]
const CALLS = [
  ...owned('/api/iot-logs', 'iot_id'),
  ...owned('/api/tank-logs', 'tank_id'),
  ...callsOf('/api/server-logs', SERVER),
]

await reportCalls({
  title: 'Logs',
  amounts: `${ROWS.toLocaleString('en')} rows in each of the three logs`,
  seed,
  calls: CALLS,
  count: options.calls,
  save: options.save,
})
