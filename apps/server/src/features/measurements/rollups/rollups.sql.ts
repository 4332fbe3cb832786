import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { rolledParts } from '../../../core/database/rolled-parts.ts'
import { outOfRangeTime, type TankInterval } from './out-of-range-time.sql.ts'
import { BUCKET_MS, endOf, startOf } from './time-spans.rules.ts'

// SQL text because it is a hot path, generated for every roll-up table from one description.
// The columns of a metric come from core/database/add-metric-columns, in a migration.

const each = (write: (metric: MetricKey) => string) => METRIC_KEYS.map(write).join(', ')

const ROLLED = `n, ${each((m) => `${m}_min, ${m}_avg, ${m}_max, ${m}_n`)}`
const FROM_RAW = `count(*)::int, ${each((m) => rolledValues(`min(${m})`, `avg(${m})::real`, `max(${m})`, `count(${m})::int`, 'count(*)::int'))}`
const FROM_ROLLED = `sum(n)::int, ${each((m) => {
  const { min, max, n } = rolledParts(m)
  const average = `(sum(${m}_avg::float8 * ${n}) / nullif(sum(${n}), 0))::real`
  return rolledValues(`min(${min})`, average, `max(${max})`, `sum(${n})::int`, 'sum(n)::int')
})}`

/**
 * SQL: what a row stores of a metric. Null stands for what follows from the rest of the row, and takes no space: the least and the greatest value
 * where both are the mean, the number where it is that of the readings or zero. A bucket with one reading, which is most of them where terminals
 * send rarely, takes half the space. `rolledParts` reads it.
 */
function rolledValues(min: string, average: string, max: string, n: string, readings: string): string {
  return `nullif(${min}, ${average}), ${average}, nullif(${max}, ${average}), nullif(nullif(${n}, ${readings}), 0)`
}

interface Rollup {
  table: string
  source: string
  /** Time column of the source. */
  time: string
  tank: string
  /** SQL: start of the bucket that contains an instant. */
  startOf: (instant: string) => string
  step: string
  columns: string
  aggregates: string
}

const binned = (step: string) => (instant: string) => `date_bin('${step}', ${instant}, 'epoch')`
const counted = { tank: 'tank_id', time: 'bucket', columns: 'n', aggregates: 'sum(n)::int' }

/** Each roll-up is built from the one before it, the first from the readings. */
const ROLLUPS: readonly Rollup[] = [
  {
    table: 'rollup_15m',
    source: 'measurements',
    time: 'measured_at',
    tank: 'coalesce(tank_id, 0)',
    startOf: binned('15 min'),
    step: '15 min',
    columns: ROLLED,
    aggregates: FROM_RAW,
  },
  {
    ...counted,
    table: 'rollup_6h',
    source: 'rollup_15m',
    startOf: binned('6 h'),
    step: '6 h',
    columns: ROLLED,
    aggregates: FROM_ROLLED,
  },
  {
    ...counted,
    table: 'rollup_day',
    source: 'rollup_6h',
    startOf: binned('1 day'),
    step: '1 day',
    columns: ROLLED,
    aggregates: FROM_ROLLED,
  },
  // The same numbers in a narrow table: a list adds up those of many terminals.
  { ...counted, table: 'counts_day', source: 'rollup_day', startOf: binned('1 day'), step: '1 day' },
  {
    ...counted,
    table: 'counts_month',
    source: 'counts_day',
    startOf: (instant) => `date_trunc('month', ${instant}, 'UTC')`,
    step: '1 month',
  },
]

