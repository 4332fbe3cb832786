import { sql, type Kysely } from 'kysely'

const OWNERS = { terminal_logs: 'terminal_id int not null,', tank_logs: 'tank_id int not null,' }

/**
 * Terminal, tank and server logs, built alike. A follower reads by (xid, id) below the snapshot's xmin: ids alone become visible out of order.
 * `search` holds the folded text of what people search; it stays null for one-per-message entries, which keeps the index small.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, owner] of Object.entries(OWNERS)) {
    await sql
      .raw(
        `
create table ${table} (
  id bigint generated always as identity primary key, xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(), ${owner}
  status text not null check (status in ('success', 'warning', 'error')), event text not null,
  processor jsonb not null, meta jsonb, search text
);
create index ${table}_follow on ${table} (xid, id);
create index ${table}_owner on ${table} (${owner.split(' ')[0]}, id);
create index ${table}_search on ${table} using gin (search gin_trgm_ops) where search is not null;
`,
      )
      .execute(db)
  }
  await sql
    .raw(
      `
create table server_logs (
  seq bigint generated always as identity primary key, xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(), level smallint not null, message text not null, context jsonb, orphan boolean not null default false
);
create index server_logs_follow on server_logs (xid, seq);
`,
    )
    .execute(db)
}
