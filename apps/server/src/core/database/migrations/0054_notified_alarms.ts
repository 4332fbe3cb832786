import { sql, type Kysely } from 'kysely'

/** Alarms say when their recipients were notified; the timers of an alarm are its escalations. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
alter table alarms rename column told_at to notified_at;
alter table alarms rename column told_severity to notified_severity;
alter table alarms rename constraint alarms_told_severity_check to alarms_notified_severity_check;
alter table alarm_watches rename to escalations;
alter table escalations rename constraint alarm_watches_pkey to escalations_pkey;
alter table escalations rename constraint alarm_watches_alarm_id_fkey to escalations_alarm_id_fkey;
alter index alarm_watches_due rename to escalations_due`)
    .execute(db)
}
