import { sql, type RawBuilder } from 'kysely'
import type { Connection, Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import { instantAt } from '../../../core/clock.ts'
import { dirtyInScope, isIn, ofTanks, type MeasurementScope } from '../lists/measurement-scope.sql.ts'
import { keptOf } from './kept.rules.ts'
import type { RollupState } from './rollups.sql.ts'
import { endOf, startOf, LEVELS, splitSpan, type Level, type LevelSpan, type TimeWindow } from './time-spans.rules.ts'

// SQL text because it is a hot path: every list of readings needs its counts.

/** The sums over all terminals. */
const TOTALS: { [level in Level]?: string } = { month: 'totals_month', day: 'totals_day' }
const TABLES = { month: 'counts_month', day: 'counts_day', '6h': 'rollup_6h', '15m': 'rollup_15m' } as const

/** The number of readings in one bucket. */
export interface BucketCount extends LevelSpan {
  n: number
}

/** The exact counts of the readings of a scope. */
export type ReadingCounts = Awaited<ReturnType<typeof readingCounts>>

/** Exact counts of the readings of a scope; read them in the same snapshot as the readings shown with them. */
export async function readingCounts({ db }: Connection, scope: MeasurementScope) {
  const { rows: states } = await sql<RollupState & { late: boolean }>`select *,
    exists (select 1 from rollup_dirty d where true ${dirtyInScope(scope)}) as late from rollup_state`.execute(db)
  const [state] = states
  if (!state) throw new Error('the roll-ups have a state')
  const { done_until } = state
  const missed = state.late ? await missedReadings() : []
  const until = Date.parse(done_until)

  /**
   * Late readings that the counts lack, by the start of their 15 minutes. All levels are built from the same 15-minute buckets, so each
   * level lacks the same readings.
   */
  async function missedReadings(): Promise<{ bucket: number; n: number }[]> {
    const { rows } = await sql<{ bucket: string; n: string }>`select d.bucket, sum((
        select count(*) from measurements m where m.terminal_id = d.terminal_id
        and m.measured_at >= d.bucket and m.measured_at < d.bucket + interval '15 min' ${ofTanks(scope)}
      ) - (
        select coalesce(sum(m.n), 0) from rollup_15m m
        where m.terminal_id = d.terminal_id and m.bucket = d.bucket ${ofTanks(scope)}
      )) as n from rollup_dirty d where d.bucket < ${done_until} ${dirtyInScope(scope)} group by d.bucket`.execute(db)
    return rows.map(({ bucket, n }) => ({ bucket: Date.parse(bucket), n: Number(n) }))
  }

  return {
    /** All readings before this instant are in the roll-ups and counts, except those of dirty buckets. Epoch milliseconds. */
    until,
    /** Whether a bucket of these terminals is dirty. */
    hasDirty: state.late,
    /** Since when readings and roll-ups are kept. */
    kept: keptOf(state),

    /**
     * The number of readings in a time interval, per bucket in order of time: coarse in the middle and fine at the
     * ends, without empty buckets. Readings not rolled up yet are one raw span.
     */
    async list({ from, to }: TimeWindow, levels: readonly Level[] = LEVELS): Promise<BucketCount[]> {
      const rolledTo = Math.min(to, Math.max(from, until))
      const spans = [...splitSpan(from, rolledTo, levels), ...splitSpan(rolledTo, to, ['raw'])]
      if (spans.length === 0) return []
      const parts = sql.join(
        spans.map((span) => countsOf(scope, span)),
        sql` union all `,
      )
      const { rows } = await sql<{ level: Level; bucket: string; n: number }>`${parts}`.execute(db)
      const counts = new Map<number, BucketCount>()
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

/** Counts the readings of all terminals and tanks with a measuring time in the window. */
export function countAllReadings(database: Queries, window: TimeWindow): Promise<number> {
  return inSnapshot(database, async (connection) => {
    const counts = await readingCounts(connection, { terminals: null, tanks: null })
    return sumOf(await counts.list(window))
  })
}

export function sumOf(counts: readonly BucketCount[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0)
}

function countsOf(scope: MeasurementScope, span: LevelSpan): RawBuilder<unknown> {
  const { level, from } = span
  if (level === 'raw')
    return sql`select ${level} as level, ${instantAt(from)}::timestamptz as bucket, count(*) as n
      from measurements m where ${isIn(span, scope)}`
  const totals = scope.terminals === null && scope.tanks === null ? TOTALS[level] : undefined
  if (totals !== undefined)
    return sql`select ${level} as level, m.bucket, m.n from ${sql.table(totals)} m where ${isIn(span, scope, 'bucket')}`
  return sql`select ${level} as level, m.bucket, sum(m.n) as n from ${sql.table(TABLES[level])} m
    where ${isIn(span, scope, 'bucket')} group by m.bucket`
}
