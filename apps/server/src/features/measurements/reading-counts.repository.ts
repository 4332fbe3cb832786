import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { instantAt } from '../../core/clock.ts'
import type { MeasurementScope } from './measurement-scope.repository.ts'
import { inScope, ofTanks } from './scope-condition.repository.ts'
import { endOf, LEVELS, splitSpan, type Level, type Span } from './time-spans.rules.ts'

const TABLES = { month: 'counts_month', day: 'counts_day', '6h': 'rollup_6h', '15m': 'rollup_15m' } as const

/** How many readings one bucket holds. */
export interface Count extends Span {
  n: number
}

/** Counts of readings, exact at any moment; read them in one snapshot with what they are shown beside. */
export function readingCounts({ db }: Connection) {
  /** Readings of dirty buckets that their roll-up does not know yet. All levels are made from the same 15 minutes, so the difference holds for each. */
  const missedBy = (scope: MeasurementScope, { level, from, to }: Span): RawBuilder<unknown> => {
    const bucket = level === 'month' ? sql`date_trunc('month', d.bucket, 'UTC')` : binned(level, sql`d.bucket`)
    const ofTerminals = scope.terminals ? sql`and d.terminal_id = any(${scope.terminals}::int[])` : sql``
    return sql`select ${bucket}, (
      select count(*) from measurements m where m.terminal_id = d.terminal_id
      and m.measured_at >= d.bucket and m.measured_at < d.bucket + interval '15 min' ${ofTanks(scope)}
    ) - (
      select coalesce(sum(m.n), 0) from rollup_15m m where m.terminal_id = d.terminal_id and m.bucket = d.bucket ${ofTanks(scope)}
    ) from rollup_dirty d where d.bucket >= ${instantAt(from)} and d.bucket < ${instantAt(to)} ${ofTerminals}`
  }

  const countsOf = (scope: MeasurementScope, span: Span): RawBuilder<unknown> => {
    const { level, from, to } = span
    if (level === 'raw') {
      return sql`select ${level} as level, ${instantAt(from)}::timestamptz as bucket, count(*) as n from measurements m
        where m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)} ${inScope(scope)}`
    }
    return sql`select ${level} as level, bucket, sum(n) as n from (
      select m.bucket, sum(m.n) as n from ${sql.table(TABLES[level])} m
      where m.bucket >= ${instantAt(from)} and m.bucket < ${instantAt(to)} ${inScope(scope)} group by 1
      union all ${missedBy(scope, span)}
    ) counted group by bucket`
  }

  return {
    /** Everything before it is in the roll-ups and counts, save dirty buckets; epoch milliseconds. */
    async doneUntil(): Promise<number> {
      const { done_until } = await db.selectFrom('rollup_state').select('done_until').executeTakeFirstOrThrow()
      return Date.parse(done_until)
    },

    /**
     * How many readings lie in a piece of time, bucket by bucket, coarse in its middle and fine at its ends; buckets without readings are left out.
     * What is not rolled up yet (from `done` on) is one raw piece. In the order of time.
     */
    async list(
      scope: MeasurementScope,
      from: number,
      to: number,
      done: number,
      levels: readonly Level[] = LEVELS,
    ): Promise<Count[]> {
      const rolledTo = Math.min(to, Math.max(from, done))
      const spans = [...splitSpan(from, rolledTo, levels), ...splitSpan(rolledTo, to, ['raw'])]
      if (spans.length === 0) return []
      const parts = sql.join(
        spans.map((span) => countsOf(scope, span)),
        sql` union all `,
      )
      const { rows } = await sql<{ level: Level; bucket: string; n: number | string }>`${parts}`.execute(db)
      return rows
        .map(({ level, bucket, n }) => countOf(spans, level, Date.parse(bucket), Number(n)))
        .filter((count) => count.n > 0)
        .sort((a, b) => a.from - b.from)
    },
  }
}

function countOf(spans: readonly Span[], level: Level, start: number, n: number): Count {
  if (level === 'raw') {
    const span = spans.find((one) => one.level === 'raw' && one.from === start)
    return { level, from: start, to: span?.to ?? start, n }
  }
  return { level, from: start, to: endOf(level, start), n }
}

function binned(level: Level, instant: RawBuilder<unknown>): RawBuilder<unknown> {
  const step = level === 'day' ? '1 day' : level === '6h' ? '6 h' : '15 min'
  return sql`date_bin(${sql.lit(step)}, ${instant}, 'epoch')`
}
