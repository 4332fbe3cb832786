import { sql, type Kysely } from 'kysely'

/** Named maps from devices' own names to metrics, each for many terminals. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table key_profiles (
      id int generated always as identity primary key,
      name text not null,
      map jsonb not null,
      version int not null default 1, edited_by int references users,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index key_profiles_name on key_profiles (fold_text(name))`.execute(db)
  // Only deleted terminals still have a profile when it is removed.
  await sql`alter table terminals add column key_profile_id int references key_profiles on delete set null`.execute(db)
  await sql`create index terminals_key_profile on terminals (key_profile_id) where key_profile_id is not null`.execute(
    db,
  )
}
