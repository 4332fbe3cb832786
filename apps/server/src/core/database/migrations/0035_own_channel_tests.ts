import { sql, type Kysely } from 'kysely'

/** Test messages are their sender's own; what the installation keeps of its channels names nobody. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table channel_tests (
  user_id int not null references users on delete cascade,
  channel text not null check (channel in ('app', 'push', 'mail')),
  last_success_at timestamptz, last_failure_at timestamptz,
  primary key (user_id, channel)
);
-- Errors of before hold addresses, and a test of before may be of a user who receives no alarms; the weekly one is of those who do.
update channel_health set last_error = null, tested_at = case when tried_week is not null then tested_at end;
`,
    )
    .execute(db)
}
