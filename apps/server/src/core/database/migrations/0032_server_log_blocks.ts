import { sql, type Kysely } from 'kysely'

/**
 * Which pairs of letters stand in the server log, block by block of 64 entries: for a search of one or two letters, which no trigram index knows.
 * An index of pairs would make every entry three times as dear to write; these are noted in the background.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`create table server_log_blocks (block bigint primary key, pairs bytea not null)`).execute(db)
}
