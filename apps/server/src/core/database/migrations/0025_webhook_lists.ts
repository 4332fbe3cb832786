import { sql, type Kysely } from 'kysely'

/** One delivery for many alarms: a power cut is one call, not forty. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `-- null: of alarm_id alone
alter table webhook_deliveries add column alarm_ids int[];
create index webhook_deliveries_recent on webhook_deliveries (webhook_id, queued_at);`,
    )
    .execute(db)
}
