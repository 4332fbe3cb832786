import { sql, type Kysely } from 'kysely'

/**
 * A power cut of a thousand terminals inserts a hundred thousand notifications at once, in the transaction of their alarms. They write one
 * column that no query reads and one index column less than before, and check no references: the notifications of a deleted webhook are
 * dropped at their next try and removed with the old ones, and a digest counts by the id of its first notification even when that one is gone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table notifications drop constraint notifications_digest_id_fkey,
    drop constraint notifications_webhook_id_fkey, drop column occurrence`.execute(db)
  await sql`drop index notifications_due`.execute(db)
  await sql`create index notifications_due on notifications (user_id, channel) where next_try_at is not null`.execute(
    db,
  )
}
