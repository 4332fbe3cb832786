import { sql, type Kysely } from 'kysely'

/**
 * A number that grows whenever the limits by which readings are judged may have changed, in the same transaction:
 * the server keeps limits in memory and asks, once a batch, whether they still hold.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table limits_version (only_row boolean primary key default true check (only_row), version int not null);
insert into limits_version (version) values (1);
create function raise_limits_version() returns trigger language plpgsql as $$
begin
  update limits_version set version = version + 1;
  return null;
end $$;
create trigger limits_version_of_tanks after update on tanks for each row
  when (old.status is distinct from new.status or old.range_template_id is distinct from new.range_template_id)
  execute function raise_limits_version();
create trigger limits_version_of_templates after update on range_templates for each row
  when (old.active is distinct from new.active or old.lo is distinct from new.lo or old.hi is distinct from new.hi)
  execute function raise_limits_version();
`,
    )
    .execute(db)
}
