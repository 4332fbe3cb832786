import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Database } from '../src/core/database/database.ts'
import { instantAt } from '../src/core/clock.ts'
import { rollupsRepository } from '../src/features/measurements/rollups/rollups.sql.ts'
import { monthsBetween, partitions } from '../src/features/measurements/storing/partitions.sql.ts'

const DAY_MS = 86_400_000
/** Enough that PostgreSQL would rather read an index than the table. */
export const MANY = 30_000
const DAYS = 40
const TERMINALS = 10

interface Farm {
  tank: number
  terminal: number
  user: number
  firm: number
  now: number
}

/**
 * Fills the tables that grow for ever by SQL, in order of time, as if nothing else had happened for years: one in `TERMINALS` of the rows belongs
 * to the given records, the others to records of their own.
 */
export async function seedLargeTables(database: Database, { tank, terminal, user, firm, now }: Farm): Promise<void> {
  const { query } = database
  const at = `'${instantAt(now)}'::timestamptz`
  const age = (days: number, of = MANY) => `${at} - interval '${days} days' * (1 - n / ${of}.0)`
  const rows = (of = MANY) => `generate_series(1, ${of}) n`
  const someTank = `case when n % ${TERMINALS} = 0 then ${tank} else 9000 + n % 500 end`
  const someTerminal = `case when n % ${TERMINALS} = 0 then ${terminal} else 9000 + n % 500 end`
  const status = `(array['success', 'success', 'success', 'success', 'warning', 'error'])[1 + n % 6]`
  const someone = `case when n % ${TERMINALS} = 0 then ${user} end`
  const processor = `'{"type":"system","id":null,"name":"x"}'::jsonb`

  await query(
    `insert into tanks (id, code, name, firm_id) overriding system value select id, 'BULK-' || id, 'Tank', ${firm} from generate_series(9000, 9499) id`,
  )
  await query(
    `insert into terminals (id, code, status, kind) overriding system value select id, 'BULK-' || id, 'active', 'device' from generate_series(9000, 9499) id`,
  )
  await seedMeasurements(database, { tank, terminal, now })
  for (const [table, owner] of [
    ['terminal_logs', `terminal_id`],
    ['tank_logs', `tank_id`],
  ] as const) {
    await query(`insert into ${table} (${owner}, created_at, status, event, processor, meta)
      select ${owner === 'tank_id' ? someTank : someTerminal}, ${age(400)}, ${status}, (array['message', 'connected', 'rejected'])[1 + n % 3], ${processor},
        jsonb_build_object('terminal', jsonb_build_object('id', 9000 + n % 500)) from ${rows()}`)
  }
  await query(`insert into server_logs (created_at, level, message, orphan)
    select ${age(30)}, (array[30, 30, 30, 40, 50])[1 + n % 5], 'answered the call number ' || n, n % 50 = 0 from ${rows()}`)
  await query(`insert into audit_logs (created_at, status, event, user_id, processor, target_kind, target_id, target_name)
    select ${age(900)}, 'success', (array['signed_in', 'tank_updated', 'settings_changed'])[1 + n % 3], ${someone}, ${processor}, 'tank', ${someTank}, 'x' from ${rows()}`)
  await query(`insert into incidents (id, started_at, occurred_at) overriding system value
    select 100000 + n, ${age(700)}, ${age(700)} from ${rows()}`)
  await query(`insert into alarms (id, incident_id, tank_id, terminal_id, metric, kind, severity, state, value, peak, limit_value, out_since, raised_at, last_at,
      cleared_at, closed_at, acknowledged_at, acknowledged_by, occurred_at) overriding system value
    select 100000 + n, 100000 + n, ${someTank}, ${someTerminal}, (array['ph', 'salinity'])[1 + n % 2], (array['low', 'high'])[1 + n % 2],
      (array['critical', 'warning', 'info'])[1 + n % 3], 'closed', 1, 2, 3, t, t, t + interval '20 min', t + interval '20 min', t + interval '30 min', t + interval '30 min',
      ${user}, array[t] from ${rows()}, lateral (select ${age(700)} as t) x`)
  await query(`insert into alarm_occurrences (alarm_id, number, tank_id, metric, kind, severity, out_since, raised_at, cleared_at)
    select 100000 + n, 1, ${someTank}, 'ph', 'low', 'warning', t, t, t + interval '5 min' from ${rows()}, lateral (select ${age(700)} - interval '1 hour' as t) x
    where n % 3 = 0`)
  await query(`insert into notifications (alarm_id, episode_at, reminder_number, reason, user_id, webhook_id, channel, queued_at, sent_at)
    select 100000 + n, ${age(90)}, 0, 'raised', case when n % 4 = 3 then null else ${user} + n % 40 end, case when n % 4 = 3 then 1 + n % 20 end,
      (array['app', 'push', 'mail', 'webhook'])[1 + n % 4], ${age(90)}, ${age(90)} from ${rows()}`)
  await query(`insert into inbox_items (user_id, reason, severity, title, body, alarm_ids, created_at, read_at)
    select ${user}, 'raised', 'warning', 'x', 'x', '{}', ${age(90)}, ${at} from ${rows(MANY / 3)}`)
  await query(`insert into journal_entries (id, tank_id, kind, at, amount, unit, note, created_by, created_at)
    select gen_random_uuid(), ${someTank}, (array['feeding', 'cleaning', 'note', 'mortality'])[1 + n % 4], t, 2.5, 'kg', 'kayıt ' || n, ${user}, t
    from ${rows()}, lateral (select ${age(700)} as t) x`)
  await query('vacuum analyze')
}

