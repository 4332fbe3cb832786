import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { outOfRangeBit } from '../storing/limits-in-force.ts'
import { endOf, startOf, type TimeWindow } from './time-spans.rules.ts'

// SQL text because the query builder does not support time intervals.

/** A time interval of one tank. */
export interface TankInterval extends TimeWindow {
  tank_id: number
}

interface OutOfRangeQuery {
  intervals: readonly TankInterval[]
  metrics: readonly MetricKey[]
  /** Only of this terminal; null: of all that ever measured the tank. */
  terminal_id: number | null
}

/** SQL: the age at which a value no longer counts if no other follows. */
const HOLDS = sql`stale_after(coalesce(t.expected_interval_seconds, p.usual_interval_seconds))`

/** The time that metrics were out of range, computed from the readings. */
export function outOfRangeTime({ db, isDistributed }: Pick<Connection, 'db' | 'isDistributed'>) {
  /** The longest time that a value of any terminal counts, in milliseconds. */
  async function longestHold(): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from max(${HOLDS}))::float8 as seconds from terminals t left join terminal_presence p on p.terminal_id = t.id`.execute(
      db,
    )
    return (rows[0]?.seconds ?? 0) * 1000
  }

  return {
    /** Seconds per metric over all the intervals; time in which several terminals are out of range counts once. */
    async sum(asked: OutOfRangeQuery): Promise<Map<MetricKey, number>> {
      const seconds = new Map<MetricKey, number>()
      if (asked.intervals.length === 0) return seconds
      const hold = await longestHold()
      for (const intervals of nearEachOther(asked.intervals)) {
        const { rows } = await sql<{
          metric: MetricKey
          ms: number
        }>`with ${outIntervals({ ...asked, intervals }, hold, isDistributed)}
          select metric, sum(${MS_NOT_COUNTED_BEFORE})::float8 as ms from (
            select *, ${REACHED} over (partition by tank_id, metric order by from_at, to_at rows between unbounded preceding and 1 preceding) as reached from held
          ) ordered where reached is null or to_at > reached group by metric`.execute(db)
        for (const { metric, ms } of rows) seconds.set(metric, (seconds.get(metric) ?? 0) + ms / 1000)
      }
      return seconds
    },

    /** Recomputes the 15-minute buckets of these intervals, which must be full buckets, and the 6-hour buckets that contain them. */
    async rollUp(intervals: readonly TankInterval[]): Promise<void> {
      if (intervals.length === 0) return
      const asked = { intervals, metrics: METRIC_KEYS, terminal_id: null }
      const wanted = wantedRows(intervals)
      const { from, to } = spanOf(intervals)
      // Without constant instants the planner expects so many rows that it reads the whole table, which grows with the history.
      const isNear = (start: number, end: number) =>
        sql`o.bucket >= ${instantAt(start)} and o.bucket < ${instantAt(end)}`
      await sql`delete from out_of_range_15m o using ${wanted}
        where o.tank_id = w.tank_id and o.bucket >= w.from_at and o.bucket < w.to_at and ${isNear(from, to)}`.execute(
        db,
      )
      await sql`with ${outIntervals(asked, await longestHold(), isDistributed)},
        parts as (
          select tank_id, terminal_id, metric, bucket, greatest(from_at, bucket) as from_at, least(to_at, bucket + interval '15 min') as to_at
          from held, generate_series(date_bin('15 min', from_at, 'epoch'), to_at - interval '1 us', interval '15 min') bucket
        ),
        ordered as (
          select *, ${REACHED} over (partition by tank_id, metric, bucket order by from_at, to_at rows between unbounded preceding and 1 preceding) as reached
          from parts
        ),
        counted as (
          select tank_id, terminal_id, bucket, metric, ${MS} as ms from parts
          union all
          select tank_id, 0, bucket, metric, ${MS_NOT_COUNTED_BEFORE} from ordered where reached is null or to_at > reached
        )
        insert into out_of_range_15m (tank_id, terminal_id, bucket, ${COLUMNS})
        select tank_id, terminal_id, bucket, ${sql.join(METRIC_KEYS.map((metric) => sql`coalesce(sum(ms) filter (where metric = ${sql.lit(metric)}), 0)::int`))}
        from counted group by 1, 2, 3`.execute(db)

      const sixHours = sql`(select distinct tank_id, date_bin('6 h', at, 'epoch') as bucket from ${wanted},
        generate_series(date_bin('6 h', w.from_at, 'epoch'), w.to_at - interval '1 us', interval '6 h') at)`
      const isIn6h = isNear(startOf('6h', from), endOf('6h', to - 1))
      await sql`delete from out_of_range_6h o using ${sixHours} w where o.tank_id = w.tank_id and o.bucket = w.bucket and ${isIn6h}`.execute(
        db,
      )
      await sql`insert into out_of_range_6h (tank_id, terminal_id, bucket, ${COLUMNS})
        select o.tank_id, o.terminal_id, w.bucket, ${sql.join(METRIC_KEYS.map((metric) => sql`sum(o.${sql.ref(metric)})`))}
        from ${sixHours} w join out_of_range_15m o on o.tank_id = w.tank_id and o.bucket >= w.bucket and o.bucket < w.bucket + interval '6 h'
        where ${isIn6h} group by 1, 2, 3`.execute(db)
    },
  }
}

const COLUMNS = sql.join(METRIC_KEYS.map((metric) => sql.ref(metric)))
/** The end of the time already counted by earlier intervals. */
const REACHED = sql`max(to_at)`
const MS = sql`1000 * extract(epoch from to_at - from_at)`
const MS_NOT_COUNTED_BEFORE = sql`1000 * extract(epoch from to_at - greatest(from_at, reached))`

/** A month: intervals that are further apart are read by statements of their own, so that each skips the partitions between them. */
const FAR_MS = 31 * 86_400_000

/** Disjoint intervals in groups, in order of time. */
function nearEachOther(intervals: readonly TankInterval[]): TankInterval[][] {
  const groups: TankInterval[][] = []
  let end = -Infinity
  for (const interval of intervals.toSorted((a, b) => a.from - b.from)) {
    if (interval.from - end > FAR_MS) groups.push([])
    groups.at(-1)?.push(interval)
    end = Math.max(end, interval.to)
  }
  return groups
}

/** From the first start to the last end. */
function spanOf(intervals: readonly TankInterval[]): TimeWindow {
  return {
    from: intervals.reduce((least, one) => Math.min(least, one.from), Infinity),
    to: intervals.reduce((most, one) => Math.max(most, one.to), -Infinity),
  }
}

/** SQL: the intervals as rows `w` of `tank_id, from_at, to_at`. */
function wantedRows(intervals: readonly TankInterval[]): RawBuilder<unknown> {
  const column = <T>(of: (one: TankInterval) => T) => intervals.map(of)
  return sql`unnest(${column((one) => one.tank_id)}::int[], ${column((one) => instantAt(one.from))}::timestamptz[], ${column((one) => instantAt(one.to))}::timestamptz[]) as w(tank_id, from_at, to_at)`
}

/**
 * SQL: `held`, rows `tank_id, terminal_id, metric, from_at, to_at`: when a value out of range counted, cut to the given
 * intervals. A value counts from its own instant until the next value of the same terminal and metric, at most until it
 * is stale.
 */
function outIntervals(
  { intervals, metrics, terminal_id }: OutOfRangeQuery,
  longestHold: number,
  isDistributed: boolean | undefined,
): RawBuilder<unknown> {
  // Constant instants let the planner skip partitions.
  const { from, to } = spanOf(intervals)
  const near = sql`m.measured_at >= ${instantAt(from - longestHold)} and m.measured_at < ${instantAt(to)}`
  const terminalsOf = sql`select l.terminal_id from latest l where l.tank_id = any(${[...new Set(intervals.map((one) => one.tank_id))]}::int[])`
  // Citus does not join what is on its nodes row by row: the coordinator fetches the readings of these tanks first.
  const fetched = sql`fetched as materialized (select * from measurements m where ${near} and m.terminal_id in (${terminalsOf})),`
  const readings = isDistributed ? sql`fetched` : sql`measurements`
  const ofTerminal = terminal_id === null ? sql`` : sql`and l.terminal_id = ${terminal_id}`
  const heldOf = (metric: MetricKey) => sql`
    select s.tank_id, s.terminal_id, ${sql.lit(metric)} as metric, greatest(x.at, s.from_at) as from_at, least(x.next_at, x.at + s.holds, s.to_at) as to_at
    from source s cross join lateral (
      select m.measured_at as at, m.tank_id, m.flags, lead(m.measured_at) over (order by m.measured_at) as next_at
      from ${readings} m where m.terminal_id = s.terminal_id and m.measured_at >= s.from_at - s.holds and m.measured_at < s.to_at and ${near}
      and ${sql.ref(`m.${metric}`)} is not null
    ) x
    where s.bits & ${sql.lit(outOfRangeBit(metric))} <> 0 and x.flags & ${sql.lit(outOfRangeBit(metric))} <> 0 and x.tank_id = s.tank_id
    and least(x.next_at, x.at + s.holds, s.to_at) > s.from_at`
  return sql`${isDistributed ? fetched : sql``}
    source as materialized (
      select w.tank_id, w.from_at, w.to_at, l.terminal_id, one.holds, found.bits
      from ${wantedRows(intervals)} join latest l on l.tank_id = w.tank_id ${ofTerminal}
      cross join lateral (
        select ${HOLDS} as holds from terminals t left join terminal_presence p on p.terminal_id = t.id where t.id = l.terminal_id
      ) one
      cross join lateral (
        select bit_or(m.flags) as bits from ${readings} m where m.terminal_id = l.terminal_id and m.tank_id = w.tank_id and m.flags > 1
        and m.measured_at >= w.from_at - one.holds and m.measured_at < w.to_at and ${near}
      ) found
      where found.bits is not null
    ),
    held as (${sql.join(metrics.map(heldOf), sql` union all `)})`
}
