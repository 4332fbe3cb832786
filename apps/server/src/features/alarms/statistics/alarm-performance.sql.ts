import type { AlarmPerformance } from '@dalyan/contracts/alarm-performance'
import { PERFORMANCE, SEVERITIES } from '@dalyan/contracts/alarm-words'
import { rolesWith } from '@dalyan/contracts/permissions'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { instantInJson } from '../../../core/database/json-object.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { PAST_SPAN, scoped, SPAN, type StatisticsWindow, type CountedSubject, waitOf } from './alarm-statistics.sql.ts'

// SQL text: the builder has no time ranges, percentiles and window frames of a length of time.

const OPERATING_ROLES = rolesWith('alarms.acknowledge')
const interval = (text: string) => sql.raw(`interval '${text}'`)
const HOUR = interval('1 hour')
const FLOOD = interval(`${PERFORMANCE.floodMinutes} minutes`)
const CHATTERING = interval(`${PERFORMANCE.chatteringMinutes} minutes`)
const STALE = interval(`${PERFORMANCE.staleHours} hours`)

/** The terminal of a silence; a value may be that of several terminals. */
const TERMINAL = sql.raw("case when a.kind = 'silent' then a.terminal_id end")
/** Looked up by the key for each row, because a join would read all alarms. */
const ofAlarm = (column: string) => sql.raw(`(select p.${column} from alarms p where p.id = o.alarm_id)`)
const PAST_TERMINAL = sql`case when o.kind = 'silent' then ${ofAlarm('terminal_id')} end`
const SUBJECT = sql.raw('tank_id, terminal_id, metric, kind')
const SUBJECT_FIELDS = `'tank', json_build_object('id', k.id, 'code', k.code, 'name', k.name),
'iot', case when t.id is not null then json_build_object('id', t.id, 'code', t.code) end, 'metric', s.metric, 'kind', s.kind`
/** The first rows of a `with` part as a JSON array of subjects with further fields. */
const listed = (part: string, fields: string, order: string) =>
  sql.raw(`(select coalesce(json_agg(json_build_object(${SUBJECT_FIELDS}, ${fields}) order by ${order}), '[]')
  from (select s.* from ${part} s join tanks k on k.id = s.tank_id order by ${order} limit ${PERFORMANCE.mostListed}) s
  join tanks k on k.id = s.tank_id left join terminals t on t.id = s.terminal_id)`)
const MOST_RAISED = 's.raised desc, k.code, s.metric, s.kind, s.terminal_id'

