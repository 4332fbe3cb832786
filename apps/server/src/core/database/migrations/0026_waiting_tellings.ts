import { sql, type Kysely } from 'kysely'

/** What waits for one person by one channel is found without his last three months. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`create index tellings_waiting on tellings (user_id, channel) where told_at is null and dropped_at is null`)
    .execute(db)
}
