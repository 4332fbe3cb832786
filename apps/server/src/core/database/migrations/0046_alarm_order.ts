import { sql, type Kysely } from 'kysely'

/** The default order of alarms: what is out of range or silent now stands above what has returned. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
drop index alarms_order;
-- Written as the default order of alarms.repository.ts is.
create index alarms_order on alarms ((state in ('active_unack', 'active_ack')) desc, (state in ('active_unack', 'rtn_unack')) desc,
  array_position(array['critical', 'warning', 'info'], severity), raised_at desc, id desc);
`,
    )
    .execute(db)
}
