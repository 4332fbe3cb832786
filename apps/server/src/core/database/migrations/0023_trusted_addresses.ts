import { sql, type Kysely } from 'kysely'

/** To which addresses alarms are mailed: those that an administrator wrote, and those that their owner confirmed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table users add email_trusted boolean not null
  generated always as (email_confirmed_at is not null or not email_self_declared) stored;
`,
    )
    .execute(db)
}
