import type {
  AlarmStatistics,
  AlarmStatisticsListQuery,
  AlarmStatisticsQuery,
  AlarmStatisticsRow,
} from '@dalyan/contracts/alarm-statistics'
import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { allOf, conditionsOf, equals, isInFirms, orderBy, type FilterConditions } from '../../../core/database/list.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'

// SQL text: the builder has no functions for time ranges and percentiles. The list is not one of core/database/list.ts: its rows are figures that
// exist only once all of them are computed, so that no page can be found first.

/** Full instants, the end excluded; `now` ends spans that are still open. */
export interface StatisticsWindow {
  from: Instant
  to: Instant
  now: Instant
}
export type CountedSubject = Pick<AlarmStatisticsQuery, 'tank_id' | 'firm_id'>

/** Must match the indexes `alarms_span` and `alarm_occurrences_span`. */
export const SPAN = sql.raw(
  'tstzrange(a.out_since, case when a.cleared_at is not null then greatest(a.out_since, a.cleared_at) end)',
)
export const PAST_SPAN = sql.raw('tstzrange(o.out_since, greatest(o.out_since, o.cleared_at))')
/** Seconds from an occurrence to its first acknowledgement; null: none. */
export const waitOf = (occurrence: 'a' | 'o', raisedAt: 'occurrence_raised_at' | 'raised_at') =>
  sql.raw(`case when ${occurrence}.first_acknowledged_at is not null
      then greatest(0, extract(epoch from ${occurrence}.first_acknowledged_at - ${occurrence}.${raisedAt})::float8) end`)
/** What an occurrence is about: a value out of range, silence, or a sensor whose values cannot be true. */
const subjectOf = (occurrence: 'a' | 'o') =>
  sql.raw(
    `case when ${occurrence}.kind in ('low', 'high') then 'value' when ${occurrence}.kind = 'silent' then 'silence' else 'quality' end`,
  )
const SEVERITY_COUNTS = sql.raw(`count(*) filter (where severity = 'critical') as critical,
count(*) filter (where severity = 'warning') as warning, count(*) filter (where severity = 'info') as info`)
const KEYS = { tank: sql.raw('tank_id'), firm: sql.raw('coalesce(firm_id, 0)'), all: sql.raw('0') }
const NAMED = { tank: sql.raw('tanks'), firm: sql.raw('firms') }
const SORTS = {
  id: 'g.key',
  code: 'o.code',
  name: 'o.name collate "tr-x-icu"',
  raised: 'g.raised',
  critical: 'g.critical',
  out_seconds: 'g.out_seconds',
  silent_seconds: 'g.silent_seconds',
  quality_seconds: 'g.quality_seconds',
  ack_median_seconds: 'g.ack_median_seconds',
  open: 'g.open',
} as const
const FILTERS: FilterConditions<CountedSubject> = { tank_id: equals('k.id'), firm_id: equals('k.firm_id') }

/** Tanks `k` that the caller may see, of those of the query. */
export function scoped(of: CountedSubject, firms: FirmScope): RawBuilder<unknown> {
  return allOf([isInFirms('k.firm_id', firms), ...conditionsOf(FILTERS, of)])
}

/**
 * `with` parts: the occurrences raised in the window, the spans in it by what the alarm is about, and the open or shelved alarms
 * of tanks that are not deleted.
 */
function readOnce({ from, to, now }: StatisticsWindow, scope: RawBuilder<unknown>): RawBuilder<unknown> {
  const until = to < now ? to : now
  const window = sql`tstzrange(${from}, ${until > from ? until : from})`
  return sql`
  begun as materialized (
    select a.tank_id, k.firm_id, a.metric, a.kind, a.severity, a.occurrence_raised_at as raised_at, ${waitOf('a', 'occurrence_raised_at')} as wait
    from alarms a join tanks k on k.id = a.tank_id
    where a.occurrence_raised_at >= ${from} and a.occurrence_raised_at < ${to} and ${scope}
    union all
    select o.tank_id, k.firm_id, o.metric, o.kind, o.severity, o.raised_at, ${waitOf('o', 'raised_at')}
    from alarm_occurrences o join tanks k on k.id = o.tank_id where o.raised_at >= ${from} and o.raised_at < ${to} and ${scope}),
  spans as materialized (
    select a.tank_id, k.firm_id, a.metric, ${subjectOf('a')} as subject, ${SPAN} * ${window} as span
    from alarms a join tanks k on k.id = a.tank_id where ${SPAN} && ${window} and ${scope}
    union all
    select o.tank_id, k.firm_id, o.metric, ${subjectOf('o')}, ${PAST_SPAN} * ${window}
    from alarm_occurrences o join tanks k on k.id = o.tank_id where ${PAST_SPAN} && ${window} and ${scope}),
  present as (
    select a.tank_id, k.firm_id, a.closed_at is null as is_open, coalesce(a.shelved_until > ${now}, false) as is_shelved
    from alarms a join tanks k on k.id = a.tank_id where (a.closed_at is null or a.shelved_until > ${now}) and k.status <> 'deleted' and ${scope})`
}

