import { sql, type Kysely } from 'kysely'

/** Links that come by mail, addresses that were confirmed by one, and the weekly trial of the channels. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
-- self_declared: its owner registered with it, and no administrator has written it.
alter table users add email_confirmed_at timestamptz, add email_self_declared boolean not null default false;

-- One of each kind and person: a newer one takes the older one's place.
create table mailed_links (
  user_id int not null references users on delete cascade, kind text not null check (kind in ('reset', 'confirm')),
  -- SHA-256 of what was sent, and of what it was sent for: once that changes, the link is over
  hash bytea not null unique, seal bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
create index mailed_links_expires on mailed_links (expires_at);

-- The last week (\`weekly-trial.rules.ts\`) in which the channel was tried.
alter table channel_health add tried_week int;
`,
    )
    .execute(db)
}
