import { sql, type Kysely } from 'kysely'

/** Links that show the overview of a firm on a screen without a session; only the hash of their secret is stored. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table display_links (
      id int generated always as identity primary key,
      name text not null,
      -- null: every firm
      firm_id int references firms on delete cascade,
      hash bytea not null unique,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index display_links_firm on display_links (firm_id)`.execute(db)
}
