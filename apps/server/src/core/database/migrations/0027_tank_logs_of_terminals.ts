import { sql, type Kysely } from 'kysely'

/** Which tanks a terminal came to and left: the entries of the tanks' log that name it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`create index tank_logs_terminal on tank_logs ((meta->'terminal'->>'id'), id) where meta ? 'terminal'`)
    .execute(db)
}