/** The performance of the alarm system in a window, for the tanks that the caller may see; always one statement. */
export async function findAlarmPerformance(
  { db }: Pick<Connection, 'db'>,
  { from, to, now }: StatisticsWindow,
  of: CountedSubject,
  firms: FirmScope,
): Promise<AlarmPerformance> {
  const scope = scoped(of, firms)
  const passed = to < now ? to : now
  // A window may lie in the future.
  const until = sql`${passed > from ? passed : from}::timestamptz`
  const window = sql`tstzrange(${from}, ${until})`
  const { rows } = await sql<Omit<AlarmPerformance, 'from' | 'to'>>`
  with recursive begun as materialized (
    select a.tank_id, ${TERMINAL} as terminal_id, a.metric, a.kind, a.severity, a.occurrence_raised_at as raised_at,
      ${waitOf('a', 'occurrence_raised_at')} as wait, a.state in ('active_unack', 'rtn_unack') as asks,
      coalesce(a.first_acknowledged_by, a.acknowledged_by) as user_id
    from alarms a join tanks k on k.id = a.tank_id
    where a.occurrence_raised_at >= ${from} and a.occurrence_raised_at < ${to} and ${scope}
    union all
    select o.tank_id, ${PAST_TERMINAL}, o.metric, o.kind, o.severity, o.raised_at, ${waitOf('o', 'raised_at')}, false, o.acknowledged_by
    from alarm_occurrences o join tanks k on k.id = o.tank_id
    where o.raised_at >= ${from} and o.raised_at < ${to} and ${scope}),
  followed as materialized (
    select tank_id, terminal_id, metric, kind, raised_at,
      count(*) over (order by raised_at range between current row and ${HOUR} following) as in_hour,
      case when count(*) over (order by raised_at range between current row and ${FLOOD} following) >= ${PERFORMANCE.floodAlarms}
        then raised_at + ${FLOOD} end as flood_until,
      raised_at - lag(raised_at, ${PERFORMANCE.chatteringTimes - 1}) over (partition by ${SUBJECT} order by raised_at) as together
    from begun),
  worst as (select raised_at, in_hour from followed order by in_hour desc, raised_at limit 1),
  subjects as (select ${SUBJECT}, count(*) as raised, min(together) as shortest from followed group by ${SUBJECT}),
  chattering as (select * from subjects where shortest <= ${CHATTERING}),
  covered as (
    select *, max(flood_until) over (order by raised_at) as covered_until,
      max(flood_until) over (order by raised_at range between unbounded preceding and interval '1 microsecond' preceding) as before_until
    from followed),
  flooded as (
    select *, count(*) filter (where before_until is null or before_until < raised_at) over (order by raised_at) as number
    from covered where covered_until >= raised_at),
  numbered as (
    -- The number grows by more than one where several alarms of one instant begin a flood; it only has to differ between floods.
    select number, min(raised_at) as begun_at, greatest(min(raised_at), least(max(flood_until), ${until})) as ended_at,
      count(*) as raised, count(distinct tank_id) as tanks, count(*) filter (where kind = 'silent') as silent
    from flooded group by number),
  floods as (select *, extract(epoch from ended_at - begun_at) as seconds from numbered),
  stale as materialized (
    select *, least(coalesce(cleared_at, ${until}), ${until}) - raised_at as lasted, cleared_at is null or cleared_at > ${until} as is_active
    from (
      select a.tank_id, ${TERMINAL} as terminal_id, a.metric, a.kind, a.severity, a.occurrence_raised_at as raised_at, a.cleared_at,
        coalesce(a.shelved_until > ${now}, false) as is_shelved
      from alarms a join tanks k on k.id = a.tank_id where ${SPAN} && ${window} and ${scope}
      union all
      select o.tank_id, ${PAST_TERMINAL}, o.metric, o.kind, o.severity, o.raised_at, o.cleared_at, coalesce(${ofAlarm('shelved_until')} > ${now}, false)
      from alarm_occurrences o join tanks k on k.id = o.tank_id
      where ${PAST_SPAN} && ${window} and ${scope}) spans
    where least(coalesce(cleared_at, ${until}), ${until}) - raised_at > ${STALE}),
  acknowledgements as (
    select s.severity, s.rank, coalesce(raised, 0) as raised, coalesce(acknowledged, 0) as acknowledged, coalesce(waiting, 0) as waiting, coalesce(overdue, 0) as overdue,
      round(waits[1])::bigint as median_seconds, round(waits[2])::bigint as p90_seconds
    from unnest(${[...SEVERITIES]}::text[]) with ordinality s(severity, rank) left join (
      select severity, count(*) as raised, count(wait) as acknowledged, count(*) filter (where wait is null and asks) as waiting,
        count(*) filter (where wait is null and asks and raised_at < ${now}::timestamptz - ${HOUR}) as overdue,
        percentile_cont(array[0.5, 0.9]) within group (order by wait) as waits
      from begun group by severity) b using (severity)),
  up as (
    select distinct k.firm_id as id from tanks k where k.firm_id is not null and k.status <> 'deleted' and ${scope}
    union select f.parent_id from up join firms f on f.id = up.id where f.parent_id is not null),
  operators as (
    select count(*) as total, count(*) filter (where is_admin) as administrators
    from users u, lateral (select bool_or(r.role = 'admin') as is_admin from user_roles r where r.user_id = u.id and r.role = any(${OPERATING_ROLES}::text[])) r
    where u.deleted_at is null and (is_admin or (is_admin is not null and u.firm_id in (select id from up)))),
  known as (
    select least(min(k.created_at), (select min(raised_at) from begun), (select min(raised_at) from stale)) as since,
      exists (select from begun) or exists (select from stale)
        or exists (select from tanks k join latest l on l.tank_id = k.id where l.received_at >= ${from} and ${scope}) as is_known
    from tanks k where ${scope})
  select
    (select extract(epoch from ${until} - greatest(${from}, since))::bigint from known where is_known and since < ${until} and ${from} < ${until}) as seconds,
    (select count(*) from begun) as raised,
    (select json_build_object('from', ${sql.raw(instantInJson('raised_at'))}, 'raised', in_hour) from worst) as worst_hour,
    (select json_build_object('total', total, 'administrators', administrators,
      'acknowledging', (select count(distinct user_id) from begun where wait is not null)) from operators) as operators,
    ${listed('subjects', "'raised', s.raised", MOST_RAISED)} as frequent,
    json_build_object('total', (select count(*) from chattering), 'data',
      ${listed('chattering', "'raised', s.raised, 'shortest_seconds', round(extract(epoch from s.shortest))::bigint", MOST_RAISED)}) as chattering,
    json_build_object('total', (select count(*) from stale), 'active', (select count(*) from stale where is_active), 'data',
      ${listed(
        'stale',
        `'severity', s.severity, 'raised_at', ${instantInJson('s.raised_at')}, 'cleared_at', ${instantInJson('s.cleared_at')}, 'is_shelved', s.is_shelved`,
        's.is_active desc, s.lasted desc, k.code, s.metric, s.kind, s.terminal_id',
      )}) as stale,
    (select json_agg(json_build_object('severity', severity, 'raised', raised, 'acknowledged', acknowledged, 'waiting', waiting, 'overdue', overdue,
      'median_seconds', median_seconds, 'p90_seconds', p90_seconds) order by rank) from acknowledgements) as acknowledgements,
    json_build_object('total', (select count(*) from floods), 'seconds', (select round(coalesce(sum(seconds), 0))::bigint from floods), 'data',
      (select coalesce(json_agg(json_build_object('from', ${sql.raw(instantInJson('begun_at'))}, 'to', ${sql.raw(instantInJson('ended_at'))},
        'raised', raised, 'tanks', tanks, 'silent', silent) order by begun_at desc), '[]')
      from (select * from floods order by begun_at desc limit ${PERFORMANCE.mostListed}) newest)) as floods`.execute(db)
  const [performance] = rows
  if (!performance) throw new Error('a select without a table returned no row')
  return { from, to, ...performance }
}
