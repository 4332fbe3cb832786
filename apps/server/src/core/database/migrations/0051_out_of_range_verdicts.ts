import { sql, type Kysely } from 'kysely'
import { addOutOfRangeColumns } from '../metric-columns.ts'

/** The metrics of this migration's day, in the registry's order. */
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

/**
 * Whether a reading is out of range is decided when it is stored and kept with it: one bit per metric in `flags`, 2 for the first metric. How long a
 * tank was out of range is summed up beside the roll-ups. Readings that are there already are evaluated once, by the limits of this moment.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`
drop table out_of_range_days;

-- Age at which a value is stale, by the usual interval of its terminal in seconds (terminal-presence.rules.ts).
create function stale_after(usual_interval float8) returns interval language sql immutable as
  $$ select make_interval(secs => greatest(coalesce(2 * usual_interval, 120), 60)) $$;

-- How long each metric was out of range, in milliseconds; buckets without such a time have no row. terminal_id 0: the tank, where terminals that are
-- out at the same time count once.
create table out_of_range_15m (
  tank_id int not null, terminal_id int not null, bucket timestamptz not null, primary key (tank_id, terminal_id, bucket)
);
create table out_of_range_6h (
  tank_id int not null, terminal_id int not null, bucket timestamptz not null, primary key (tank_id, terminal_id, bucket)
);`)
  for (const metric of METRICS) await addOutOfRangeColumns(db, metric)

  const isOut = (metric: string, i: number) => `(m.${metric} < r.lo[${i + 1}] or m.${metric} > r.hi[${i + 1}])`
  await run(`
update measurements m set flags = m.flags | (${METRICS.map((metric, i) => `case when ${isOut(metric, i)} then ${2 << i} else 0 end`).join(' | ')})
from tanks k join range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null
where k.id = m.tank_id and (${METRICS.map(isOut).join(' or ')});

create index measurements_out_of_range on measurements (terminal_id, measured_at) include (tank_id, flags) where flags > 1;
create index measurements_out_of_range_time on measurements (measured_at, terminal_id) where flags > 1;

create temporary table out_interval (tank_id int, terminal_id int, metric int, bucket timestamptz, from_at timestamptz, to_at timestamptz) on commit drop;`)
  for (const [i, metric] of METRICS.entries()) {
    await run(`
insert into out_interval
select x.tank_id, x.terminal_id, ${i}, bucket, greatest(x.from_at, bucket), least(x.to_at, bucket + interval '15 min') from (
  select m.tank_id, m.terminal_id, m.flags, m.measured_at as from_at, least(
    lead(m.measured_at) over (partition by m.terminal_id order by m.measured_at),
    m.measured_at + stale_after(coalesce(t.expected_interval_seconds, p.usual_interval_seconds)::float8),
    (select done_until from rollup_state)
  ) as to_at
  from measurements m join terminals t on t.id = m.terminal_id left join terminal_presence p on p.terminal_id = t.id
  where m.${metric} is not null and exists (select from measurements where flags & ${2 << i} <> 0 and flags > 1)
) x, generate_series(date_bin('15 min', x.from_at, 'epoch'), x.to_at - interval '1 us', interval '15 min') bucket
where x.flags & ${2 << i} <> 0 and x.tank_id is not null;`)
  }
  const sumOf = (metric: string, i: number) => `coalesce(sum(ms) filter (where metric = ${i}), 0)::int as ${metric}`
  await run(`
insert into out_of_range_15m (tank_id, terminal_id, bucket, ${METRICS.join(', ')})
select tank_id, terminal_id, bucket, ${METRICS.map(sumOf).join(', ')} from (
  select tank_id, terminal_id, bucket, metric, 1000 * extract(epoch from to_at - from_at) as ms from out_interval
  union all
  select tank_id, 0, bucket, metric, 1000 * extract(epoch from to_at - greatest(from_at, reached)) from (
    select *, max(to_at) over (partition by tank_id, metric, bucket order by from_at, to_at rows between unbounded preceding and 1 preceding) as reached
    from out_interval
  ) x where reached is null or to_at > reached
) parts group by 1, 2, 3;

insert into out_of_range_6h (tank_id, terminal_id, bucket, ${METRICS.join(', ')})
select tank_id, terminal_id, date_bin('6 h', bucket, 'epoch'), ${METRICS.map((metric) => `sum(${metric})`).join(', ')} from out_of_range_15m group by 1, 2, 3;`)
}
