import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Connection } from '../../../core/database/database.ts'

const each = (write: (metric: string) => string) => METRIC_KEYS.map(write).join(', ')

const ROLLED = `n, ${each((m) => `${m}_min, ${m}_avg, ${m}_max, ${m}_n`)}`
const FROM_RAW = `count(*)::int, ${each((m) => `min(${m}), avg(${m})::real, max(${m}), count(${m})::int`)}`
const FROM_ROLLED = `sum(n)::int, ${each(
  (m) =>
    `min(${m}_min), (sum(${m}_avg::float8 * ${m}_n) / nullif(sum(${m}_n), 0))::real, max(${m}_max), sum(${m}_n)::int`,
)}`

interface Rollup {
  table: string
  source: string
  /** Column of the source that tells its time. */
  time: string
  tank: string
  /** SQL: start of the bucket that holds an instant. */
  floor: (instant: string) => string
  step: string
  columns: string
  aggregates: string
}

const binned = (step: string) => (instant: string) => `date_bin('${step}', ${instant}, 'epoch')`
const counted = { tank: 'tank_id', time: 'bucket', columns: 'n', aggregates: 'sum(n)::int' }

/** Each is made from the one before it, the first from the readings. */
const ROLLUPS: readonly Rollup[] = [
  {
    table: 'rollup_15m',
    source: 'measurements',
    time: 'measured_at',
    tank: 'coalesce(tank_id, 0)',
    floor: binned('15 min'),
    step: '15 min',
    columns: ROLLED,
    aggregates: FROM_RAW,
  },
  {
    ...counted,
    table: 'rollup_6h',
    source: 'rollup_15m',
    floor: binned('6 h'),
    step: '6 h',
    columns: ROLLED,
    aggregates: FROM_ROLLED,
  },
  { ...counted, table: 'counts_day', source: 'rollup_6h', floor: binned('1 day'), step: '1 day' },
  {
    ...counted,
    table: 'counts_month',
    source: 'counts_day',
    floor: (instant) => `date_trunc('month', ${instant}, 'UTC')`,
    step: '1 month',
  },
]

const target = ({ table, columns }: Rollup) => `insert into ${table} (bucket, terminal_id, tank_id, ${columns})`
const replace = ({ columns }: Rollup) =>
  `on conflict (terminal_id, bucket, tank_id) do update set ${columns
    .split(', ')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

/** A stretch of time, borders of 15 min. */
const rollStretch = (rollup: Rollup) => `${target(rollup)}
select ${rollup.floor(rollup.time)}, terminal_id, ${rollup.tank}, ${rollup.aggregates} from ${rollup.source}
where ${rollup.time} >= ${rollup.floor('$1::timestamptz')} and ${rollup.time} < ${rollup.floor("$2::timestamptz - interval '1 us'")} + interval '${rollup.step}'
group by 1, 2, 3 order by 2, 1, 3 ${replace(rollup)}`

/** Single buckets of single terminals. */
const rollSingle = (rollup: Rollup) => `${target(rollup)}
select dirty.start, dirty.terminal, made.* from (
  select distinct terminal, ${rollup.floor('late')} as start from unnest($1::int[], $2::timestamptz[]) x(terminal, late) order by 1, 2
) dirty cross join lateral (
  select ${rollup.tank}, ${rollup.aggregates} from ${rollup.source}
  where terminal_id = dirty.terminal and ${rollup.time} >= dirty.start and ${rollup.time} < dirty.start + interval '${rollup.step}' group by 1
) made ${replace(rollup)}`

export interface DirtyBucket {
  terminal_id: number
  /** Its start. */
  bucket: string
}

export interface RollupState {
  /** Who stores a reading before it marks its bucket as dirty. */
  mark_until: string
  /** Every reading before it is in the roll-ups, save those of dirty buckets. */
  done_until: string
}

/** Makes what long charts and exact totals are read from. */
export function rollupsRepository({ db, query }: Connection) {
  /** Makes single 15 minutes of single terminals anew, and what hangs on them. */
  async function rollBuckets(buckets: readonly DirtyBucket[]): Promise<void> {
    if (buckets.length === 0) return
    const parameters = [buckets.map((one) => one.terminal_id), buckets.map((one) => one.bucket)]
    for (const rollup of ROLLUPS) await query(rollSingle(rollup), parameters)
  }

  return {
    /** Takes the right to make roll-ups, to the end of the transaction; waits for whoever has it. */
    async lock(): Promise<void> {
      await query('select pg_advisory_xact_lock(7102)')
    },

    /** Waits until every writer that may not have seen the last mark has ended, and keeps new ones out to the end of the transaction. */
    async waitForWriters(): Promise<void> {
      await query('select pg_advisory_xact_lock(7101)')
    },

    async state(): Promise<RollupState> {
      return db.selectFrom('rollup_state').selectAll().executeTakeFirstOrThrow()
    },

    /** Moves the mark to the last border of 15 min; never back. */
    async moveMark(until: string): Promise<void> {
      await query(
        `update rollup_state set mark_until = greatest(mark_until, date_bin('15 min', $1::timestamptz, 'epoch'))`,
        [until],
      )
    },

    async finishMark(): Promise<void> {
      await query('update rollup_state set done_until = mark_until')
    },

    /** Makes every roll-up of a stretch of time anew; both ends on borders of 15 min. */
    async rollStretch(from: string, to: string): Promise<void> {
      for (const rollup of ROLLUPS) await query(rollStretch(rollup), [from, to])
    },

    rollBuckets,

    /** Takes some dirty buckets away and makes them anew. @returns how many. */
    async rollDirty(limit: number): Promise<number> {
      const { rows } = await query<DirtyBucket>(
        `delete from rollup_dirty d using (
          select terminal_id, bucket from rollup_dirty where bucket < (select done_until from rollup_state) order by 1, 2 limit $1
        ) batch where d.terminal_id = batch.terminal_id and d.bucket = batch.bucket returning d.terminal_id, d.bucket`,
        [limit],
      )
      await rollBuckets(rows)
      return rows.length
    },
  }
}

export type RollupsRepository = ReturnType<typeof rollupsRepository>
