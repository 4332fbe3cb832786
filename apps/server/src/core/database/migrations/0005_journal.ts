import { sql, type Kysely } from 'kysely'

/** The journal of the tanks: append-only (application-role.ts), an entry replaces another by naming it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table journal_entries (
    -- Made by the page, so that an entry sent twice is stored once.
    id uuid primary key,
    tank_id int not null references tanks,
    kind text not null,
    at timestamptz not null,
    amount float8, unit text, note text,
    corrects uuid unique references journal_entries,
    withdrawn boolean not null default false,
    created_by int references users,
    created_at timestamptz not null,
    check (corrects is not null or not withdrawn)
  )`.execute(db)
  await sql`create index journal_entries_at on journal_entries (at, id)`.execute(db)
  await sql`create index journal_entries_of_tank on journal_entries (tank_id, at, id)`.execute(db)
  await sql`create index journal_entries_of_kind on journal_entries (kind, at, id)`.execute(db)
}
