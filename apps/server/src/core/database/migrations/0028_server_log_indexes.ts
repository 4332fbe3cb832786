import { sql, type Kysely } from 'kysely'

/** Totals of the server log are counted in these indexes alone; its entries are wide, and lists leave the orphans out unless asked. */
export async function up(db: Kysely<never>): Promise<void> {
  // One by one, as Citus wants it.
  for (const name of ['server_logs_orphans', 'server_logs_time', 'server_logs_level'])
    await sql`drop index ${sql.ref(name)}`.execute(db)
  await sql`create index server_logs_shown on server_logs (seq) where not orphan`.execute(db)
  await sql`create index server_logs_time on server_logs (created_at, seq, orphan)`.execute(db)
  await sql`create index server_logs_level on server_logs (level, seq, orphan, created_at)`.execute(db)
}
