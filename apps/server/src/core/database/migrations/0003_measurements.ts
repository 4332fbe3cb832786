import { sql, type Kysely } from 'kysely'
import { addMetricColumns } from '../metric-columns.ts'

/** The metrics of this migration's day, in the registry's order; later ones come with their own migrations. */
const METRICS = [
  'tank_temperature',
  'ambient_temperature',
  'cabinet_temperature',
  'ambient_humidity',
  'cabinet_humidity',
  'ph',
  'salinity',
  'orp',
  'conductivity',
]

/** Readings, the latest values, and what makes long charts and exact totals quick. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
-- One partition a month, made by the server ahead of time and by an import for its own months. No default partition: it would grow unseen.
create table measurements (
  measured_at timestamptz not null, received_at timestamptz not null,
  terminal_id int not null, tank_id int,
  flags smallint not null default 0, -- 1: the terminal's clock was wrong
  primary key (terminal_id, measured_at)
) partition by range (measured_at);
create index measurements_time on measurements using brin (measured_at) with (pages_per_range = 32, autosummarize = on);

-- Newest value of each metric, per terminal and tank (0: none), so that a moved terminal's old values are not the new tank's.
-- Also the register of every pair that ever had a reading.
create table latest (
  terminal_id int not null, tank_id int not null,
  measured_at timestamptz not null, received_at timestamptz not null,
  primary key (terminal_id, tank_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index latest_tank on latest (tank_id);

create table rollup_15m (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null, -- 0: no tank
  n int not null, primary key (terminal_id, bucket, tank_id)
) partition by range (bucket);
create index rollup_15m_time on rollup_15m using brin (bucket) with (pages_per_range = 32, autosummarize = on);
create table rollup_6h (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null,
  n int not null, primary key (terminal_id, bucket, tank_id)
);
create index rollup_6h_time on rollup_6h (bucket);

-- How many readings, for exact totals of many terminals.
create table counts_day (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null,
  n int not null, primary key (bucket, terminal_id, tank_id)
);
create index counts_day_terminal on counts_day (terminal_id, bucket);
create table counts_month (
  bucket timestamptz not null, terminal_id int not null, tank_id int not null,
  n int not null, primary key (bucket, terminal_id, tank_id)
);
create index counts_month_terminal on counts_month (terminal_id, bucket);

-- Readings before done_until are in every roll-up, save the buckets in rollup_dirty; whoever stores one before mark_until marks its bucket.
create table rollup_state (mark_until timestamptz not null, done_until timestamptz not null);
insert into rollup_state select at, at from (select date_bin('15 min', now(), 'epoch') as at) start;
create table rollup_dirty (terminal_id int not null, bucket timestamptz not null, primary key (terminal_id, bucket));
`,
    )
    .execute(db)
  for (const metric of METRICS) await addMetricColumns(db, metric)
}
