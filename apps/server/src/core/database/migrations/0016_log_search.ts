import { sql, type Kysely } from 'kysely'

/** The server log's text is folded once, when it is written: a search that finds much folds nothing. Followers of troubles have their own order. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
drop index server_logs_search;
alter table server_logs add column search text generated always as (fold_text(message || ' ' || coalesce(context::text, ''))) stored;
create index server_logs_search on server_logs using gin (search gin_trgm_ops);
create index terminal_logs_trouble_follow on terminal_logs (xid, id) where status <> 'success';
create index tank_logs_trouble_follow on tank_logs (xid, id) where status <> 'success';
`,
    )
    .execute(db)
}
