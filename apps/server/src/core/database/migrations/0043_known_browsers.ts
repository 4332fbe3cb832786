import { sql, type Kysely } from 'kysely'

/** Browsers that have signed in to an account, by the SHA-256 of a mark that they keep. A mark lets nobody in: it spares them the delay after failed sign-ins from elsewhere. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table known_browsers (
  user_id int not null references users (id) on delete cascade, hash bytea not null,
  used_at timestamptz not null default now(), primary key (user_id, hash)
);
create index known_browsers_hash on known_browsers (hash);
create index known_browsers_used on known_browsers (used_at);
`,
    )
    .execute(db)
}
