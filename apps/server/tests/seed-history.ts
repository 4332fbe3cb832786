import { METRICS } from '@dalyan/contracts/metrics'
import { instantAt } from '../src/core/clock.ts'
import type { Connection, Database } from '../src/core/database/database.ts'
import { fillRollupsSql, rollupsRepository } from '../src/features/measurements/rollups/rollups.sql.ts'
import { endOf, startOf } from '../src/features/measurements/rollups/time-spans.rules.ts'
import { outOfRangeBit } from '../src/features/measurements/storing/limits-in-force.ts'
import { monthsBetween, type Month } from '../src/features/measurements/storing/partitions.sql.ts'

const BUCKET_MS = 900_000

/** The metrics of a reading. The further ones are null, as where no terminal has them. */
const MEASURED = METRICS.filter(({ key }) => key !== 'dissolved_oxygen' && key !== 'oxygen_saturation')
/** Those that leave their range: about one reading of a hundred. */
const LEAVES_RANGE = new Set<string>(['tank_temperature', 'ph'])

/** The limits that the readings are made for, in the order of the registry. @param side -1: the lower ones */
export function historyLimits(side: -1 | 1): (number | null)[] {
  return METRICS.map((metric) => (MEASURED.includes(metric) ? limitOf(metric, side) : null))
}

function limitOf({ min, max }: (typeof METRICS)[number], side: -1 | 1): number {
  return Math.fround((min + max) / 2 + (side * (max - min)) / 4)
}

export interface History {
  /** Epoch milliseconds, on 15-minute borders. */
  from: number
  to: number
  /** The terminals have the ids 1, 2 … and share the readings evenly. */
  terminals: number
  /** SQL: the tank of the terminal with an id. */
  tankOf: (terminal: string) => string
  /** Milliseconds between two readings of a terminal. */
  everyMs: number
}

/**
 * Fills an empty database with readings and everything that the product makes of them: roll-ups, counts, times out of range and latest values; or adds
 * such an older part, up to the start of a month. Each month is made in tables without indexes, which are then attached, so that a hundred million readings take minutes. Terminals, tanks, assignments
 * and a template with `historyLimits` have to exist. @param databases one connection for each month made at the same time
 */
export async function seedHistory(
  databases: readonly [Database, ...Database[]],
  history: History,
  onMonth: (month: Month) => void = () => undefined,
): Promise<void> {
  const [database] = databases
  const months = monthsBetween(history.from, history.to - 1)
  await database.query(
    `insert into terminal_presence (terminal_id, usual_interval_seconds) select i, ${history.everyMs / 1000} from generate_series(1, ${history.terminals}) i
     on conflict (terminal_id) do update set usual_interval_seconds = excluded.usual_interval_seconds`,
  )
  await forEach(months, (one, month) => loadMonth(one, history, month))
  await addLatest(database, history)
  // A month needs the end of the one before.
  await forEach(months, (one, month) => one.transact((connection) => addTimesOutOfRange(connection, history, month)))
  await rollupsRepository(database).sumInterval(history.from, history.to)
  await database.query(
    `insert into out_of_range_6h (tank_id, terminal_id, bucket, ${KEYS})
     select tank_id, terminal_id, date_bin('6 h', bucket, 'epoch'), ${METRICS.map(({ key }) => `sum(${key})`).join(', ')}
     from out_of_range_15m where bucket >= $1 and bucket < $2 group by 1, 2, 3`,
    [instantAt(history.from), instantAt(history.to)],
  )
  await database.query(
    'update rollup_state set mark_until = greatest(mark_until, $1), done_until = greatest(done_until, $1)',
    [instantAt(history.to)],
  )

  async function forEach(items: readonly Month[], work: (one: Database, month: Month) => Promise<void>) {
    const left = [...items]
    await Promise.all(
      databases.map(async (one) => {
        for (let month = left.shift(); month !== undefined; month = left.shift()) {
          const next = month
          await work(one, next)
          onMonth(next)
        }
      }),
    )
  }
}

