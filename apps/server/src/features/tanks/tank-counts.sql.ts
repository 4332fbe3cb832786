import type { Instant } from '@dalyan/contracts/instant'
import type { TANK_CONDITIONS } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { BOUNDS, evaluatedTanks } from './evaluated-tanks.sql.ts'
import { tanksInTrouble, type TankInTrouble } from './tanks-in-trouble.sql.ts'

// SQL text: each statement evaluates all tanks of a filter by shared expressions.

/** Limits per metric, in the order of the metric registry; null: open. */
export interface Limits {
  lo: readonly (number | null)[]
  hi: readonly (number | null)[]
}

type TankCondition = (typeof TANK_CONDITIONS)[number]

const IS_IN: Record<TankCondition, (tank: TankInTrouble) => boolean> = {
  out_of_range: ({ is_out }) => is_out,
  stale: ({ is_stale }) => is_stale,
}

/** Counts over a filter; `silent_out`: tanks that are both out of range and stale. */
export async function countTanks(
  on: Pick<Connection, 'db'>,
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<Record<'total' | 'silent_out' | TankCondition, number>> {
  const { total, troubled } = await tanksInTrouble(on, filter, now)
  const out = troubled.filter(IS_IN.out_of_range)
  const stale = troubled.filter(IS_IN.stale)
  return { total, out_of_range: out.length, stale: stale.length, silent_out: out.filter(IS_IN.stale).length }
}

/** The tanks that `countTanks` counts under these conditions. */
export async function idsInCondition(
  on: Pick<Connection, 'db'>,
  conditions: readonly TankCondition[],
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<number[]> {
  const { troubled } = await tanksInTrouble(on, filter, now)
  return troubled.filter((tank) => conditions.some((word) => IS_IN[word](tank))).map(({ id }) => id)
}

/** SQL: counts the active tanks of a filter, and those of them with fresh values whose newest value is outside these limits. */
export function countOutside(
  filter: RawBuilder<SqlBool>,
  { lo, hi }: Limits,
  now: Instant,
): RawBuilder<{ tanks: number; out_of_range: number }> {
  const limits = sql`cross join (select ${BOUNDS} from (select ${[...lo]}::real[] as lo, ${[...hi]}::real[] as hi) given) limits`
  return sql`
    with ${evaluatedTanks(filter, now, limits)}
    select (select count(*) from filtered where status = 'active') as tanks, count(*) filter (where is_out and is_fresh) as out_of_range from evaluated`
}

/** SQL: counts the active tanks of a filter, and the watched ones: active limits apply to a fresh value of a terminal. */
export function countWatched(
  filter: RawBuilder<SqlBool>,
  now: Instant,
): RawBuilder<{ active: number; watched: number }> {
  return sql`
    with ${evaluatedTanks(filter, now)}
    select (select count(*) from filtered where status = 'active') as active, (select count(*) from evaluated where is_limited) as watched`
}
