import { sql } from 'kysely'
import type { Connection } from './database.ts'

/** Waits until no other transaction holds the lock of this name, and holds it until this transaction ends. */
export async function lockUntilCommit({ db }: Pick<Connection, 'db'>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
