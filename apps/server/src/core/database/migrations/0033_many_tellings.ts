import { sql, type Kysely } from 'kysely'

/**
 * A power cut makes a hundred thousand tellings in the alarms' own transaction, and PostgreSQL looks up each reference of each row. They are
 * made of alarms and users that the same transaction has just read, and neither is ever deleted. What waits is found by
 * `tellings_waiting`; what was told enters its index when it is told.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table tellings drop constraint tellings_alarm_id_fkey, drop constraint tellings_user_id_fkey;
drop index tellings_person;
create index tellings_told on tellings (user_id, channel, told_at) where told_at is not null;
`,
    )
    .execute(db)
}