const target = ({ table, columns }: Rollup) => `insert into ${table} (bucket, terminal_id, tank_id, ${columns})`
const replace = ({ columns }: Rollup) =>
  `on conflict (terminal_id, bucket, tank_id) do update set ${columns
    .split(', ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

/** SQL: what a time interval that starts and ends on 15-minute borders gives. */
const intervalSql = (rollup: Rollup) => `
select ${rollup.startOf(rollup.time)}, terminal_id, ${rollup.tank}, ${rollup.aggregates} from ${rollup.source}
where ${rollup.time} >= ${rollup.startOf('$1::timestamptz')} and ${rollup.time} < ${rollup.startOf("$2::timestamptz - interval '1 us'")} + interval '${rollup.step}'
group by 1, 2, 3`

/** SQL: rolls up all buckets of such an interval. */
const rollIntervalSql = (rollup: Rollup) =>
  `${target(rollup)} ${intervalSql(rollup)} order by 2, 1, 3 ${replace(rollup)}`

/** Each roll-up as a statement that fills an empty table with an interval ($1, $2), in order of time, as rows come in. @param partition the month of the first one */
export const fillRollupsSql = (partition: string): string[] =>
  ROLLUPS.map(
    (rollup, i) =>
      `${target(i === 0 ? { ...rollup, table: partition } : rollup)} ${intervalSql(rollup)} order by 1, 2, 3`,
  )

/** SQL: rolls up single buckets of single terminals. */
const rollBucketsSql = (rollup: Rollup) => `${target(rollup)}
select dirty.start, dirty.terminal, made.* from (
  select distinct terminal, ${rollup.startOf('late')} as start from unnest($1::int[], $2::timestamptz[]) x(terminal, late) order by 1, 2
) dirty cross join lateral (
  select ${rollup.tank}, ${rollup.aggregates} from ${rollup.source}
  where terminal_id = dirty.terminal and ${rollup.time} >= dirty.start and ${rollup.time} < dirty.start + interval '${rollup.step}' group by 1
) made ${replace(rollup)}`

/** The same for Citus, which refuses to group what a row of the list finds. $3, $4: the ends of the list, by which nodes skip partitions. */
const rollBucketsDistributedSql = (rollup: Rollup) => `${target(rollup)}
select dirty.start, dirty.terminal, ${rollup.tank}, ${rollup.aggregates} from (
  select distinct terminal, ${rollup.startOf('late')} as start from unnest($1::int[], $2::timestamptz[]) x(terminal, late)
) dirty join ${rollup.source} on terminal_id = dirty.terminal and ${rollup.time} >= dirty.start and ${rollup.time} < dirty.start + interval '${rollup.step}'
where ${rollup.time} >= ${rollup.startOf('$3::timestamptz')} and ${rollup.time} < ${rollup.startOf('$4::timestamptz')} + interval '${rollup.step}'
group by 1, 2, 3 ${replace(rollup)}`

// The sums over all terminals. Without them a list of everything would add up a row of each terminal for each day.
const SUM_DAYS = `insert into totals_day (bucket, n) select bucket, sum(n) from counts_day where bucket = any($1::timestamptz[]) group by bucket order by bucket
on conflict (bucket) do update set n = excluded.n`
const SUM_MONTHS = `insert into totals_month (bucket, n) select month, sum(n) from unnest($1::timestamptz[]) month
join totals_day on bucket >= month and bucket < month + interval '1 month' group by month order by month
on conflict (bucket) do update set n = excluded.n`

interface DirtyBucket {
  terminal_id: number
  /** Start of the bucket. */
  bucket: string
}

export interface RollupState {
  /** A writer that stores a reading before this instant marks its bucket as dirty. */
  mark_until: string
  /** All readings before this instant are in the roll-ups, except those of dirty buckets. */
  done_until: string
  /** Since when readings and roll-ups are complete (`kept.rules.ts`). */
  raw_from: string
  rolled_15m_from: string
  rolled_6h_from: string
}

// Citus refuses row addresses, and tables of the coordinator in what a statement returns.
const DELETE_DIRTY_DISTRIBUTED = `with dirty as (
  select terminal_id, bucket from rollup_dirty where bucket < $2 order by terminal_id, bucket limit $1)
