import { sql, type Kysely } from 'kysely'
import { rolledParts } from '../rolled-parts.ts'

/** The values of a terminal per day, from which charts and statistics of several years are read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table rollup_day (like rollup_6h including all)`.execute(db)
  // Metrics that are added later are not in the table yet.
  const { rows } = await sql<{ metric: string }>`select left(attname, -4) as metric from pg_attribute
    where attrelid = 'rollup_6h'::regclass and attname like '%\_avg' and not attisdropped`.execute(db)
  const metrics = rows.map(({ metric }) => metric)
  const columns = metrics.map((metric) => `${metric}_min, ${metric}_avg, ${metric}_max, ${metric}_n`)
  const values = metrics.map((metric) => {
    const { min, max, n } = rolledParts(metric)
    return `min(${min}), (sum(${metric}_avg::float8 * ${n}) / nullif(sum(${n}), 0))::real, max(${max}), sum(${n})::int`
  })
  await sql
    .raw(
      `insert into rollup_day (bucket, terminal_id, tank_id, n, ${columns.join(', ')})
      select date_bin('1 day', bucket, 'epoch'), terminal_id, tank_id, sum(n)::int, ${values.join(', ')}
      from rollup_6h group by 1, 2, 3 order by 2, 1, 3`,
    )
    .execute(db)
}