const KEYS = METRICS.map(({ key }) => key).join(', ')

/** The part of a history that lies in a month. */
function partOf({ from, to }: History, month: Month) {
  const start = Date.parse(`${month}-01T00:00:00Z`)
  return { from: Math.max(from, startOf('month', start)), to: Math.min(to, endOf('month', start)) }
}

/** Fills the month of a table in one transaction, which writes no log, and attaches it at the end, which makes others wait only then. */
async function makePartition(
  database: Database,
  { parent, month, key }: { parent: string; month: Month; key: string },
  fill: (connection: Connection, table: string) => Promise<unknown>,
): Promise<void> {
  const table = `${parent}_${month.replace('-', '_')}`
  const start = Date.parse(`${month}-01T00:00:00Z`)
  await database.transact(async (connection) => {
    const { query } = connection
    await query(`set local work_mem = '1GB'`)
    await query(`set local maintenance_work_mem = '1GB'`)
    // The server made the months around now, which are still empty.
    await query(`drop table if exists ${table}`)
    await query(`create table ${table} (like ${parent} including defaults including constraints)`)
    await fill(connection, table)
    await query(`alter table ${table} add primary key (${key})`)
    await query(`analyze ${table}`)
    await query(
      `alter table ${parent} attach partition ${table} for values from ('${instantAt(start)}') to ('${instantAt(endOf('month', start))}')`,
    )
  })
}

async function loadMonth(database: Database, history: History, month: Month): Promise<void> {
  const { from, to } = partOf(history, month)
  await makePartition(
    database,
    { parent: 'measurements', month, key: 'terminal_id, measured_at' },
    ({ query }, table) => query(readingsSql(history, month, table)),
  )
  const interval = [instantAt(from), instantAt(to)]
  const key = 'terminal_id, bucket, tank_id'
  await makePartition(database, { parent: 'rollup_15m', month, key }, ({ query }, table) =>
    history.everyMs >= BUCKET_MS
      ? query(singleReadingsSql(table), interval)
      : query(fillRollupsSql(table)[0] ?? '', interval),
  )
  await database.transact(async ({ query }) => {
    await query(`set local work_mem = '1GB'`)
    for (const coarse of fillRollupsSql('').slice(1)) await query(coarse, interval)
  })
}

/** The same as the roll-up makes of buckets with one reading, without grouping millions of them. */
function singleReadingsSql(table: string): string {
  const columns = METRICS.map(({ key }) => `${key}_avg`).join(', ')
  return `insert into ${table} (bucket, terminal_id, tank_id, n, ${columns})
    select date_bin('15 min', measured_at, 'epoch'), terminal_id, coalesce(tank_id, 0), 1, ${KEYS} from measurements where measured_at >= $1 and measured_at < $2`
}

function readingsSql(history: History, month: Month, table: string): string {
  const { everyMs, terminals, tankOf } = history
  const { from, to } = partOf(history, month)
  // Slow waves with noise, those of two metrics a little higher than their limits.
  const values = MEASURED.map(({ key, min, max }, i) => {
    const height = ((max - min) / 4) * (LEAVES_RANGE.has(key) ? 0.999 : 0.8)
    return `(${(min + max) / 2} + ${height} * sin(k / ${500 + 100 * i}::float8 + t) + ${(max - min) / 200} * (random() - 0.5))::real as ${key}`
  })
  const flags = MEASURED.filter(({ key }) => LEAVES_RANGE.has(key)).map(
    (metric) =>
      `case when ${metric.key} < '${limitOf(metric, -1)}'::real or ${metric.key} > '${limitOf(metric, 1)}'::real then ${outOfRangeBit(metric.key)} else 0 end`,
  )
  const keys = MEASURED.map(({ key }) => key).join(', ')
  const offset = Math.max(1, Math.floor(everyMs / terminals))
  const first = Math.floor((from - history.from - terminals * offset) / everyMs)
  const last = Math.ceil((to - history.from) / everyMs)
  return `insert into ${table} (measured_at, received_at, terminal_id, tank_id, ${keys}, flags)
    select *, ${flags.join(' | ')} from (
      select at, at, t, ${tankOf('t')}, ${values.join(', ')} from generate_series(${Math.max(0, first)}, ${last}) k, generate_series(1, ${terminals}) t,
      lateral (select timestamptz '${instantAt(history.from)}' + (k * ${everyMs}::int8 + t * ${offset}) * interval '1 ms' as at offset 0) made
      where at >= '${instantAt(from)}' and at < '${instantAt(to)}'
    ) reading`
}