delete from rollup_dirty d using dirty where d.terminal_id = dirty.terminal_id and d.bucket = dirty.bucket
returning d.terminal_id, d.bucket`

/** Builds the roll-ups, from which long charts and exact totals are read. */
export function rollupsRepository({ db, query, isDistributed }: Connection) {
  const outOfRange = outOfRangeTime({ db, isDistributed })

  /** Rolls up single 15-minute buckets of single terminals again, and the coarser buckets that contain them. */
  async function rollBuckets(buckets: readonly DirtyBucket[]): Promise<void> {
    if (buckets.length === 0) return
    const parameters = [buckets.map((one) => one.terminal_id), buckets.map((one) => one.bucket)]
    const times = buckets.map((one) => one.bucket).sort()
    for (const rollup of ROLLUPS)
      await (isDistributed
        ? query(rollBucketsDistributedSql(rollup), [...parameters, times[0], times.at(-1)])
        : query(rollBucketsSql(rollup), parameters))
    await sumTotals(times.map((at) => Date.parse(at)))
    const { rows } = await query<{ tank_id: number; at: string }>(
      `select distinct l.tank_id, at from unnest($1::int[], $2::timestamptz[]) b(terminal_id, at)
       join latest l on l.terminal_id = b.terminal_id where l.tank_id > 0 order by 1, 2`,
      parameters,
    )
    await outOfRange.rollUp(joined(rows.map(({ tank_id, at }) => ({ tank_id, from: Date.parse(at) }))))
  }

  async function sumInterval(from: number, to: number): Promise<void> {
    const days: number[] = []
    for (let day = startOf('day', from); day < to; day = endOf('day', day)) days.push(day)
    await sumTotals(days)
  }

  /** Adds up the counts of the days that contain these instants, and those of their months. */
  async function sumTotals(instants: readonly number[]): Promise<void> {
    const startsOf = (level: 'day' | 'month') => [...new Set(instants.map((ms) => startOf(level, ms)))].map(instantAt)
    await query(SUM_DAYS, [startsOf('day')])
    await query(SUM_MONTHS, [startsOf('month')])
  }

  /**
   * Removes some dirty buckets and rolls them up again. @returns their number.
   * By row address, not by a join: the table is often analyzed when it is empty, and a join planned for an empty table takes minutes for 10,000 rows.
   */
  async function rollDirty(limit: number): Promise<number> {
    if (isDistributed) return rollDirtyDistributed(limit)
    const { rows } = await query<DirtyBucket & { hasReadings: boolean }>(
      `delete from rollup_dirty where ctid = any(array(
        select ctid from rollup_dirty where bucket < (select done_until from rollup_state) order by terminal_id, bucket limit $1
      )) returning terminal_id, bucket, bucket >= (select raw_from from rollup_state) as "hasReadings"`,
      [limit],
    )
    // A bucket whose readings were dropped would be replaced by one without them.
    await rollBuckets(rows.filter(({ hasReadings }) => hasReadings))
    return rows.length
  }

  async function rollDirtyDistributed(limit: number): Promise<number> {
    const { done_until, raw_from } = await db.selectFrom('rollup_state').selectAll().executeTakeFirstOrThrow()
    const { rows } = await query<DirtyBucket>(DELETE_DIRTY_DISTRIBUTED, [limit, done_until])
    await rollBuckets(rows.filter(({ bucket }) => bucket >= raw_from))
    return rows.length
  }

  return {
    /** Waits for and holds the lock for writing roll-ups until the transaction ends. */
    async lock(): Promise<void> {
      await query('select pg_advisory_xact_lock(7102)')
    },

    /** Waits for all writers that may not have seen the last mark, and blocks new ones until the transaction ends. */
    async waitForWriters(): Promise<void> {
      await query('select pg_advisory_xact_lock(7101)')
    },

    async state(): Promise<RollupState> {
      return db.selectFrom('rollup_state').selectAll().executeTakeFirstOrThrow()
    },

    /** Moves the mark forward to the last 15-minute border; never back. */
    async moveMark(until: string): Promise<void> {
      await query(
        `update rollup_state set mark_until = greatest(mark_until, date_bin('15 min', $1::timestamptz, 'epoch'))`,
        [until],
      )
    },

    async finishMark(): Promise<void> {
      await query('update rollup_state set done_until = mark_until')
    },

    /** Builds every roll-up of a time interval; both ends are on 15-minute borders. */
    async rollInterval(from: string, to: string): Promise<void> {
      for (const rollup of ROLLUPS) await query(rollIntervalSql(rollup), [from, to])
      await sumInterval(Date.parse(from), Date.parse(to))
      const { rows } = await query<{ tank_id: number }>(
        'select distinct tank_id from latest where tank_id > 0 order by 1',
      )
      await outOfRange.rollUp(rows.map(({ tank_id }) => ({ tank_id, from: Date.parse(from), to: Date.parse(to) })))
    },

    rollDirty,
    sumInterval,

    /** Repeats `rollDirty` until no dirty bucket is left; for an import, whose own transaction made them dirty. */
    async rollAllDirty(): Promise<void> {
      let rolled = 0
      do rolled = await rollDirty(5_000)
      while (rolled > 0)
    },
  }
}

/** Joins adjacent buckets of a tank to one interval. @param buckets by tank, in order of time */
function joined(buckets: readonly { tank_id: number; from: number }[]): TankInterval[] {
  const intervals: TankInterval[] = []
  for (const { tank_id, from } of buckets) {
    const last = intervals.at(-1)
    if (last?.tank_id === tank_id && last.to === from) last.to += BUCKET_MS
    else intervals.push({ tank_id, from, to: from + BUCKET_MS })
  }
  return intervals
}

export type RollupsRepository = ReturnType<typeof rollupsRepository>
