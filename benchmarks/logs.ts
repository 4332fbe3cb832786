import type { Database } from '../apps/server/src/core/database/database.ts'
import { readOptions } from './read-options.ts'
import { reportCalls, rowsOf, windowBefore, type TimedCall } from './reports.ts'

const HELP = `How long each list and filter of the logs takes with a million rows in each, requested over HTTP.

  npm run bench:logs                    1 million rows, 200 calls each
  npm run bench:logs -- --rows 100000   fewer
  npm run bench:logs -- --folder DIR    in the large farm that bench:reads made there
  npm run bench:logs -- --save          writes benchmarks/results/logs.md as well
`

const GOAL_MS = 20
const TERMINALS = 200
const DAY_MS = 86_400_000

const now = Date.now()

async function seed(database: Database, rows: number): Promise<void> {
  await database.query(`insert into terminals (code, status) ${rowsOf(`'BENCH-' || i, 'active'`, TERMINALS)}`)
  await database.query(
    `insert into tanks (code, name, status) ${rowsOf(`'BENCH-' || i, 'Tank ' || i, 'inactive'`, TERMINALS)}`,
  )
  await seedLogs(database, rows)
  await database.query('vacuum analyze')
}

/** Thirty days of entries in each log; of a thousand, one is an error, ten are warnings; a few words are rare. Indexes are made last. */
export async function seedLogs(database: Database, rows: number): Promise<void> {
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any('{terminal_logs,tank_logs,server_logs}'::regclass[]) and not indisprimary`,
  )
  for (const { name } of indexes) await database.query(`drop index ${name}`)
  const at = `to_timestamp(${now / 1000}) - (${rows} - n) * interval '${(30 * DAY_MS) / rows} milliseconds'`
  const status = `case when n % 1000 = 0 then 'error' when n % 100 = 0 then 'warning' else 'success' end`
  const event = `case when n % 1000 = 0 then 'measurement_rejected' when n % 100 = 0 then 'clock_skew' when n % 50000 = 7 then 'key_rotated' else 'message' end`
  for (const [table, owner] of [
    ['terminal_logs', 'terminal_id'],
    ['tank_logs', 'tank_id'],
  ]) {
    await database.query(
      `insert into ${table} (${owner}, status, event, processor, meta, created_at)
       select 1 + n % ${TERMINALS}, ${status}, ${event}, jsonb_build_object('type', 'terminal', 'id', null, 'name', 'BENCH'), '{"transport":"mqtt","readings":1}', ${at}
       from generate_series(1, ${rows}) n`,
    )
  }
  await database.query(
    `insert into server_logs (level, message, context, orphan, created_at)
     select case when n % 1000 = 0 then 50 when n % 100 = 0 then 40 else 30 end,
       case when n % 50000 = 7 then 'the embedded PostgreSQL is back' else 'request ' || n || ' took long' end,
       jsonb_build_object('work', 'job ' || n % 97), n % 5000 = 0, ${at}
     from generate_series(1, ${rows}) n`,
  )
  for (const { definition } of indexes) await database.query(definition)
}

const tenDays = windowBefore(now, 20, 10)

/** The calls of one list, by name and query. */
function callsOf(path: string, queries: readonly [string, string][]): TimedCall[] {
  return queries.map(([name, query]) => ({ name: `${path}: ${name}`, path: `${path}?${query}`, goal: GOAL_MS }))
}

function owned(path: string, owner: string, rows: number): TimedCall[] {
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
    ['followed from the end', `after_id=${rows - 20}`],
    ['followed from the middle, filtered', `after_id=${Math.floor(rows / 2)}&status=error`],
    ['followed from 0', 'after_id=0&per_page=1000'],
  ])
}

const serverCalls = (rows: number): [string, string][] => [
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
  ['ten days, errors', `${tenDays}&level=error`],
  ['with orphans', 'include_orphans=1'],
  ['followed from the end', `after_seq=${rows - 20}`],
  ['all, up to 5,000', 'all=1'],
]
/** The calls of all logs, of which each has so many rows. */
export const logCalls = (rows: number): TimedCall[] => [
  ...owned('/api/iot-logs', 'iot_id', rows),
  ...owned('/api/tank-logs', 'tank_id', rows),
  ...callsOf('/api/server-logs', serverCalls(rows)),
]

if (import.meta.main) {
  const { rows, calls, folder, save } = readOptions(HELP, { rows: 1_000_000, calls: 200 })
  await reportCalls({
    title: 'Logs',
    amounts: `${rows.toLocaleString('en')} rows in each of the three logs`,
    seed: (database) => seed(database, rows),
    calls: logCalls(rows),
    count: calls,
    folder,
    save,
  })
}
