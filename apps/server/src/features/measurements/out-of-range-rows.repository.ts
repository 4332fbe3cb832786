import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { dirtyInScope, inScope } from './scope-condition.repository.ts'
import { isAnyOut, limitColumns, limitsOfTanks } from './tank-limits.repository.ts'
import { endOf, splitSpan, type Span } from './time-spans.rules.ts'

interface Stretch {
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
}

/** Which readings are judged, and by what. */
export interface Judged {
  scope: MeasurementScope
  /** A reading is out when one of these is. */
  metrics: readonly MetricKey[]
  /** Everything before it is rolled up, save dirty buckets. */
  done: number
}

const isRolledOut = (metrics: readonly MetricKey[]) => isAnyOut(metrics, (metric) => [`${metric}_min`, `${metric}_max`])
const isReadingOut = (metrics: readonly MetricKey[]) => isAnyOut(metrics, (metric) => [metric, metric])

/** Readings outside the limits that their tanks have now, found by the least and greatest values of the roll-ups. */
export function outOfRangeRows({ db }: Connection) {
  return {
    /** How far the roll-ups go. */
    async done(): Promise<number> {
      const { done_until } = await db.selectFrom('rollup_state').selectAll().executeTakeFirstOrThrow()
      return Date.parse(done_until)
    },

    /** The pieces of time, six hours or the window's ends, that may hold such readings; in the order of time. */
    async pieces({ scope, metrics, done }: Judged, { from, to }: Stretch): Promise<Stretch[]> {
      const found: Stretch[] = []
      for (const span of spansOf({ from, to }, done, '6h')) {
        if (span.level === 'raw') {
          found.push({ from: span.from, to: span.to })
          continue
        }
        const [start, end] = [instantAt(span.from), instantAt(span.to)]
        const { rows } = await sql<{ bucket: string }>`with l as materialized (${limitsOfTanks(scope.tanks, metrics)})
          select m.bucket from rollup_6h m join l on l.tank_id = m.tank_id
          where m.bucket >= ${start} and m.bucket < ${end} ${inScope(scope)} and ${isRolledOut(metrics)}
          union select date_bin('6 h', d.bucket, 'epoch') from rollup_dirty d
          where d.bucket >= ${start} and d.bucket < ${end} ${dirtyInScope(scope)} order by bucket`.execute(db)
        for (const { bucket } of rows) {
          const start = Date.parse(bucket)
          found.push({ from: start, to: endOf('6h', start) })
        }
      }
      return found
    },
  }
}

/** SQL: the readings of a stretch of time that are out, every column. */
export function readingsOutOfRange({ scope, metrics, done }: Judged, stretch: Stretch): RawBuilder<unknown> {
  const parts = spansOf(stretch, done, '15m').map(({ level, from, to }) => {
    const [start, end] = [instantAt(from), instantAt(to)]
    const near = sql`m.measured_at >= ${start} and m.measured_at < ${end}`
    if (level === 'raw') {
      return sql`select m.* from measurements m join l on l.tank_id = m.tank_id
        where ${near} ${inScope(scope)} and ${isReadingOut(metrics)}`
    }
    // `offset 0` keeps the planner from joining quarters with whole months of readings.
    return sql`select m.* from (
        select m.terminal_id, m.tank_id, m.bucket, ${limitColumns(metrics)} from rollup_15m m join l on l.tank_id = m.tank_id
        where m.bucket >= ${start} and m.bucket < ${end} ${inScope(scope)} and ${isRolledOut(metrics)}
        and not exists (select from rollup_dirty d where d.terminal_id = m.terminal_id and d.bucket = m.bucket)
        union all
        select d.terminal_id, l.tank_id, d.bucket, ${limitColumns(metrics)}
        from rollup_dirty d join latest pair on pair.terminal_id = d.terminal_id join l on l.tank_id = pair.tank_id
        where d.bucket >= ${start} and d.bucket < ${end} ${dirtyInScope(scope)}
      ) l cross join lateral (
        select m.* from measurements m where m.terminal_id = l.terminal_id and m.tank_id = l.tank_id and ${near}
        and m.measured_at >= l.bucket and m.measured_at < l.bucket + interval '15 min' and ${isReadingOut(metrics)} offset 0
      ) m`
  })
  // Of nothing no rows, but their columns.
  const all = parts.length > 0 ? sql.join(parts, sql` union all `) : sql`select m.* from measurements m where false`
  return sql`(with l as materialized (${limitsOfTanks(scope.tanks, metrics)}) ${all})`
}

/** Whole buckets as far as they are rolled up; the rest is raw. */
function spansOf({ from, to }: Stretch, done: number, level: '6h' | '15m'): Span[] {
  const rolledTo = Math.max(from, Math.min(to, done))
  return [...splitSpan(from, rolledTo, [level, 'raw']), ...splitSpan(rolledTo, to, ['raw'])]
}
