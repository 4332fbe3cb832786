import { type DayPattern, MOST_PATTERN_DAYS } from '@dalyan/contracts/explore'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Queries } from '../../../core/database/database.ts'
import { inSnapshot } from '../../../core/database/snapshot.ts'
import type { MeasurementScope } from '../lists/measurement-scope.sql.ts'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'
import { bucketsSql } from './buckets.sql.ts'
import { heatOf } from './day-pattern.rules.ts'

// SQL text because the query builder supports neither percentiles nor local time.

interface DayPatternWish extends TimeWindow {
  metric: MetricKey
  time_zone: string
}

const QUARTER_SECONDS = 900
const DAY_MS = 86_400_000
const PERCENTILES = [0.1, 0.25, 0.5, 0.75, 0.9]

interface PatternRow {
  days: number
  band: { q: number; n: number; p: number[] }[]
  recent: DayPattern['recent']
  heat: DayPattern['heat']['rows']
}

/** How a metric of one tank runs over the local day. */
export async function readDayPattern(
  database: Queries,
  scope: MeasurementScope,
  { metric, time_zone, ...window }: DayPatternWish,
): Promise<DayPattern> {
  const from = Math.max(window.from, window.to - MOST_PATTERN_DAYS * DAY_MS)
  const row = await inSnapshot(database, async ({ db, isDistributed }) => {
    const { done_until } = await db.selectFrom('rollup_state').select('done_until').executeTakeFirstOrThrow()
    const query = {
      scope,
      from,
      to: window.to,
      done: Date.parse(done_until),
      metrics: [metric],
      step: QUARTER_SECONDS,
      isDistributed,
    }
    // Of a local clock, `at time zone` returns the instant, and of an instant the local clock.
    const { rows } = await sql<PatternRow>`
      with means as materialized (
        select at, at at time zone ${time_zone} as clock, ${sql.ref(metric)} as value from (${bucketsSql(query)}) bucket
        where ${sql.ref(metric)} is not null
      ), days as (
        select day at time zone ${time_zone} as start, (day + interval '1 day') at time zone ${time_zone} as finish,
          to_char(day, 'YYYY-MM-DD') as date
        from (select date_trunc('day', min(clock)) as first, date_trunc('day', max(clock)) as last from means) ends, generate_series(first, last, interval '1 day') day
      ), hours as (
        select date_bin('1 hour', at, date_trunc('day', clock) at time zone ${time_zone}) as at, avg(value) as value from means group by 1
      ), heat as (
        select days.date, json_agg(extract(hour from hour at time zone ${time_zone})::int order by hour) as hours,
          json_agg(hours.value order by hour) as values
        from days cross join lateral generate_series(start, finish - interval '1 second', interval '1 hour') hour
        left join hours on hours.at = hour group by days.date
      ), quarters as (
        select (extract(hour from clock) * 4 + floor(extract(minute from clock) / 15))::int as quarter, * from means
      ), band as (
        select quarter, count(*)::int as n, percentile_cont(${sql.lit(`{${PERCENTILES.join()}}`)}::float8[]) within group (order by value) as p
        from quarters group by quarter
      ), recent as (
        select to_char(clock, 'YYYY-MM-DD') as date, json_agg(quarter order by at) as quarters, json_agg(value order by at) as values
        from quarters where clock >= (select date_trunc('day', max(clock)) - interval '1 day' from means) group by 1
      )
      select (select count(distinct clock::date)::int from means) as days,
        coalesce((select json_agg(json_build_object('q', quarter, 'n', n, 'p', p) order by quarter) from band), '[]') as band,
        coalesce((select json_agg(recent order by date desc) from recent), '[]') as recent,
        coalesce((select json_agg(heat order by date) from heat), '[]') as heat`.execute(db)
    return rows[0]
  })
  const { days = 0, band = [], recent = [], heat = [] } = row ?? {}
  const percentile = (i: number) => band.map(({ p }) => p[i] ?? 0)
  return {
    from: instantAt(from),
    to: instantAt(window.to),
    days,
    band: {
      quarters: band.map(({ q }) => q),
      n: band.map(({ n }) => n),
      p10: percentile(0),
      p25: percentile(1),
      p50: percentile(2),
      p75: percentile(3),
      p90: percentile(4),
    },
    recent,
    heat: heatOf(heat),
  }
}
