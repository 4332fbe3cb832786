import { sql, type Kysely } from 'kysely'

/** The versions of range templates, and since when each tank had which limits. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [VERSIONS, TANK_LIMITS]) await sql.raw(part).execute(db)
}

const VERSIONS = `
create table range_template_versions (
  template_id int not null references range_templates, number int not null,
  valid_from timestamptz not null, edited_by int references users,
  name text not null, active boolean not null, delay_seconds int not null,
  lo real[] not null, hi real[] not null, critical_lo real[] not null, critical_hi real[] not null, severity text[] not null,
  primary key (template_id, number)
);
insert into range_template_versions
  select id, 1, updated_at, edited_by, name, active, delay_seconds, lo, hi, critical_lo, critical_hi, severity from range_templates;`

/**
 * The triggers fire after those of `limits_version` (in the order of their names), whose single row is then locked until the transaction ends: of two
 * changes that concern one tank, the second one sees the first.
 */
const TANK_LIMITS = `
-- The limits of a tank since a time, by its template, until the next row. Empty arrays: none, as where the template is switched off or deleted.
-- The first row of a tank holds since -infinity. Tanks are not referenced: the lock of the reference and that of a template, which a change of a
-- tank takes in the other order, would be a deadlock.
create table tank_limits (
  tank_id int not null, since timestamptz not null,
  lo real[] not null, hi real[] not null,
  primary key (tank_id, since)
);
create function save_tank_limits() returns trigger language plpgsql as $$
declare
  tank_ids int[] := case when tg_table_name = 'tanks' then array[new.id] end;
  changed_at timestamptz := case when tg_op = 'UPDATE' and new.updated_at <> old.updated_at then new.updated_at else now() end;
begin
  if tank_ids is null then tank_ids := array(select id from tanks where range_template_id = new.id); end if;
  insert into tank_limits (tank_id, since, lo, hi)
  select k.id, case when before.since is null then '-infinity' else greatest(before.since, changed_at) end, limits.lo, limits.hi
  from tanks k
  left join range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null
  cross join lateral (select coalesce(r.lo, '{}') as lo, coalesce(r.hi, '{}') as hi) limits
  left join lateral (select since, lo, hi from tank_limits l where l.tank_id = k.id order by since desc limit 1) before on true
  where k.id = any(tank_ids) and (before.lo, before.hi) is distinct from (limits.lo, limits.hi)
  on conflict (tank_id, since) do update set lo = excluded.lo, hi = excluded.hi;
  return null;
end $$;
create trigger tank_limits_of_new_tanks after insert on tanks for each row execute function save_tank_limits();
create trigger tank_limits_of_tanks after update on tanks for each row
  when (old.range_template_id is distinct from new.range_template_id) execute function save_tank_limits();
create trigger tank_limits_of_templates after update on range_templates for each row
  when (old.active is distinct from new.active or old.lo is distinct from new.lo or old.hi is distinct from new.hi
    or old.deleted_at is distinct from new.deleted_at)
  execute function save_tank_limits();
insert into tank_limits (tank_id, since, lo, hi)
  select k.id, '-infinity', coalesce(r.lo, '{}'), coalesce(r.hi, '{}')
  from tanks k left join range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null;`
