import type { Instant } from '@dalyan/contracts/instant'
import { metricOf, type MetricKey } from '@dalyan/contracts/metrics'
import { SIDES, limitOf, type Limits } from '@dalyan/contracts/out-of-range'
import { sql, type RawBuilder } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { rolledParts } from '../../../core/database/rolled-parts.ts'
import type { HoldingMode } from '../evaluation/evaluation.sql.ts'
import { deadbandOf } from '../evaluation/limit-state.rules.ts'
import type { NearBucket, RehearsalSpan, RehearsedValue } from './rehearsal.rules.ts'

// SQL text because the builder has no time ranges per terminal, and the statements are made for one metric.

export interface RehearsalTank {
  id: number
  code: string
  name: string
}

export interface RehearsalTerminal {
  terminal_id: number
  tank_id: number
  /** The declared interval, else the usual one, in seconds; null: unknown. */
  interval_seconds: number | null
}

interface RehearsalBucketsQuery extends Limits {
  metric: MetricKey
  tankIds: readonly number[]
  terminalIds: readonly number[]
  /** Epoch milliseconds, a border of 15 minutes; roll-ups are complete until `done`. */
  from: number
  done: number
  held: readonly HoldingMode[]
}

/** Reads what a rehearsal of limits evaluates. */
export function rehearsalRepository({ db, isDistributed }: Connection) {
  return {
    /** The active tanks of a template in the order of their ids, after a given one, and the number of all of them. */
    async findTanks(templateId: number, after: number): Promise<{ total: number; tanks: RehearsalTank[] }> {
      const ofTemplate = db
        .selectFrom('tanks')
        .where('range_template_id', '=', templateId)
        .where('status', '=', 'active')
      const { total } = await ofTemplate.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const tanks = await ofTemplate.select(['id', 'code', 'name']).where('id', '>', after).orderBy('id').execute()
      return { total, tanks }
    },

    /** The terminals that ever measured these tanks. */
    async findTerminals(tankIds: readonly number[]): Promise<RehearsalTerminal[]> {
      const { rows } = await sql<RehearsalTerminal>`
        select l.terminal_id, l.tank_id, coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8 as interval_seconds
        from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device' left join terminal_presence p on p.terminal_id = t.id
        where l.tank_id = any(${[...tankIds]}::int[])`.execute(db)
      return rows
    },

    /** The times at which terminals left these tanks. */
    async findDepartures(
      tankIds: readonly number[],
      from: number,
    ): Promise<{ terminal_id: number; tank_id: number; to_at: Instant }[]> {
      const { rows } = await sql<{ terminal_id: number; tank_id: number; to_at: Instant }>`
        select terminal_id, tank_id, to_at from terminal_assignments
        where tank_id = any(${[...tankIds]}::int[]) and to_at >= ${instantAt(from)} order by to_at`.execute(db)
      return rows
    },

    async findRolledUp(): Promise<{ raw_from: Instant; done_until: Instant }> {
      return db.selectFrom('rollup_state').select(['raw_from', 'done_until']).executeTakeFirstOrThrow()
    },

    /**
     * The 15-minute buckets with a value that may not be inside its limit by the deadband, in order of time for each terminal. In all others every
     * value is inside while no terminal is out, which changes nothing. Those that are not rolled up are among them, and those of a mode: an alarm
     * from before it is still active at its end.
     */
    async findNearBuckets(query: RehearsalBucketsQuery): Promise<NearBucket[]> {
      const { metric, tankIds, terminalIds, from, done, held } = query
      const column = (part: 'min' | 'max' | 'n') => sql.raw(rolledParts(metric, 'r.')[part])
      const band = deadbandOf(metric, query)
      const limited = SIDES.filter((side) => limitOf(query, side) !== null)
      const beyond = (by: number) =>
        sql.join(
          limited.map((side) => {
            const limit = limitOf(query, side) ?? 0
            return side === 'low'
              ? sql`${column('min')} < ${limit + by}::real`
              : sql`${column('max')} > ${limit - by}::real`
          }),
          sql` or `,
        )
      const isHeld = sql`exists (
        select from unnest(${held.map((mode) => mode.tank_id)}::int[], ${held.map((mode) => mode.from)}::timestamptz[],
          ${held.map((mode) => mode.until)}::timestamptz[]) h(tank_id, from_at, until)
        where h.tank_id = r.tank_id and h.until > r.bucket and h.from_at < r.bucket + interval '15 min')`
      const orHeld = held.length > 0 ? sql`or ${isHeld}` : sql``
      const window = sql`bucket >= ${instantAt(from)} and bucket < ${instantAt(done)} and terminal_id = any(${[...terminalIds]}::int[])`
      const isMeasured = sql`r.tank_id = any(${[...tankIds]}::int[]) and ${column('n')} > 0`
      const marked = (condition: RawBuilder<unknown>) => sql`
        select terminal_id, bucket, bool_or(is_near) as is_near, bool_or(is_beyond) as is_beyond from (
          select r.terminal_id, r.bucket, (${beyond(band)} ${orHeld}) as is_near, (${beyond(0)} ${orHeld}) as is_beyond
          from rollup_15m r where ${window} and ${isMeasured} and ${condition}
          union all
          select terminal_id, bucket, true, true from rollup_dirty where ${window}
        ) found group by 1, 2`
      const found = (from: RawBuilder<unknown>) => sql<NearBucket>`
        ${from} select terminal_id, ${inMs(sql`bucket`)} as from, is_beyond, ${inMs(sql`next`)} as next
        from following where is_near order by terminal_id, bucket`
      // Citus does not look for the bucket after each of these: there all buckets are read.
      const { rows } = await (
        isDistributed
          ? found(sql`with marked as (${marked(sql`true`)}),
              following as (select *, lead(bucket) over (partition by terminal_id order by bucket) as next from marked)`)
          : found(sql`with near as (${marked(sql`(${beyond(band)} ${orHeld})`)}),
              followed as (select *, lead(bucket) over (partition by terminal_id order by bucket) as next_near from near),
              following as (select n.*, after.next from followed n cross join lateral (
                select case when next_near = n.bucket + interval '15 min' then next_near else least(next_near, (
                  select min(r.bucket) from rollup_15m r
                  where r.terminal_id = n.terminal_id and r.bucket > n.bucket and r.bucket < ${instantAt(done)} and ${isMeasured})) end as next
              ) after)`)
      ).execute(db)
      return rows
    },

    /** The accepted values of a metric in these intervals, by tank. */
    async findValues(
      metric: MetricKey,
      tankIds: readonly number[],
      spans: readonly RehearsalSpan[],
    ): Promise<Map<number, RehearsedValue[]>> {
      const found = new Map<number, RehearsedValue[]>()
      if (spans.length === 0) return found
      const value = sql.ref(`m.${metricOf(metric).key}`)
      const from = spans.map((span) => instantAt(span.from))
      const to = spans.map((span) => instantAt(span.to))
      const columns = sql`m.terminal_id, m.tank_id, ${inMs(sql`m.measured_at`)} as at, ${value} as value`
      const wanted = sql`unnest(${spans.map((span) => span.terminal_id)}::int[], ${from}::timestamptz[], ${to}::timestamptz[]) s(terminal_id, from_at, to_at)`
      const inSpan = sql`m.terminal_id = s.terminal_id and m.measured_at >= s.from_at and m.measured_at < s.to_at
        and m.tank_id = any(${[...tankIds]}::int[]) and ${value} is not null`
      const { rows } = isDistributed
        ? // Citus joins no rows of a list one by one. The constant ends of the spans let its nodes skip partitions.
          await sql<
            RehearsedValue & { tank_id: number }
          >`select ${columns} from ${wanted} join measurements m on ${inSpan}
            where m.measured_at >= ${least(from)} and m.measured_at < ${most(to)}`.execute(db)
        : // Uses the index for each interval: `offset 0` keeps the planner from joining all readings of the months.
          await sql<RehearsedValue & { tank_id: number }>`select m.* from ${wanted}
            cross join lateral (select ${columns} from measurements m where ${inSpan} offset 0) m`.execute(db)
      for (const { tank_id, ...measured } of rows) {
        const ofTank = found.get(tank_id)
        if (ofTank) ofTank.push(measured)
        else found.set(tank_id, [measured])
      }
      for (const ofTank of found.values()) ofTank.sort((a, b) => a.at - b.at || a.terminal_id - b.terminal_id)
      return found
    },
  }
}

/** SQL: an instant in epoch milliseconds. */
const inMs = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::float8`
const least = (instants: readonly Instant[]) => instants.reduce((a, b) => (a < b ? a : b))
const most = (instants: readonly Instant[]) => instants.reduce((a, b) => (a > b ? a : b))
