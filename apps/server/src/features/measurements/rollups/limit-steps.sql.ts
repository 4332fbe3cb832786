import { MOST_LIMIT_STEPS } from '@dalyan/contracts/measurements'
import { sql } from 'kysely'
import { instantAt } from '../../../core/clock.ts'
import type { Queries } from '../../../core/database/database.ts'
import type { TankLimitRow } from './limit-steps.rules.ts'
import type { TimeWindow } from './time-spans.rules.ts'

// SQL text because the query builder supports neither -infinity nor epoch seconds.

/** The limits of a tank in a window, oldest first: those in force at its start, from which on they count here, and each later change. */
export async function readTankLimitRows(
  { db }: Pick<Queries, 'db'>,
  tankId: number,
  { from, to }: TimeWindow,
): Promise<TankLimitRow[]> {
  const start = sql`${instantAt(from)}::timestamptz`
  const { rows } = await sql<TankLimitRow>`
    select extract(epoch from greatest(since, ${start}))::float8 as "from", lo, hi from tank_limits
    where tank_id = ${tankId} and since < ${instantAt(to)}
      and since >= (select max(since) from tank_limits where tank_id = ${tankId} and since <= ${start})
    order by since desc limit ${sql.lit(MOST_LIMIT_STEPS)}`.execute(db)
  return rows.toReversed()
}
