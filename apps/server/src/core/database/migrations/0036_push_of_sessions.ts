import { sql, type Kysely } from 'kysely'

/** A browser's push subscription belongs to a session and ends with it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table push_subscriptions add column token_id int references tokens on delete cascade;
-- Which session subscribed was not kept: the newest of the user takes them, and without one they end.
update push_subscriptions s set token_id =
  (select t.id from tokens t where t.user_id = s.user_id order by t.last_used_at desc, t.id desc limit 1);
delete from push_subscriptions where token_id is null;
alter table push_subscriptions alter column token_id set not null;
create index push_subscriptions_token on push_subscriptions (token_id);
`,
    )
    .execute(db)
}
