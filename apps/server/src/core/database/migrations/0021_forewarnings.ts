import { sql, type Kysely } from 'kysely'

/** What is predicted of tanks, what predictions of the past were worth, and who is notified of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table forewarnings (
    tank_id int not null references tanks on delete cascade,
    metric text not null, kind text not null, limit_value real not null,
    since timestamptz not null, predicted_at timestamptz not null,
    expected_from timestamptz not null, expected_to timestamptz not null,
    trend_per_hour real not null,
    course jsonb not null,
    primary key (tank_id, metric, kind)
  )`.execute(db)
  // Of one metric of a tank with the limits lo and hi, null where that side is open.
  await sql`create table forewarning_records (
    tank_id int not null references tanks on delete cascade,
    metric text not null, lo real, hi real,
    made int not null, came_true int not null, days int not null, is_practice boolean not null,
    replayed_at timestamptz not null,
    primary key (tank_id, metric)
  )`.execute(db)
  // Of an item that is about a tank and no alarm.
  await sql`alter table inbox_items add tank_id int references tanks on delete cascade`.execute(db)
  await sql`alter table notification_preferences add forewarnings text not null default 'day'`.execute(db)
}
