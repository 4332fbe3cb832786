import { sql, type Kysely } from 'kysely'

/** Public keys of users' devices, and the challenges that a device has not answered yet; only the hash of a challenge is stored. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table passkeys (
      id int generated always as identity primary key,
      user_id int not null references users on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      -- Of the device's signatures; 0 where it does not count.
      counter bigint not null,
      transports text[] not null,
      browser text,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db)
  await sql`
    create table passkey_challenges (
      hash bytea primary key,
      -- null: a sign-in
      user_id int references users on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index passkey_challenges_expiry on passkey_challenges (expires_at)`.execute(db)
}
