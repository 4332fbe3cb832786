import { sql, type Kysely } from 'kysely'

/** Shows whether a key is the one with which the secrets in this database are sealed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `create table sealing_proof (
  only_row boolean primary key default true check (only_row), sealed text not null, created_at timestamptz not null default now()
)`,
    )
    .execute(db)
}
