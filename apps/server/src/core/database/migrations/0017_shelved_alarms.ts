import { sql, type Kysely } from 'kysely'

/** Alarms that begin while their tank, metric and side are shelved: nobody is told, until perhaps later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table alarms alter told_at drop not null;
-- how grave it was when people were last told
alter table alarms add column told_severity text check (told_severity in ('critical', 'warning', 'info'));
update alarms set told_severity = severity;
create index alarms_shelved on alarms (tank_id, shelved_until) where shelved_until is not null;
`,
    )
    .execute(db)
}
