import { sql, type Kysely } from 'kysely'

/** What the history of alarms is reckoned from: every span that a value was out, and when somebody first acknowledged. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
-- The row itself knows the newest acknowledgement and the newest span only.
alter table alarms add column first_acknowledged_at timestamptz;
update alarms set first_acknowledged_at = acknowledged_at where acknowledged_at is not null;

-- Spans of an alarm that came back: all but the newest, which its row has (out_since … cleared_at).
create table alarm_past_spans (
  alarm_id int not null references alarms on delete cascade,
  -- as the alarm has them for its whole life
  tank_id int not null references tanks, metric text, kind text not null,
  span tstzrange not null check (not isempty(span)),
  primary key (alarm_id, span)
);

-- A window finds what overlaps it and what was raised in it, however long the history is.
-- Written as SPAN in alarm-statistics.repository.ts is; a reading that came late may clear an alarm before it began.
create index alarms_span on alarms using gist (tstzrange(out_since, case when cleared_at is not null then greatest(out_since, cleared_at) end));
create index alarm_past_spans_tank on alarm_past_spans (tank_id);
create index alarm_past_spans_span on alarm_past_spans using gist (span);
create index alarms_raised on alarms (raised_at);
`,
    )
    .execute(db)
}
