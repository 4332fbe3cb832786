import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import type { Database } from '../../../core/database/database.ts'
import { up } from '../../../core/database/migrations/0003_incidents.ts'

let database: Database
beforeAll(async () => (database = await openTestDatabase()))
afterAll(() => database.close())

test('an upgrade groups the alarms that exist by the same rules', async () => {
  for (const statement of [
    'alter table inbox_items drop column incident_id',
    'alter table alarms drop column incident_id',
    'drop table incidents',
    `insert into tanks (code, name, location) select 'T-' || i, 'T', case when i <= 4 then 'B Salonu' end from generate_series(1, 6) i`,
    `insert into terminals (code, status) select 'D-' || i, 'active' from generate_series(1, 6) i`,
    // Four silences of one place within a minute and a half, two of no place, and three values of tank 1: two together, one an hour later.
    `insert into alarms (tank_id, terminal_id, kind, severity, state, out_since, raised_at, last_at, occurred_at)
      select i, i, 'silent', 'critical', 'active_unack', at, at, at, array[at]
      from generate_series(1, 6) i cross join lateral (select timestamptz '2026-11-20 03:00Z' + i * interval '25 s' as at) t`,
    `insert into alarms (tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at, closed_at)
      select 1, 1, metric, 'high', 'warning', 'closed', at, at, at, array[at], at
      from (values ('ph', timestamptz '2026-11-20 01:00Z'), ('orp', '2026-11-20 01:14Z'), ('salinity', '2026-11-20 02:10Z')) v(metric, at)`,
  ])
    await database.query(statement)
  await database.db.transaction().execute((transaction) => up(transaction as never))
  const { rows } = await database.query<{ cause: string | null; members: string }>(
    `select i.cause, string_agg(coalesce(a.metric, 'silent ' || a.tank_id), ', ' order by a.out_since) as members
      from incidents i join alarms a on a.incident_id = i.id group by i.id order by members`,
  )
  expect(rows.map(({ cause, members }) => `${cause}: ${members}`)).toEqual([
    'null: ph, orp',
    'null: salinity',
    'outage: silent 1, silent 2, silent 3, silent 4',
    'null: silent 5',
    'null: silent 6',
  ])
})
