import { sql, type Kysely } from 'kysely'

/**
 * Adds the columns of one metric to every table of measurements. A further metric is a line at the end of the registry (`METRICS`) and a migration
 * that calls this. The arrays of older range templates have no element for it, which is read as null: no limit.
 */
export async function addMetricColumns(db: Kysely<never>, metric: string): Promise<void> {
  const add = (table: string, columns: readonly [name: string, type: string][]) =>
    sql`alter table if exists ${sql.table(table)} ${sql.join(columns.map(([name, type]) => sql`add ${sql.ref(name)} ${sql.raw(type)}`))}`.execute(
      db,
    )

  await add('measurements', [[metric, 'real']])
  await add('latest', [
    [metric, 'real'],
    [`${metric}_at`, 'timestamptz'],
  ])
  // The last one does not exist before its own migration, which copies the columns.
  for (const table of ['rollup_15m', 'rollup_6h', 'rollup_day']) {
    await add(table, [
      [`${metric}_min`, 'real'],
      [`${metric}_avg`, 'real'],
      [`${metric}_max`, 'real'],
      [`${metric}_n`, 'int'],
    ])
  }
  for (const table of ['out_of_range_15m', 'out_of_range_6h']) await add(table, [[metric, 'int not null default 0']])
}
