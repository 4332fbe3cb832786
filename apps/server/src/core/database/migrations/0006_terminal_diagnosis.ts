import { sql, type Kysely } from 'kysely'

/** What the diagnosis of a silent terminal needs, and the map from a device's own names to metrics. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table terminals add column key_map jsonb`.execute(db)
  await sql`
    create table terminal_former_keys (
      terminal_id int not null references terminals on delete cascade,
      hash bytea not null,
      ended_at timestamptz not null,
      -- Ended by a user at once; else it expired after a rotation.
      revoked boolean not null,
      primary key (terminal_id, hash)
    )`.execute(db)
  await sql`
    create table terminal_link_events (
      terminal_id int not null references terminals on delete cascade,
      kind text not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      count bigint not null,
      detail jsonb not null,
      primary key (terminal_id, kind)
    ) with (fillfactor = 70)`.execute(db)
}
