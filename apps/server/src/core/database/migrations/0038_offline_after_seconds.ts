import { sql, type Kysely } from 'kysely'

/**
 * Adds a limit of silence of the terminal's own. Days that were judged before are judged anew: for how long a value holds has changed (2 × the
 * interval, at least 60 s).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table terminals add offline_after_seconds int check (offline_after_seconds between 30 and 86400)`.execute(
    db,
  )
  await sql`truncate out_of_range_days`.execute(db)
}
