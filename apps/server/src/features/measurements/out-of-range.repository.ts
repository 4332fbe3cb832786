import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { inScope } from './lists/scope-condition.repository.ts'
import { splitSpan } from './rollups/time-spans.rules.ts'

/** Values of one metric below `lo` or above `hi` are out; null: open. Reals, as readings are. */
export interface MetricLimits {
  metric: MetricKey
  lo: number | null
  hi: number | null
}

/** How long a terminal's value counts when no other follows, in seconds. */
export interface Holding {
  terminal_id: number
  seconds: number
}

export interface Wanted {
  tank_id: number
  terminals: readonly Holding[]
  limits: readonly MetricLimits[]
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  /** Everything before it is rolled up, save dirty buckets. */
  done: number
}

/** For how long a metric was out of its limits on a day, in seconds. */
export interface DayOut {
  metric: MetricKey
  /** Start of the day, UTC, epoch milliseconds. */
  day: number
  seconds: number
}

/**
 * For how long a tank was out of its limits, per metric and day; days without such a time are left out.
 *
 * A value counts from its own instant until the next value of the same terminal and metric, at most as long as the terminal holds; several
 * terminals that are out at once count once. Exact to the millisecond, hence from the readings themselves; but only from those of the quarters of
 * an hour whose least or greatest value is out, so the cost grows with the time that was out, not with the window.
 */
export function outOfRange({ db }: Connection) {
  return {
    async days(wanted: Wanted): Promise<DayOut[]> {
      const { limits, terminals, from, to } = wanted
      if (limits.length === 0 || terminals.length === 0 || from >= to) return []
      const { rows } = await sql<{ place: number; day: string; seconds: number }>`with
        terminal as materialized (select * from unnest(
          ${terminals.map((one) => one.terminal_id)}::int[], ${terminals.map((one) => `${one.seconds} s`)}::interval[]
        ) as t(id, holds)),
        ${sql.join(limits.map((one) => stretches(wanted, one)))},
        held as (${sql.join(
          limits.map((one) => heldOut(wanted, one)),
          sql` union all `,
        )}),
        clipped as (
          select place, greatest(from_at, ${instantAt(from)}) as from_at, least(to_at, ${instantAt(to)}) as to_at from held
          where to_at > ${instantAt(from)} and from_at < ${instantAt(to)}
        ),
        daily as (
          select place, date_bin('1 day', from_at, 'epoch') as day, from_at, least(to_at, date_bin('1 day', from_at, 'epoch') + interval '1 day') as to_at
          from clipped
          union all
          -- the days after the one in which it began
          select place, day, day, least(to_at, day + interval '1 day') from clipped,
          generate_series(date_bin('1 day', from_at, 'epoch') + interval '1 day', to_at - interval '1 us', interval '1 day') day
          where to_at > date_bin('1 day', from_at, 'epoch') + interval '1 day'
        ),
        -- up to where the time before is counted already
        ordered as (
          select *, max(to_at) over (partition by place, day order by from_at, to_at rows between unbounded preceding and 1 preceding) as reached
          from daily
        )
        select place, day, sum(extract(epoch from to_at - greatest(from_at, reached))) filter (where to_at > reached or reached is null)::float8 as seconds
        from ordered group by place, day`.execute(db)
      return rows.flatMap(({ place, day, seconds }) => {
        const metric = METRIC_KEYS[place]
        return metric ? [{ metric, day: Date.parse(day), seconds }] : []
      })
    },
  }
}

const stretchesOf = (metric: MetricKey) => sql.ref(`stretch_${metric}`)

const isOut = (least: RawBuilder<unknown>, greatest: RawBuilder<unknown>, { lo, hi }: MetricLimits) =>
  sql`(${least} < ${lo}::real or ${greatest} > ${hi}::real)`

/** For how long a value of any of them may count, in milliseconds. Plain numbers in a statement leave partitions out from the start. */
const longestOf = (terminals: readonly Holding[]) => Math.max(...terminals.map((one) => one.seconds)) * 1000

/** Where readings have to be looked at: quarters with a value that is out, dirty ones, and what no roll-up holds yet. */
function stretches({ tank_id, terminals, from, to, done }: Wanted, limits: MetricLimits): RawBuilder<unknown> {
  const { metric } = limits
  const scope = { terminals: terminals.map((one) => one.terminal_id), tanks: [tank_id] }
  const rolledTo = Math.max(from, Math.min(to, done))
  const spans = [...splitSpan(from, rolledTo, ['15m', 'raw']), ...splitSpan(rolledTo, to, ['raw'])]
  const parts = spans.map((span) => {
    const [start, end] = [instantAt(span.from), instantAt(span.to)]
    if (span.level === 'raw') return sql`select t.id, ${start}::timestamptz, ${end}::timestamptz from terminal t`
    // Quarters in a row are one stretch: they have the same distance from their number.
    return sql`select terminal_id, min(bucket), max(bucket) + interval '15 min' from (
        select terminal_id, bucket, bucket - row_number() over (partition by terminal_id order by bucket) * interval '15 min' as distance from (
          select m.terminal_id, m.bucket from rollup_15m m where m.bucket >= ${start} and m.bucket < ${end} ${inScope(scope)}
          and ${isOut(sql.ref(`m.${metric}_min`), sql.ref(`m.${metric}_max`), limits)}
          union select d.terminal_id, d.bucket from rollup_dirty d
          where d.bucket >= ${start} and d.bucket < ${end} and d.terminal_id = any(${scope.terminals}::int[])
        ) quarters
      ) numbered group by terminal_id, distance`
  })
  // The value that stood when the window began.
  const before = sql`select t.id, m.measured_at, ${instantAt(from)}::timestamptz from terminal t cross join lateral (
      select m.measured_at from measurements m where m.terminal_id = t.id and m.measured_at < ${instantAt(from)}
      and m.measured_at >= ${instantAt(from - longestOf(terminals))} and m.measured_at > ${instantAt(from)}::timestamptz - t.holds and ${sql.ref(`m.${metric}`)} is not null
      order by m.measured_at desc limit 1
    ) m`
  return sql`${stretchesOf(metric)} (terminal_id, from_at, to_at) as materialized (${sql.join([...parts, before], sql` union all `)})`
}

/** Pieces of time in which one metric of one terminal was out. */
function heldOut({ tank_id, terminals, from, to }: Wanted, limits: MetricLimits): RawBuilder<unknown> {
  const { metric } = limits
  const value = sql.ref(`m.${metric}`)
  const longest = longestOf(terminals)
  // Of every stretch too, so that partitions outside are left out from the start.
  const near = sql`m.measured_at >= ${instantAt(from - longest)} and m.measured_at < ${instantAt(to + longest)}`
  return sql`select ${sql.lit(METRIC_KEYS.indexOf(metric))} as place, x.at as from_at,
      least(coalesce(x.next_at, (
        select m.measured_at from measurements m where m.terminal_id = s.terminal_id and ${near} and m.measured_at >= s.to_at
        and m.measured_at < s.to_at + t.holds and ${value} is not null order by m.measured_at limit 1
      )), x.at + t.holds) as to_at
    from ${stretchesOf(metric)} s join terminal t on t.id = s.terminal_id cross join lateral (
      select m.measured_at as at, m.tank_id, ${value} as value, lead(m.measured_at) over (order by m.measured_at) as next_at
      from measurements m where m.terminal_id = s.terminal_id and ${near}
      and m.measured_at >= s.from_at and m.measured_at < s.to_at and ${value} is not null
    ) x where x.tank_id = ${tank_id} and ${isOut(sql.ref('x.value'), sql.ref('x.value'), limits)}`
}
