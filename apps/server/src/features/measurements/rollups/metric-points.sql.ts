import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import { dirtyInScope, isIn, ofTanks, type MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { rolledParts } from '../../../core/database/rolled-parts.ts'
import { splitSpan, type Level, type TimeWindow } from './time-spans.rules.ts'

// SQL text because the query builder does not support time buckets.

const ROLLED = {
  day: { table: 'rollup_day', step: '1 day' },
  '6h': { table: 'rollup_6h', step: '6 h' },
  '15m': { table: 'rollup_15m', step: '15 min' },
} as const
/** The levels with values, not only counts. */
export type RolledLevel = keyof typeof ROLLED
/** From coarse to fine. */
export const ROLLED_LEVELS: readonly RolledLevel[] = ['day', '6h', '15m']

interface PointsQuery extends TimeWindow {
  scope: MeasurementScope
  metrics: readonly MetricKey[]
  /** Roll-ups that may be read, coarse before fine. */
  levels: readonly RolledLevel[]
  /** All readings before this instant are rolled up, except in dirty buckets. */
  done: number
  /** Whether one of these readings may be in a dirty bucket: looking for them takes PostgreSQL longer to plan than all the rest to read. */
  hasDirty?: boolean
  /** As of the connection. */
  isDistributed: boolean | undefined
}

/**
 * SQL: rows `t, tank_id, {metric}_min, {metric}_avg, {metric}_max, {metric}_n …` of a time interval. Full buckets come from the
 * roll-ups; the interval's ends, dirty buckets and readings not rolled up yet come from the readings, one row each.
 */
export function metricPoints({ from, to, done, levels, ...of }: PointsQuery): RawBuilder<unknown> {
  const rolledTo = Math.max(from, Math.min(to, done))
  const spans = [...splitSpan(from, rolledTo, [...levels, 'raw']), ...splitSpan(rolledTo, to, ['raw'])]
  // An empty interval still needs a statement with these columns and no rows.
  const parts = (spans.length > 0 ? spans : [{ level: 'raw' as const, from, to: from }]).map((span) =>
    isRolled(span.level) ? rolledRows(of, ROLLED[span.level], span) : rawRows(of, span),
  )
  return sql.join(parts, sql` union all `)
}

/** SQL: merges rows of `metricPoints` under the same names. */
export function mergedPoints(metrics: readonly MetricKey[]): RawBuilder<unknown> {
  return sql.join(
    metrics.map((m) => {
      const of = (part: string) => sql.ref(`${m}_${part}`)
      return sql`min(${of('min')}) as ${of('min')}, max(${of('max')}) as ${of('max')}, coalesce(sum(${of('n')}), 0) as ${of('n')},
        (sum(${of('avg')}::float8 * ${of('n')}) / nullif(sum(${of('n')}), 0))::real as ${of('avg')}`
    }),
  )
}

type Of = Pick<PointsQuery, 'scope' | 'metrics' | 'hasDirty' | 'isDistributed'>

const isRolled = (level: Level): level is RolledLevel => level in ROLLED

/** A reading is its own minimum, mean and maximum. */
function pointOf(metrics: readonly MetricKey[]): RawBuilder<unknown> {
  const points = metrics.map((m) => {
    const value = sql.ref(`m.${m}`)
    const as = (part: string) => sql.ref(`${m}_${part}`)
    return sql`${value} as ${as('min')}, ${value} as ${as('avg')}, ${value} as ${as('max')}, (${value} is not null)::int as ${as('n')}`
  })
  return sql`m.measured_at as t, m.tank_id, ${sql.join(points)}`
}

function rawRows({ scope, metrics }: Of, window: TimeWindow): RawBuilder<unknown> {
  return sql`(select ${pointOf(metrics)} from measurements m where ${isIn(window, scope)})`
}

function rolledRows(
  { scope, metrics, hasDirty = true, isDistributed }: Of,
  { table, step }: (typeof ROLLED)[RolledLevel],
  window: TimeWindow,
): RawBuilder<unknown> {
  const columns = metrics.flatMap((m) => {
    const { min, max, n } = rolledParts(m, 'm.')
    return [`${min} as ${m}_min`, `m.${m}_avg`, `${max} as ${m}_max`, `${n} as ${m}_n`]
  })
  const rolled = sql`select m.bucket as t, m.tank_id, ${sql.raw(columns.join(', '))} from ${sql.table(table)} m
    where ${isIn(window, scope, 'bucket')}`
  if (!hasDirty) return sql`(${rolled})`
  // `offset 0` keeps the planner from joining the dirty buckets with full months of readings. Citus refuses it; there the window does.
  return sql`(with dirty as materialized (
      select distinct d.terminal_id, date_bin(${sql.lit(step)}, d.bucket, 'epoch') as bucket from rollup_dirty d
      where d.bucket >= ${instantAt(window.from)} and d.bucket < ${instantAt(window.to)} ${dirtyInScope(scope)}
    )
    ${rolled}
    and not exists (select 1 from dirty d where d.terminal_id = m.terminal_id and d.bucket = m.bucket)
    union all
    select ${pointOf(metrics)} from dirty d cross join lateral (
      select m.* from measurements m where m.terminal_id = d.terminal_id
      and m.measured_at >= d.bucket and m.measured_at < d.bucket + interval ${sql.lit(step)} ${ofTanks(scope)} and ${isIn(window, scope)} ${isDistributed ? sql`` : sql`offset 0`}
    ) m)`
}
