import { sql, type Kysely } from 'kysely'

/** Lists that stay quick when there is a history: the default order of alarms, and the filters of logs and orders. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
-- Written as the default order of alarms.repository.ts is.
create index alarms_order on alarms ((state in ('active_unack', 'rtn_unack')) desc,
  array_position(array['critical', 'warning', 'info'], severity), raised_at desc, id desc);
drop index alarms_closed;
create index alarms_closed on alarms (closed_at desc nulls last);

create index orders_created on orders (created_at, id);
`,
    )
    .execute(db)
  for (const table of ['terminal_logs', 'tank_logs']) {
    await sql
      .raw(
        `
-- People search events; nothing ever filled this column.
alter table ${table} drop column search;
create index ${table}_event on ${table} using gin (fold_text(event) gin_trgm_ops);
create index ${table}_time on ${table} using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index ${table}_trouble on ${table} (id) where status <> 'success';
`,
      )
      .execute(db)
  }
}
