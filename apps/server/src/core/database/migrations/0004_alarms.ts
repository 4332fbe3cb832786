import { sql, type Kysely } from 'kysely'

/** Alarms, what leads to them, and the clock of silence. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table alarms (
  id int generated always as identity primary key,
  tank_id int not null references tanks,
  -- who raised it, or who is silent; null: the tank has no terminal that could deliver
  terminal_id int references terminals,
  metric text, kind text not null check (kind in ('low', 'high', 'silent')),
  severity text not null check (severity in ('critical', 'warning', 'info')),
  state text not null check (state in ('active_unack', 'active_ack', 'rtn_unack', 'closed')),
  value real, peak real, limit_value real,
  out_since timestamptz not null, raised_at timestamptz not null, last_at timestamptz not null,
  cleared_at timestamptz, closed_at timestamptz,
  acknowledged_at timestamptz, acknowledged_by int references users,
  -- what the acknowledgement was given for, and since when its time runs
  ack_value real, ack_since timestamptz,
  note text, shelved_until timestamptz, shelve_reason text,
  occurrences int not null default 1, chattering boolean not null default false,
  -- instants of the last five occurrences, oldest first
  occurred_at timestamptz[] not null,
  -- when people were last to be told
  told_at timestamptz not null,
  check ((state = 'closed') = (closed_at is not null)),
  check ((kind = 'silent') or (metric is not null and terminal_id is not null))
) with (fillfactor = 70);
create unique index alarms_open_limit on alarms (tank_id, metric, kind) where closed_at is null and kind <> 'silent';
create unique index alarms_open_silence on alarms (terminal_id, coalesce(metric, ''))
  where closed_at is null and kind = 'silent' and terminal_id is not null;
create unique index alarms_open_silent_tank on alarms (tank_id) where closed_at is null and kind = 'silent' and terminal_id is null;
create index alarms_tank on alarms (tank_id, closed_at desc);
create index alarms_closed on alarms (closed_at);

-- A terminal that is out: inside its delay, or (holds) one of those for which the tank's alarm waits.
create table alarm_excursions (
  terminal_id int not null references terminals, tank_id int not null references tanks,
  metric text not null, kind text not null check (kind in ('low', 'high')),
  severity text not null, holds boolean not null,
  value real not null, peak real not null, out_since timestamptz not null, last_at timestamptz not null,
  primary key (terminal_id, tank_id, metric, kind)
) with (fillfactor = 70);
create index alarm_excursions_tank on alarm_excursions (tank_id);

-- While the server or its database is down nobody is silent: when that was, and when it was last up.
create table silence_pauses (from_at timestamptz primary key, to_at timestamptz not null check (to_at >= from_at));
create table silence_heartbeat (only_row boolean primary key default true check (only_row), beat_at timestamptz not null);
`,
    )
    .execute(db)
}
