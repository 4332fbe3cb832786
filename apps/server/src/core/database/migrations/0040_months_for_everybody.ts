import { sql, type Kysely } from 'kysely'

/**
 * Partitions are made while the server runs, by a role that may make no tables: this function does it as the owner, for the two tables that have
 * one a month. Made apart and then attached: readers and writers of other months go on meanwhile.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db)
  await sql
    .raw(
      `
create function ensure_month(month date) returns void language plpgsql security definer
  set search_path = ${rows[0]?.schema}, pg_temp as $$
declare
  parent text;
  part text;
begin
  if month is null or month <> date_trunc('month', month) then raise exception 'a month begins on its first day'; end if;
  foreach parent in array array['measurements', 'rollup_15m'] loop
    part := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
    continue when to_regclass(part) is not null;
    execute format('create table %I (like %I including all)', part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;
revoke execute on function ensure_month(date) from public;
`,
    )
    .execute(db)
}
