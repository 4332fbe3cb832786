import { sql, type Kysely } from 'kysely'

/** Every list and filter of the three logs stays quick with a million rows, in either order of time. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['terminal_logs', 'tank_logs']) {
    await sql
      .raw(
        `
-- The words of events are few: they are looked up here one by one, then asked for as they are.
drop index ${table}_event;
create index ${table}_event on ${table} (event, id);
drop index ${table}_time;
create index ${table}_time on ${table} (created_at, id);
`,
      )
      .execute(db)
  }
  await sql
    .raw(
      `
create index server_logs_time on server_logs (created_at, seq);
create index server_logs_level on server_logs (level, seq);
create index server_logs_orphans on server_logs (seq) where orphan;
create index server_logs_search on server_logs using gin (fold_text(message || ' ' || coalesce(context::text, '')) gin_trgm_ops);
`,
    )
    .execute(db)
}