/** Readings every 15 minutes, with roll-ups of the same length: PostgreSQL weighs them by their number alone. */
async function seedMeasurements(
  database: Database,
  { tank, terminal, now }: Pick<Farm, 'tank' | 'terminal' | 'now'>,
): Promise<void> {
  const { query } = database
  const end = Math.floor(now / 900_000) * 900_000
  const start = end - DAYS * DAY_MS
  await partitions(database).ensure(monthsBetween(start, end))
  await query(
    `insert into measurements (measured_at, received_at, terminal_id, tank_id, flags, ph)
      select t, t, case i when 0 then ${terminal} else 9000 + i end, case i when 0 then ${tank} else 9000 + i end, case when i % 3 = 0 then 4 else 0 end, 7
      from generate_series($1::timestamptz, $2::timestamptz, interval '15 min') t, generate_series(0, ${TERMINALS - 1}) i on conflict do nothing`,
    [instantAt(start), instantAt(end - 900_000)],
  )
  await query(
    `insert into latest (terminal_id, tank_id, measured_at, received_at)
      select terminal_id, tank_id, max(measured_at), max(measured_at) from measurements where tank_id is not null group by 1, 2 on conflict do nothing`,
  )
  const rolled = METRIC_KEYS.map((metric) => `${metric}_n`).join(', ')
  const zero = METRIC_KEYS.map(() => '1').join(', ')
  for (const [table, step] of [
    ['rollup_15m', '15 min'],
    ['rollup_6h', '6 h'],
    ['rollup_day', '1 day'],
  ] as const) {
    await query(`insert into ${table} (bucket, terminal_id, tank_id, n, ${rolled})
      select date_bin('${step}', measured_at, 'epoch'), terminal_id, coalesce(tank_id, 0), count(*), ${zero} from measurements group by 1, 2, 3 order by 1`)
  }
  for (const [table, part] of [
    ['counts_day', 'day'],
    ['counts_month', 'month'],
  ] as const) {
    await query(`insert into ${table} (bucket, terminal_id, tank_id, n)
      select date_trunc('${part}', measured_at, 'UTC'), terminal_id, coalesce(tank_id, 0), count(*) from measurements group by 1, 2, 3`)
  }
  await rollupsRepository(database).sumInterval(start, end)
  await query('update rollup_state set mark_until = $1, done_until = $1', [instantAt(end)])
}