/** The newest values, of the last readings. */
async function addLatest({ query }: Connection, { from, to, terminals, everyMs }: History): Promise<void> {
  const keys = MEASURED.map(({ key }) => key).join(', ')
  await query(`insert into latest (terminal_id, tank_id, measured_at, received_at, ${keys}, ${MEASURED.map(({ key }) => `${key}_at`).join(', ')})
    select m.terminal_id, m.tank_id, m.measured_at, m.received_at, ${keys}, ${MEASURED.map(() => 'm.measured_at').join(', ')}
    from generate_series(1, ${terminals}) t cross join lateral (
      select * from measurements where terminal_id = t and measured_at >= '${instantAt(Math.max(from, to - 2 * everyMs))}' order by measured_at desc limit 1
    ) m on conflict do nothing`)
}

/** A value out of range counts until the next reading of its terminal, at most until it is stale; where terminals overlap, the tank's time counts once. */
async function addTimesOutOfRange({ query }: Connection, history: History, month: Month): Promise<void> {
  const { from, to } = partOf(history, month)
  const holds = `stale_after(${history.everyMs / 1000})`
  const sums = METRICS.map(({ key }) => `coalesce(sum(ms) filter (where metric = '${key}'), 0)::int`).join(', ')
  const bits = METRICS.map(({ key }) => `('${key}', ${outOfRangeBit(key)})`).join(', ')
  await query(`with following as (
      select m.terminal_id, m.tank_id, m.flags, m.measured_at as at, n.next_at
      from measurements m cross join lateral (
        select min(n.measured_at) as next_at from measurements n
        where n.terminal_id = m.terminal_id and n.measured_at > m.measured_at and n.measured_at < least(m.measured_at + ${holds}, '${instantAt(to)}')
      ) n
      where m.flags > 1 and m.measured_at >= timestamptz '${instantAt(from)}' - ${holds} and m.measured_at < '${instantAt(to)}'
    ),
    held as (
      select tank_id, terminal_id, metric, greatest(at, '${instantAt(from)}') as from_at, least(next_at, at + ${holds}, '${instantAt(to)}') as to_at
      from following join (values ${bits}) b(metric, bit) on flags & bit <> 0
      where least(next_at, at + ${holds}) > '${instantAt(from)}'
    ),
    parts as (
      select tank_id, terminal_id, metric, bucket, greatest(from_at, bucket) as from_at, least(to_at, bucket + interval '15 min') as to_at
      from held, generate_series(date_bin('15 min', from_at, 'epoch'), to_at - interval '1 us', interval '15 min') bucket
    ),
    ordered as (
      select *, max(to_at) over (partition by tank_id, metric, bucket order by from_at, to_at rows between unbounded preceding and 1 preceding) as reached
      from parts
    ),
    counted as (
      select tank_id, terminal_id, bucket, metric, 1000 * extract(epoch from to_at - from_at) as ms from parts
      union all
      select tank_id, 0, bucket, metric, 1000 * extract(epoch from to_at - greatest(from_at, reached)) from ordered where reached is null or to_at > reached
    )
    insert into out_of_range_15m (tank_id, terminal_id, bucket, ${KEYS}) select tank_id, terminal_id, bucket, ${sums} from counted group by 1, 2, 3`)
}
