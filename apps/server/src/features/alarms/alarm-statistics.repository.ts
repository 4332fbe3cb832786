import type {
  AlarmDay,
  AlarmFigures,
  AlarmsOfMetric,
  AlarmStatistics,
  AlarmStatisticsListQuery,
  AlarmStatisticsQuery,
  AlarmStatisticsRow,
} from '@dalyan/contracts/alarm-statistics'
import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { orderBy } from '../../core/database/order-by.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

/** Whole instants, the end excluded; `now` ends what has not ended yet. */
export interface StatisticsWindow {
  from: Instant
  to: Instant
  now: Instant
}
type Subject = Pick<AlarmStatisticsQuery, 'tank_id' | 'firm_id'>

/** Written as the index `alarms_span` is. */
const SPAN = sql.raw(
  'tstzrange(a.out_since, case when a.cleared_at is not null then greatest(a.out_since, a.cleared_at) end)',
)
const SEVERITY_COUNTS = sql.raw(`count(*) filter (where a.severity = 'critical') as critical,
count(*) filter (where a.severity = 'warning') as warning, count(*) filter (where a.severity = 'info') as info`)
const KEYS = { tank: sql.raw('k.id'), firm: sql.raw('coalesce(k.firm_id, 0)'), all: sql.raw('0') }
const NAMED = { tank: sql.raw('tanks'), firm: sql.raw('firms') }
const SORTS = {
  id: 'g.key',
  code: 'o.code',
  name: 'o.name collate "tr-x-icu"',
  raised: 'g.raised',
  critical: 'g.critical',
  out_seconds: 'g.out_seconds',
  silent_seconds: 'g.silent_seconds',
  ack_median_seconds: 'g.ack_median_seconds',
  open: 'g.open',
} as const
const NONE: AlarmFigures = {
  raised: 0,
  critical: 0,
  warning: 0,
  info: 0,
  low: 0,
  high: 0,
  silent: 0,
  occurrences: 0,
  out_seconds: 0,
  silent_seconds: 0,
  acknowledged: 0,
  ack_median_seconds: null,
  ack_p90_seconds: null,
  open: 0,
  shelved: 0,
}

