import { sql, type Kysely } from 'kysely'

/**
 * Retention of measurements. `rollup_state` says since when readings and roll-ups are complete; what is older was dropped, and the buckets before
 * are never rolled up again. The role of the server may not drop tables, so it calls these functions of the owner. And the two orders and filters
 * of lists that had no index.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table rollup_state
    add column raw_from timestamptz not null default '1970-01-01T00:00:00Z',
    add column rolled_15m_from timestamptz not null default '1970-01-01T00:00:00Z',
    add column rolled_6h_from timestamptz not null default '1970-01-01T00:00:00Z'`.execute(db)
  await sql`create index out_of_range_15m_time on out_of_range_15m (bucket)`.execute(db)
  await sql`create index out_of_range_6h_time on out_of_range_6h (bucket)`.execute(db)
  await sql`create index journal_entries_created on journal_entries (created_at, id)`.execute(db)
  await sql`create index audit_logs_trouble on audit_logs (id, status, created_at) where status <> 'success'`.execute(
    db,
  )
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db)
  await sql.raw(functionsOf(rows[0]?.schema ?? '')).execute(db)
}

/**
 * Detaching locks the parent table for an instant, and everybody who comes after it waits with it: it gives up after 0.3 s for the parent and for
 * the partition. Dropping what is detached then hinders nobody.
 */
const functionsOf = (schema: string) => `
create function detach_month(parent text, month date) returns void language plpgsql security definer
  set search_path = ${schema}, pg_temp set lock_timeout = '300ms' as $$
begin
  if parent not in ('measurements', 'rollup_15m') or month is null then raise exception 'not a table with months'; end if;
  execute format('alter table %I detach partition %I', parent, format('%s_%s', parent, to_char(month, 'YYYY_MM')));
end $$;

create function drop_detached_months() returns void language plpgsql security definer
  set search_path = ${schema}, pg_temp set lock_timeout = '300ms' as $$
declare
  part name;
begin
  for part in select relname from pg_class where relnamespace = '${schema}'::regnamespace and relkind = 'r' and not relispartition
    and relname ~ '^(measurements|rollup_15m)_[0-9]{4}_[0-9]{2}$' order by 1
  loop
    execute format('drop table %I', part);
  end loop;
end $$;
revoke execute on function detach_month(text, date), drop_detached_months() from public;`
