import { sql, type Kysely } from 'kysely'

/** What the quality gate refused, beside the accepted values, and its two kinds of alarms. */
export async function up(db: Kysely<never>): Promise<void> {
  // By metric: value and reason. The metric's own column is null then, so that nothing computed from it counts a refused value.
  await sql`alter table measurements add refused jsonb`.execute(db)
  await sql`create index measurements_refused on measurements (terminal_id, measured_at) where refused is not null`.execute(
    db,
  )
  // By metric: the newest refused value with its time. It counts only while it is newer than the accepted one.
  await sql`alter table latest add refused jsonb`.execute(db)
  // How terminals of a profile are tested (contracts quality-rules.ts).
  await sql`alter table key_profiles add quality jsonb not null default '{"sensors": "sonde", "conductivity": null, "limits": {}}'`.execute(
    db,
  )
  await sql`alter table alarms drop constraint alarms_kind_check, add constraint alarms_kind_check
    check (kind in ('low', 'high', 'silent', 'fault', 'out_of_water'))`.execute(db)
  await sql`alter table alarm_excursions drop constraint alarm_excursions_kind_check, add constraint alarm_excursions_kind_check
    check (kind in ('low', 'high', 'fault', 'out_of_water')),
    -- How many readings in a row.
    add readings int not null default 1`.execute(db)
}
