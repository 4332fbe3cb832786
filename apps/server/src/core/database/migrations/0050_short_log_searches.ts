import { sql, type Kysely } from 'kysely'

/** A search of one or two letters looks through the newest entries of the server log; nothing is prepared for it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`drop table server_log_blocks`).execute(db)
}
