import { sql, type Kysely } from 'kysely'

/** The hidden terminals of what people enter by hand: lists that count by what devices measured pass over theirs, and would read every terminal for it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`create index terminals_manual on terminals (id) where kind = 'manual'`).execute(db)
}