function scoped({ tank_id, firm_id }: Subject, firms: FirmScope): RawBuilder<unknown> {
  const all = [
    ...(firms === 'all' ? [] : [sql`k.firm_id = any(${[...firms]}::int[])`]),
    ...(tank_id === undefined ? [] : [sql`k.id = ${tank_id}`]),
    ...(firm_id === undefined ? [] : [sql`k.firm_id = ${firm_id}`]),
  ]
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

function raisedIn({ from, to }: StatisticsWindow): RawBuilder<unknown> {
  return sql`a.raised_at >= ${from} and a.raised_at < ${to}`
}

/** Every span of the window in which a value was out or a terminal silent, cut to the window. */
function spansIn({ from, to, now }: StatisticsWindow, scope: RawBuilder<unknown>): RawBuilder<unknown> {
  const until = to < now ? to : now
  const window = sql`tstzrange(${from}, ${until > from ? until : from})`
  const joined = sql`from alarms a join tanks k on k.id = a.tank_id`
  const what = sql`k.id as tank_id, k.firm_id, a.metric, a.kind = 'silent' as silent`
  return sql`
    select ${what}, ${SPAN} * ${window} as span ${joined} where ${SPAN} && ${window} and ${scope}
    union all
    select ${what}, p.span * ${window} ${joined} join alarm_past_spans p on p.alarm_id = a.id where p.span && ${window} and ${scope}`
}

/** `with` parts that end in `figures`: one row of figures for each key that has any. */
function figuresBy(
  key: RawBuilder<unknown>,
  window: StatisticsWindow,
  scope: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wait = sql`greatest(0, extract(epoch from coalesce(a.first_acknowledged_at, a.acknowledged_at) - a.raised_at))`
  const shelved = sql`coalesce(a.shelved_until > ${window.now}, false)`
  return sql`
  raised as (
    select ${key} as key, count(*) as raised, ${SEVERITY_COUNTS},
      count(*) filter (where a.kind = 'low') as low, count(*) filter (where a.kind = 'high') as high,
      count(*) filter (where a.kind = 'silent') as silent,
      sum(a.occurrences) as occurrences, count(a.acknowledged_at) as acknowledged,
      percentile_cont(array[0.5, 0.9]) within group (order by ${wait}) filter (where a.acknowledged_at is not null) as waits
    from alarms a join tanks k on k.id = a.tank_id where ${raisedIn(window)} and ${scope} group by 1),
  spans as (${spansIn(window, scope)}),
  of_tanks as (select tank_id, firm_id, silent, range_agg(span) as together from spans group by 1, 2, 3),
  lasted as (
    select ${key} as key, sum(seconds) filter (where not silent) as out_seconds, sum(seconds) filter (where silent) as silent_seconds
    from (select tank_id as id, firm_id, silent, extract(epoch from upper(one) - lower(one)) as seconds
      from of_tanks, unnest(together) one) k group by 1),
  standing as (
    select ${key} as key, count(*) filter (where a.closed_at is null and not ${shelved}) as open, count(*) filter (where ${shelved}) as shelved
    from alarms a join tanks k on k.id = a.tank_id
    where (a.closed_at is null or a.shelved_until > ${window.now}) and ${scope} group by 1),
  figures as (
    select key, coalesce(raised, 0) as raised, coalesce(critical, 0) as critical, coalesce(warning, 0) as warning,
      coalesce(info, 0) as info, coalesce(low, 0) as low, coalesce(high, 0) as high, coalesce(silent, 0) as silent,
      coalesce(occurrences, 0) as occurrences,
      round(coalesce(out_seconds, 0))::bigint as out_seconds, round(coalesce(silent_seconds, 0))::bigint as silent_seconds,
      coalesce(acknowledged, 0) as acknowledged,
      round(waits[1])::bigint as ack_median_seconds, round(waits[2])::bigint as ack_p90_seconds,
      coalesce(open, 0) as open, coalesce(shelved, 0) as shelved
    from raised full join lasted using (key) full join standing using (key))`
}

/** What became of alarms in a window, of those tanks that the caller may see. */
export function alarmStatisticsRepository({ db }: Pick<Connection, 'db'>) {
  async function daysOf(window: StatisticsWindow, scope: RawBuilder<unknown>): Promise<AlarmDay[]> {
    const { rows } = await sql<AlarmDay>`
      with raised as (
        select (a.raised_at at time zone 'Europe/Istanbul')::date as day, ${SEVERITY_COUNTS}
        from alarms a join tanks k on k.id = a.tank_id where ${raisedIn(window)} and ${scope} group by 1)
      select to_char(each, 'YYYY-MM-DD') as day, coalesce(critical, 0) as critical, coalesce(warning, 0) as warning, coalesce(info, 0) as info
      from generate_series((${window.from}::timestamptz at time zone 'Europe/Istanbul')::date,
        ((${window.to}::timestamptz - interval '1 ms') at time zone 'Europe/Istanbul')::date, interval '1 day') each
      left join raised on raised.day = each::date order by each`.execute(db)
    return rows
  }

  async function metricsOf(window: StatisticsWindow, scope: RawBuilder<unknown>): Promise<AlarmsOfMetric[]> {
    const { rows } = await sql<AlarmsOfMetric>`
      with raised as (
        select coalesce(a.metric, '') as metric, count(*) as raised
        from alarms a join tanks k on k.id = a.tank_id where ${raisedIn(window)} and ${scope} group by 1),
      spans as (${spansIn(window, scope)}),
      of_tanks as (select metric, range_agg(span) as together from spans where not silent group by metric, tank_id),
      lasted as (select metric, sum(extract(epoch from upper(one) - lower(one))) as seconds from of_tanks, unnest(together) one group by 1)
      select nullif(metric, '') as metric, coalesce(raised, 0) as raised, round(coalesce(seconds, 0))::bigint as out_seconds
      from raised full join lasted using (metric) order by 2 desc, 3 desc, 1`.execute(db)
    return rows
  }

  return {
    async summary(window: StatisticsWindow, of: Subject, firms: FirmScope): Promise<AlarmStatistics> {
      const scope = scoped(of, firms)
      const [figures, days, metrics] = await Promise.all([
        sql<AlarmFigures>`with ${figuresBy(KEYS.all, window, scope)} select * from figures`.execute(db),
        daysOf(window, scope),
        metricsOf(window, scope),
      ])
      return { from: window.from, to: window.to, ...(figures.rows[0] ?? NONE), days, metrics }
    },

    async list(
      window: StatisticsWindow,
      query: AlarmStatisticsListQuery,
      firms: FirmScope,
    ): Promise<Page<AlarmStatisticsRow>> {
      const { by, sort = [{ field: 'raised', descending: true }] } = query
      const offset = (query.page - 1) * query.per_page
      const { rows } = await sql<{ total: number; data: AlarmStatisticsRow[] }>`
        with ${figuresBy(KEYS[by], window, scoped(query, firms))},
        page as (
          select g.*, g.key as id, case when o.id is not null then json_build_object('id', o.id, 'code', o.code, 'name', o.name) end as "of",
            row_number() over (order by ${orderBy(SORTS, sort)}) as place
          from figures g left join ${NAMED[by]} o on o.id = g.key order by place limit ${query.per_page} offset ${offset})
        select (select count(*) from figures) as total, (select coalesce(json_agg(page order by place), '[]') from page) as data`.execute(
        db,
      )
      return asPage(rows[0]?.data ?? [], rows[0]?.total ?? 0, query)
    },
  }
}
