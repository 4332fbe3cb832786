import { sql, type Kysely } from 'kysely'

/** Warnings and errors are counted, and found among the others, in their index alone: they lie scattered over the whole log. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, owner] of [
    ['terminal_logs', 'terminal_id'],
    ['tank_logs', 'tank_id'],
  ]) {
    await sql
      .raw(
        `
drop index ${table}_trouble, ${table}_trouble_follow;
create index ${table}_trouble on ${table} (id, status, created_at, ${owner}) where status <> 'success';
create index ${table}_trouble_follow on ${table} (xid, id, status) where status <> 'success';
`,
      )
      .execute(db)
  }
  await sql
    .raw(
      `
drop index server_logs_level;
create index server_logs_level on server_logs (level, seq, orphan);
`,
    )
    .execute(db)
}
