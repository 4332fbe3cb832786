import { sql, type Kysely } from 'kysely'

/** Battery and signal of terminals: the newest values, and for the last days one row for each hour. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table terminal_health (
      terminal_id int primary key references terminals on delete cascade,
      -- The newest of each value, with its arrival, as the wire shows it.
      health jsonb not null,
      gateway text generated always as (health #>> '{gateway,value}') stored
    ) with (fillfactor = 70)`.execute(db)
  await sql`
    create table terminal_health_hours (
      terminal_id int not null references terminals on delete cascade,
      hour timestamptz not null,
      -- The last of the hour.
      battery real, rssi real, snr real,
      primary key (terminal_id, hour)
    ) with (fillfactor = 70)`.execute(db)
  await sql`create index terminal_health_hours_hour on terminal_health_hours (hour)`.execute(db)
  // An outage of a gateway is found by the terminals that it serves.
  await sql`create index terminal_health_gateway on terminal_health (gateway)`.execute(db)
  // These names were unknown ones until now.
  await sql`
    update terminal_presence set unknown_keys = unknown_keys - '{battery,rssi,snr,gateway}'::text[]
    where unknown_keys ?| '{battery,rssi,snr,gateway}'::text[]`.execute(db)
}
