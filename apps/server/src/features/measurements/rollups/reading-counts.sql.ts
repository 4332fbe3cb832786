import { sql, type RawBuilder } from 'kysely'
import type { Connection, Database } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { instantAt } from '../../../core/clock.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { dirtyInScope, inScope, ofTanks } from '../lists/scope-condition.sql.ts'
import { endOf, startOf, LEVELS, splitSpan, type Level, type Span } from './time-spans.rules.ts'

// SQL text because it is a hot path: every list of readings needs its counts.

const TABLES = { month: 'counts_month', day: 'counts_day', '6h': 'rollup_6h', '15m': 'rollup_15m' } as const

/** The number of readings in one bucket. */
export interface Count extends Span {
  n: number
}

/** What the counts of a scope contain, and what they lack. Epoch milliseconds. */
export interface RolledUp {
  /** All readings before this instant are in the roll-ups and counts, except the missed ones. */
  until: number
  /**
   * Late readings, by the start of their 15 minutes. All levels are built from the same 15-minute buckets, so each
   * level lacks the same readings.
   */
  missed: readonly { bucket: number; n: number }[]
}

/** Exact counts of readings; read them in the same snapshot as the readings shown with them. */
export function readingCounts({ db }: Connection) {
  async function missedOf(scope: MeasurementScope, until: string): Promise<RolledUp['missed']> {
    const { rows } = await sql<{ bucket: string; n: string }>`select d.bucket, sum((
        select count(*) from measurements m where m.terminal_id = d.terminal_id
        and m.measured_at >= d.bucket and m.measured_at < d.bucket + interval '15 min' ${ofTanks(scope)}
      ) - (
        select coalesce(sum(m.n), 0) from rollup_15m m
        where m.terminal_id = d.terminal_id and m.bucket = d.bucket ${ofTanks(scope)}
      )) as n from rollup_dirty d where d.bucket < ${until} ${dirtyInScope(scope)} group by d.bucket`.execute(db)
    return rows.map(({ bucket, n }) => ({ bucket: Date.parse(bucket), n: Number(n) }))
  }

  return {
    /** How far the counts of a scope reach, and what they lack before that. */
    async rolledUp(scope: MeasurementScope): Promise<RolledUp> {
      const { rows } = await sql<{ until: string; late: boolean }>`select
        (select done_until from rollup_state) as until,
        exists (select from rollup_dirty d where true ${dirtyInScope(scope)}) as late`.execute(db)
      const { until, late } = rows[0] ?? { until: '', late: false }
      return { until: Date.parse(until), missed: late ? await missedOf(scope, until) : [] }
    },

    /**
     * The number of readings in a time interval, per bucket in order of time: coarse in the middle and fine at the
     * ends, without empty buckets. Readings not rolled up yet are one raw span.
     */
    async list(
      scope: MeasurementScope,
      from: number,
      to: number,
      { until, missed }: RolledUp,
      levels: readonly Level[] = LEVELS,
    ): Promise<Count[]> {
      const rolledTo = Math.min(to, Math.max(from, until))
      const spans = [...splitSpan(from, rolledTo, levels), ...splitSpan(rolledTo, to, ['raw'])]
      if (spans.length === 0) return []
      const parts = sql.join(
        spans.map((span) => countsOf(scope, span)),
        sql` union all `,
      )
      const { rows } = await sql<{ level: Level; bucket: string; n: number }>`${parts}`.execute(db)
      const counts = new Map<number, Count>()
      const add = (level: Level, start: number, n: number) => {
        const to = level === 'raw' ? (spans.find((span) => span.from === start)?.to ?? start) : endOf(level, start)
        counts.set(start, { level, from: start, to, n: n + (counts.get(start)?.n ?? 0) })
      }
      for (const { level, bucket, n } of rows) add(level, Date.parse(bucket), n)
      for (const { bucket, n } of missed) {
        const span = spans.find((one) => one.level !== 'raw' && bucket >= one.from && bucket < one.to)
        if (span) add(span.level, startOf(span.level, bucket), n)
      }
      return [...counts.values()].filter((count) => count.n > 0).sort((a, b) => a.from - b.from)
    },
  }
}

/** Counts the readings of all terminals and tanks with a measuring time in [from, to), in epoch milliseconds. */
export function countAllReadings(database: Database, from: number, to: number): Promise<number> {
  return inSnapshot(database, async (connection) => {
    const counts = readingCounts(connection)
    const all = { terminals: null, tanks: null }
    const found = await counts.list(all, from, to, await counts.rolledUp(all))
    return found.reduce((sum, { n }) => sum + n, 0)
  })
}

function countsOf(scope: MeasurementScope, { level, from, to }: Span): RawBuilder<unknown> {
  if (level === 'raw') {
    return sql`select ${level} as level, ${instantAt(from)}::timestamptz as bucket, count(*) as n from measurements m
      where m.measured_at >= ${instantAt(from)} and m.measured_at < ${instantAt(to)} ${inScope(scope)}`
  }
  return sql`select ${level} as level, m.bucket, sum(m.n) as n from ${sql.table(TABLES[level])} m
    where m.bucket >= ${instantAt(from)} and m.bucket < ${instantAt(to)} ${inScope(scope)} group by m.bucket`
}