/** `with` parts that build on `readOnce`; `figures` has one row per key, and exactly one of all. */
function figuresBy(by: keyof typeof KEYS): RawBuilder<unknown> {
  const key = KEYS[by]
  const grouped = by === 'all' ? sql`` : sql`group by 1`
  return sql`
  raised as (
    select ${key} as key, count(*) as raised, ${SEVERITY_COUNTS}, count(*) filter (where kind = 'low') as low,
      count(*) filter (where kind = 'high') as high, count(*) filter (where kind = 'silent') as silent,
      count(wait) as acknowledged,
      percentile_cont(array[0.5, 0.9]) within group (order by wait) as waits
    from begun ${grouped}),
  together as (select tank_id, firm_id, subject, range_agg(span) as spans from spans group by 1, 2, 3),
  lasted as (
    select ${key} as key, sum(seconds) filter (where subject = 'value') as out_seconds,
      sum(seconds) filter (where subject = 'silence') as silent_seconds,
      sum(seconds) filter (where subject = 'quality') as quality_seconds
    from together, lateral (select extract(epoch from sum(upper(one) - lower(one))) as seconds from unnest(spans) one) each ${grouped}),
  standing as (
    select ${key} as key, count(*) filter (where is_open and not is_shelved) as open, count(*) filter (where is_shelved) as shelved
    from present ${grouped}),
  figures as (
    select key, coalesce(raised, 0) as raised, coalesce(critical, 0) as critical, coalesce(warning, 0) as warning,
      coalesce(info, 0) as info, coalesce(low, 0) as low, coalesce(high, 0) as high, coalesce(silent, 0) as silent,
      round(coalesce(out_seconds, 0))::bigint as out_seconds, round(coalesce(silent_seconds, 0))::bigint as silent_seconds,
      round(coalesce(quality_seconds, 0))::bigint as quality_seconds,
      coalesce(acknowledged, 0) as acknowledged,
      round(waits[1])::bigint as ack_median_seconds, round(waits[2])::bigint as ack_p90_seconds,
      coalesce(open, 0) as open, coalesce(shelved, 0) as shelved
    from raised full join lasted using (key) full join standing using (key))`
}

/** `with` parts: the alarms per day of Istanbul, and per metric. */
function daysAndMetrics({ from, to }: StatisticsWindow): RawBuilder<unknown> {
  return sql`
  begun_days as (select (raised_at at time zone 'Europe/Istanbul')::date as day, ${SEVERITY_COUNTS} from begun group by 1),
  days as (
    select to_char(each, 'YYYY-MM-DD') as day, coalesce(critical, 0) as critical, coalesce(warning, 0) as warning, coalesce(info, 0) as info
    from generate_series((${from}::timestamptz at time zone 'Europe/Istanbul')::date,
      ((${to}::timestamptz - interval '1 ms') at time zone 'Europe/Istanbul')::date, interval '1 day') each
    left join begun_days on begun_days.day = each::date),
  begun_metrics as (select coalesce(metric, '') as metric, count(*) as raised from begun group by 1),
  together_metrics as (select metric, range_agg(span) as spans from spans where subject = 'value' group by metric, tank_id),
  lasted_metrics as (select metric, extract(epoch from sum(upper(one) - lower(one))) as seconds from together_metrics, unnest(spans) one group by 1),
  metrics as (
    select nullif(metric, '') as metric, coalesce(raised, 0) as raised, round(coalesce(seconds, 0))::bigint as out_seconds
    from begun_metrics full join lasted_metrics using (metric))`
}

/** Alarm statistics of a window, for the tanks that the caller may see. */
export function alarmStatisticsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    async summary(window: StatisticsWindow, of: CountedSubject, firms: FirmScope): Promise<AlarmStatistics> {
      const { rows } = await sql<Omit<AlarmStatistics, 'from' | 'to'>>`
        with ${readOnce(window, scoped(of, firms))}, ${figuresBy('all')}, ${daysAndMetrics(window)}
        select figures.*,
          (select coalesce(json_agg(days order by day), '[]') from days) as days,
          (select coalesce(json_agg(metrics order by raised desc, out_seconds desc, metric), '[]') from metrics) as metrics
        from figures`.execute(db)
      const [statistics] = rows
      if (!statistics) throw new Error('there are no figures of all tanks')
      return { ...statistics, from: window.from, to: window.to }
    },

    async list(
      window: StatisticsWindow,
      query: AlarmStatisticsListQuery,
      firms: FirmScope,
    ): Promise<Page<AlarmStatisticsRow>> {
      const { by, sort = [{ field: 'raised', descending: true }] } = query
      const offset = (query.page - 1) * query.per_page
      const { rows } = await sql<{ total: number; data: AlarmStatisticsRow[] }>`
        with ${readOnce(window, scoped(query, firms))}, ${figuresBy(by)},
        page as (
          select g.*, g.key as id, case when o.id is not null then json_build_object('id', o.id, 'code', o.code, 'name', o.name) end as "of",
            row_number() over (order by ${orderBy(SORTS, sort, SORTS.id)}) as place
          from figures g left join ${NAMED[by]} o on o.id = g.key order by place limit ${query.per_page} offset ${offset})
        select (select count(*) from figures) as total, (select coalesce(json_agg(page order by place), '[]') from page) as data`.execute(
        db,
      )
      return asPage(rows[0]?.data ?? [], rows[0]?.total ?? 0, query)
    },
  }
}
