import { sql, type Kysely } from 'kysely'

/**
 * Every alarm belongs to an incident (docs/behaviour/alarms.md). Known alarms are grouped here by the same rules: open silences of at least
 * three terminals of one place whose last readings lie within a minute, and alarms of one tank that began within 15 minutes of each other.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table incidents (
  id int generated always as identity primary key,
  -- null: none is likely
  cause text check (cause in ('outage', 'out_of_water', 'sensor_fault')),
  started_at timestamptz not null,
  -- When its current occurrence began: the first alarm of it after a time in which none was active.
  occurred_at timestamptz not null
)`.execute(db)
  await sql`create index incidents_started on incidents (started_at desc, id desc)`.execute(db)
  await sql`alter table alarms add column incident_id int references incidents`.execute(db)

  await sql`create temporary table grouped on commit drop as
with silent as (
  select a.id, a.out_since, coalesce(k.firm_id, 0) as firm_id, coalesce(k.location, '') as place,
    lag(a.out_since) over places as before
  from alarms a join tanks k on k.id = a.tank_id
  where a.closed_at is null and a.kind = 'silent' and a.metric is null and a.terminal_id is not null
  window places as (partition by k.firm_id, k.location order by a.out_since, a.id)
), runs as (
  select id, firm_id, place,
    count(*) filter (where before is null or out_since - before > interval '60 s') over (partition by firm_id, place order by out_since, id) as run
  from silent
), outages as (
  select id, 'outage' as cause, format('%s %s %s', firm_id, place, run) as key, count(*) over (partition by firm_id, place, run) as members from runs
), alone as (
  select a.id, a.tank_id, a.out_since, lag(a.out_since) over (partition by a.tank_id order by a.out_since, a.id) as before
  from alarms a where not exists (select from outages o where o.id = a.id and o.members >= 3)
), tank_runs as (
  select id, tank_id, count(*) filter (where before is null or out_since - before > interval '15 min')
    over (partition by tank_id order by out_since, id) as run
  from alone
)
select id, cause, dense_rank() over (order by key) as number from outages where members >= 3
union all
select id, null, (select count(distinct key) from outages where members >= 3) + dense_rank() over (order by tank_id, run) from tank_runs`.execute(
    db,
  )
  await sql`insert into incidents (cause, started_at, occurred_at)
select min(g.cause), min(a.out_since), min(a.out_since) from grouped g join alarms a using (id) group by g.number order by g.number`.execute(
    db,
  )
  // The ids of a new table count from 1 in the order of the insert.
  await sql`update alarms a set incident_id = g.number from grouped g where g.id = a.id`.execute(db)

  await sql`alter table alarms alter column incident_id set not null`.execute(db)
  await sql`create index alarms_incident on alarms (incident_id)`.execute(db)
  // Under the bell a newer item about an incident replaces the unread one.
  await sql`alter table inbox_items add column incident_id int`.execute(db)
}
