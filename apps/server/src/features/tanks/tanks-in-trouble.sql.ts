import type { Instant } from '@dalyan/contracts/instant'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import {
  ALWAYS_FRESH,
  filteredTanks,
  freshFrom,
  ITS_OWN,
  evaluatedTanks,
  MAY_BE_OUT,
  NEWEST_AT,
} from './evaluated-tanks.sql.ts'

// SQL text because it is a hot path: every list of tanks and the home page query all tanks.

/** A tank that is out of range (the newest value of a metric is outside its template's limits) or stale (it has values, but no fresh one), or both. */
export interface TankInTrouble {
  id: number
  is_out: boolean
  is_stale: boolean
}

const NEWEST = sql.raw(NEWEST_AT)
const tanksIn = (ids: readonly number[]) => sql<SqlBool>`k.id = any(${[...ids]}::int[])`

/**
 * Counts the tanks of a filter and finds those in trouble. The exact evaluation is expensive and most tanks are well,
 * so cheaper statements first exclude tanks that certainly are. They are separate statements because PostgreSQL plans
 * each by the number of tanks left; in one statement it overestimates that number.
 */
export async function tanksInTrouble(
  { db }: Pick<Connection, 'db'>,
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<{ total: number; troubled: TankInTrouble[] }> {
  const doubts = await sql<Doubts>`${doubtsOf(filter, now)}`.execute(db)
  const { total = 0, off = [], old = [] } = doubts.rows[0] ?? {}
  const unwell = old.length === 0 ? [] : (await sql<Unwell>`${unwellOf(old, now)}`.execute(db)).rows
  const stale = new Set(unwell.flatMap(({ id, is_stale }) => (is_stale ? id : [])))
  const unsure = [...new Set([...off, ...unwell.flatMap(({ id, is_stale }) => (is_stale ? [] : id))])]
  const evaluated = unsure.length === 0 ? [] : (await sql<TankInTrouble>`${verdictsOf(unsure, now)}`.execute(db)).rows
  // Stale tanks that may be out of range are in `evaluated`.
  const known = new Set(unsure)
  const silent = [...stale].filter((id) => !known.has(id)).map((id) => ({ id, is_out: false, is_stale: true }))
  return { total, troubled: [...silent, ...evaluated] }
}

/**
 * `off`: active tanks with a value outside their limits; `old`: active tanks with a terminal whose values would be
 * stale at a short interval.
 */
interface Doubts {
  total: number
  off: number[]
  old: number[]
}

function doubtsOf(filter: RawBuilder<SqlBool>, now: Instant): RawBuilder<unknown> {
  const isOld = sql`(${NEWEST} >= ${now}::timestamptz - make_interval(secs => ${ALWAYS_FRESH})) is not true`
  return sql`
    with ${filteredTanks(filter)},
    doubtful as materialized (
      select filtered.id, ${isOld} as is_old, ${MAY_BE_OUT} as is_off
      from latest l join filtered on filtered.id = l.tank_id ${ITS_OWN}
      where filtered.status = 'active' and l.terminal_id not in (select id from terminals where kind = 'manual') and (${isOld} or ${MAY_BE_OUT})
    )
    select (select count(*) from filtered) as total,
      array(select distinct id from doubtful where is_off) as off, array(select distinct id from doubtful where is_old) as old`
}

/** A tank whose last measured value is stale. `is_stale`: no value is fresh; otherwise an older value of a slower terminal is. */
interface Unwell {
  id: number
  is_stale: boolean
}

const unwellOf = (ids: readonly number[], now: Instant) => sql`
  select id, fresh is null as is_stale from (
    select l.tank_id as id, max(${NEWEST}) as newest, max(${NEWEST}) filter (where ${NEWEST} >= ${freshFrom(now)}) as fresh
    from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device' left join terminal_presence p on p.terminal_id = t.id
    where l.tank_id = any(${[...ids]}::int[]) group by l.tank_id
  ) tanks where fresh is null or fresh < newest`

const verdictsOf = (ids: readonly number[], now: Instant) => sql`
  with ${evaluatedTanks(tanksIn(ids), now)}
  select id, coalesce(is_out, false) as is_out, not is_fresh as is_stale from evaluated where is_out or not is_fresh`
