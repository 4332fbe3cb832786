import { sql, type Kysely } from 'kysely'

/** Every occurrence of an alarm keeps its own times, values, acknowledgement and note. The row of the alarm describes the newest one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table alarm_occurrences (
  alarm_id int not null references alarms on delete cascade,
  -- counts from 1; the newest occurrence (number = alarms.occurrences) stands in the alarm's own row
  number int not null,
  -- as the alarm has them for its whole life
  tank_id int not null references tanks, metric text, kind text not null,
  severity text not null, value real, peak real,
  out_since timestamptz not null, raised_at timestamptz not null, cleared_at timestamptz not null,
  -- the newest acknowledgement given in it, and when the first one was
  acknowledged_at timestamptz, acknowledged_by int references users, first_acknowledged_at timestamptz,
  note text,
  primary key (alarm_id, number)
);

alter table alarms add column occurrence_peak real;
alter table alarms add column first_acknowledged_by int references users;
alter table alarms add column occurrence_raised_at timestamptz generated always as (occurred_at[cardinality(occurred_at)]) stored;

-- What is known of earlier occurrences: when they were out. An alarm that came back before spans were kept has its newest one only.
update alarms a set occurrences = greatest(a.occurrences, p.n + 1)
from (select alarm_id, count(*)::int as n from alarm_past_spans group by alarm_id) p where p.alarm_id = a.id;
insert into alarm_occurrences (alarm_id, number, tank_id, metric, kind, severity, value, peak, out_since, raised_at, cleared_at)
select a.id, p.number, a.tank_id, a.metric, a.kind, a.severity, null, null, lower(p.span),
  case when p.number = 1 then greatest(a.raised_at, lower(p.span))
    else coalesce(a.occurred_at[cardinality(a.occurred_at) - (a.occurrences - p.number)], lower(p.span)) end,
  upper(p.span)
from alarms a join (
  select s.alarm_id, s.span, b.occurrences - row_number() over (partition by s.alarm_id order by s.span desc)::int as number
  from alarm_past_spans s join alarms b on b.id = s.alarm_id
) p on p.alarm_id = a.id;

-- An acknowledgement given before the newest occurrence began belongs to the occurrence in which it was given.
update alarm_occurrences o set acknowledged_at = a.acknowledged_at, acknowledged_by = a.acknowledged_by, note = a.note
from alarms a where a.id = o.alarm_id and a.acknowledged_at < a.occurrence_raised_at and o.number = (
  select max(number) from alarm_occurrences before where before.alarm_id = a.id and before.raised_at <= a.acknowledged_at);
update alarm_occurrences o set first_acknowledged_at = a.first_acknowledged_at, acknowledged_at = coalesce(o.acknowledged_at, a.first_acknowledged_at)
from alarms a where a.id = o.alarm_id and a.first_acknowledged_at < a.occurrence_raised_at and o.number = (
  select max(number) from alarm_occurrences before where before.alarm_id = a.id and before.raised_at <= a.first_acknowledged_at);
update alarm_occurrences set first_acknowledged_at = acknowledged_at where first_acknowledged_at is null;
update alarms set note = null where acknowledged_at < occurrence_raised_at and exists (
  select from alarm_occurrences o where o.alarm_id = alarms.id and o.acknowledged_at = alarms.acknowledged_at);
update alarms set first_acknowledged_at = case when acknowledged_at >= occurrence_raised_at then acknowledged_at end
where first_acknowledged_at < occurrence_raised_at;
update alarms set first_acknowledged_by = acknowledged_by
where first_acknowledged_at is not null and acknowledged_at >= occurrence_raised_at;
-- What has to be acknowledged again has no acknowledgement.
update alarms set acknowledged_at = null, acknowledged_by = null
where acknowledged_at is not null and (acknowledged_at < occurrence_raised_at or state in ('active_unack', 'rtn_unack'));

-- The worst value of the newest occurrence is known exactly where it is the only one, or where terminals still hold it.
update alarms a set occurrence_peak = case when a.occurrences = 1 then a.peak else coalesce((
  select case a.kind when 'high' then max(e.peak) else min(e.peak) end from alarm_excursions e
  where e.holds and e.tank_id = a.tank_id and e.metric = a.metric and e.kind = a.kind and a.state in ('active_unack', 'active_ack')
), a.value) end where a.kind <> 'silent';

drop table alarm_past_spans;
-- A window finds what overlaps it and what was raised in it, however long the history is.
-- Written as SPANS in alarm-statistics.repository.ts are; a reading that came late may clear an occurrence before it began.
create index alarm_occurrences_span on alarm_occurrences using gist (tstzrange(out_since, greatest(out_since, cleared_at)));
create index alarm_occurrences_raised on alarm_occurrences (raised_at);
create index alarm_occurrences_tank on alarm_occurrences (tank_id);
create index alarms_occurrence_raised on alarms (occurrence_raised_at);
drop index alarms_raised;
`,
    )
    .execute(db)
}
