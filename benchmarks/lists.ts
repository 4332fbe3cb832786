import { METRICS } from '@dalyan/contracts/metrics'
import type { Database } from '../apps/server/src/core/database/database.ts'
import { readOptions } from './read-options.ts'
import { reportCalls, rowsOf, runAll, type TimedCall } from './reports.ts'

const HELP = `How long each list takes with its counts, searches and sorts, requested over HTTP by an admin.

  npm run bench:lists                       1,000 tanks, 10,000 terminals, 5,000 orders, 2,000 users; 100 calls each
  npm run bench:lists -- --tanks 10000      more tanks
  npm run bench:lists -- --terminals 1000   fewer terminals
  npm run bench:lists -- --folder DIR       in the large farm that bench:reads made there
  npm run bench:lists -- --save             writes benchmarks/results/lists.md as well
`

const GOAL_MS = 20
const FIRMS = 500
const TEMPLATES = 200
const USERS = 2_000
const ORDERS = 5_000

export interface Farm {
  tanks: number
  terminals: number
  /** SQL: the tank of the terminal with an id. */
  tankOf: (terminal: string) => string
}

/** The records of a farm. Every terminal reported within the last minute; some tanks are out of their ranges. */
export async function seedFarm(
  database: Database,
  { tanks: TANKS, terminals: TERMINALS, tankOf }: Farm,
): Promise<void> {
  const half = (side: number) => METRICS.map(({ min, max }) => (min + max) / 2 + (side * (max - min)) / 4)
  const metrics = METRICS.flatMap(({ key }) => [key, `${key}_at`]).join(', ')
  const values = METRICS.map(({ min, max }) => `${min} + ${max - min} * (0.26 + 0.48 * random()), at`).join(', ')
  await database.query(
    `insert into range_templates (name, lo, hi, critical_lo, critical_hi, severity) ${rowsOf(`'Şablon ' || i, $1::real[], $2::real[], '{}'::real[], '{}'::real[], '{}'::text[]`, TEMPLATES)}`,
    [half(-1), half(1)],
  )
  await runAll(database, [
    `insert into firms (code, name, city, province) ${rowsOf(`'FRM-' || i, 'Firma ' || md5(i::text), 'Urla', 'İzmir'`, FIRMS)}`,
    `insert into tanks (code, name, status, firm_id, range_template_id, province, notes)
      ${rowsOf(`'TNK-' || i, 'Levrek ' || i, 'active', 1 + i % ${FIRMS}, 1 + i % ${TEMPLATES}, 'İzmir', md5(i::text)`, TANKS)}`,
    `insert into terminals (code, status, ip_address) ${rowsOf(`'TRM-' || i, 'active', '10.0.' || i % 250 || '.' || i % 200`, TERMINALS)}`,
    `insert into terminal_assignments select i, ${tankOf('i')}, now() from generate_series(1, ${TERMINALS}) i`,
    `insert into terminal_presence (terminal_id, usual_interval_seconds) ${rowsOf('i, 60', TERMINALS)}`,
    `insert into latest (terminal_id, tank_id, measured_at, received_at, ${metrics})
      select i, ${tankOf('i')}, at, at, ${values} from generate_series(1, ${TERMINALS}) i, lateral (select now() + (i % 60) * interval '1 s' as at) made`,
    `update latest set ph = 13 where terminal_id % 200 = 0`,
    `insert into users (name, email, password_hash, firm_id) ${rowsOf(`md5(i::text) || ' Aydın', i || '@dalyan.test', '', 1 + i % ${FIRMS}`, USERS)}`,
    `insert into user_roles select id, case when id % 3 = 0 then 'operator' else 'customer' end from users where email like '%@dalyan.test' on conflict do nothing`,
    `insert into orders (firm_id, status, note, created_by)
      ${rowsOf(`1 + i % ${FIRMS}, (array['placed', 'confirmed', 'shipped', 'delivered', 'cancelled'])[1 + i % 5], md5(i::text), 1 + i % ${USERS}`, ORDERS)}`,
    `insert into order_items select i, position, 'Levrek yavrusu ' || md5(i::text), 10 * position, 'kg', 1 + i % ${TANKS} from generate_series(1, ${ORDERS}) i, generate_series(1, 3) position`,
    'vacuum analyze',
  ])
}

/** Each list on its first and middle page, in another order, and searched for a rare text, one in every row, a short and an unknown one. */
function list(path: string, sort: string, everywhere: string, more: readonly [string, string][] = []): TimedCall[] {
  const calls: [string, string][] = [
    ['first page', ''],
    ['page 5', 'page=5'],
    [`by ${sort}`, `sort=-${sort}`],
    ['rare word', 'search=c4ca42'],
    ['word of every row', `search=${everywhere}`],
    ['one letter', 'search=e'],
    ['two letters', 'search=le'],
    ['word that is nowhere', 'search=zzqq'],
    ...more,
  ]
  return [
    { name: `${path}: 200 rows`, path: `${path}?per_page=200` },
    ...calls.map(([name, query]) => ({ name: `${path}: ${name}`, path: `${path}?${query}`, goal: GOAL_MS })),
  ]
}

export const LIST_CALLS: readonly TimedCall[] = [
  // What the home page and the page of tanks ask for.
  { name: '/api/home', path: '/api/home' },
  { name: '/api/tanks: 100 rows by danger', path: '/api/tanks?sort=danger&per_page=100' },
  ...list('/api/tanks', 'name', 'levrek', [
    ['by danger', 'sort=danger'],
    ['out of range', 'filter_condition=out_of_range'],
    ['stale', 'filter_condition=stale'],
    ['of a firm', 'filter_firm_id=7'],
    ['of a template', 'filter_range_template_id=7'],
    ['by a terminal', 'filter_iot_code=TRM-77'],
  ]),
  ...list('/api/iots', 'last_seen_at', 'levrek', [
    ['by a tank', 'filter_tank_code=TNK-77'],
    ['by their connection', 'filter_connection=offline,stale'],
    ['online', 'filter_connection=online'],
  ]),
  ...list('/api/admin/users', 'role', 'aydin', [['operators', 'filter_role=operator']]),
  ...list('/api/firms', 'name', 'firma'),
  ...list('/api/range-templates', 'tanks_count', 'sablon'),
  ...list('/api/orders', 'status', 'levrek', [['on their way', 'filter_status=shipped']]),
]

if (import.meta.main) {
  const { tanks, terminals, calls, folder, save } = readOptions(HELP, { tanks: 1_000, terminals: 10_000, calls: 100 })
  const amounts = { tanks, terminals, firms: FIRMS, users: USERS, orders: ORDERS }
  await reportCalls({
    title: 'Lists',
    amounts: `${Object.entries(amounts)
      .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
      .join(', ')}, ${TEMPLATES} range templates`,
    seed: (database) => seedFarm(database, { tanks, terminals, tankOf: (terminal) => `1 + ${terminal} % ${tanks}` }),
    calls: LIST_CALLS,
    count: calls,
    folder,
    save,
  })
}
