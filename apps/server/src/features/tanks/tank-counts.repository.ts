import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { TANK_CONDITIONS } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

/** Limits per metric, in the order of the registry; null: open. */
export interface Limits {
  lo: readonly (number | null)[]
  hi: readonly (number | null)[]
}

/** The same line for every metric; `place` counts from 1, as arrays do in SQL. */
function perMetric(line: (key: MetricKey, place: number) => string, between: string): string {
  return METRIC_KEYS.map((key, i) => line(key, i + 1)).join(between)
}

/** When a terminal measured last. */
const NEWEST_AT = `greatest(${perMetric((key) => `l.${key}_at`, ', ')})`
/** The value of this terminal is the tank's newest of its metric, and fresh. */
const counts = (key: MetricKey) => `l.${key}_at >= l.fresh_from and (n.tank_id is null or l.${key}_at = n.${key}_at)`
const isOutside = (key: MetricKey, place: number) => `(l.${key} < limits.lo${place} or l.${key} > limits.hi${place})`
const IS_FRESH = sql.raw(`case when n.tank_id is null then ${NEWEST_AT} >= l.fresh_from
  else ${perMetric((key) => `(${counts(key)})`, ' or ')} end`)
const IS_OUT = sql.raw(perMetric((key, i) => `(${isOutside(key, i)} and ${counts(key)})`, ' or '))
const IS_LIMITED = sql.raw(
  perMetric((key, i) => `(${counts(key)} and coalesce(limits.lo${i}, limits.hi${i}) is not null)`, ' or '),
)
const NEWEST = sql.raw(perMetric((key) => `max(${key}_at) as ${key}_at`, ', '))

/** Columns of what stands in arrays: those are opened again for every comparison. */
const BOUNDS = sql.raw(perMetric((_, i) => `lo[${i}] as lo${i}, hi[${i}] as hi${i}`, ', '))
/** Of each tank its template's limits, where that is in use. */
const ITS_OWN = sql`left join bounds limits on limits.id = filtered.range_template_id`

/** Seconds for which a value is fresh whatever its terminal's interval is (`terminal-presence.rules.ts`). */
const ALWAYS_FRESH = 120

/** Tanks `k` of a filter, and the limits of templates. */
const filteredTanks = (filter: RawBuilder<SqlBool>) =>
  sql`filtered as (select k.id, k.status, k.range_template_id from tanks k left join firms f on f.id = k.firm_id where ${filter}),
    bounds as materialized (select id, ${BOUNDS} from range_templates where active and deleted_at is null)`

/**
 * `filtered`: tanks `k` of a filter; `judged`: of those that are watched (active) and have values, by the newest value of each metric: whether one
 * is fresh (`terminal-presence.rules.ts`), whether a fresh one is out of the `limits`, and whether those limit a fresh one. What people enter by hand
 * does not count. One row a terminal, not one a metric, since lists ask this of every tank.
 */
export function judgedTanks(filter: RawBuilder<SqlBool>, now: Instant, limits = ITS_OWN): RawBuilder<unknown> {
  return sql`${filteredTanks(filter)},
    shown as (
      select l.*, ${now}::timestamptz - make_interval(secs =>
        greatest(2.5 * coalesce(t.expected_interval_seconds, p.usual_interval_seconds), ${ALWAYS_FRESH})) as fresh_from
      from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device' left join terminal_presence p on p.terminal_id = t.id
      where l.tank_id in (select id from filtered where status = 'active')
    ),
    several as (select tank_id, ${NEWEST} from shown group by tank_id having count(*) > 1),
    judged as (
      select filtered.id, coalesce(bool_or(${IS_FRESH}), false) as is_fresh, bool_or(${IS_OUT}) as is_out, bool_or(${IS_LIMITED}) as is_limited
      from shown l join filtered on filtered.id = l.tank_id left join several n on n.tank_id = l.tank_id ${limits} group by filtered.id
    )`
}

const MAY_BE_OUT = sql.raw(perMetric(isOutside, ' or '))

/**
 * The filtered tanks that may be out of range, or stale: a value of theirs is outside, or a terminal old. It knows neither intervals nor which of several
 * terminals measured last, and takes a fifth of the time of `judged`; most tanks are well.
 */
const doubtfulTanks = (now: Instant) => sql`
  select distinct filtered.id from latest l join filtered on filtered.id = l.tank_id ${ITS_OWN}
  where filtered.status = 'active' and l.terminal_id not in (select id from terminals where kind = 'manual')
    and ((${sql.raw(NEWEST_AT)} >= ${now}::timestamptz - make_interval(secs => ${ALWAYS_FRESH})) is not true or ${MAY_BE_OUT})`

type TankCondition = (typeof TANK_CONDITIONS)[number]

interface TankInTrouble {
  id: number
  is_out: boolean
  is_stale: boolean
}

const IS_IN: Record<TankCondition, (tank: TankInTrouble) => boolean> = {
  out_of_range: ({ is_out }) => is_out,
  stale: ({ is_stale }) => is_stale,
}

/**
 * How many tanks a filter has, and which are `out_of_range` (a fresh newest value is outside their template's limits) or `stale` (they have values, but no
 * fresh one). Asked in two steps: PostgreSQL plans the second, which is dear, by how many are doubtful; in one it would take them for most.
 */
async function tanksInTrouble(
  { db }: Pick<Connection, 'db'>,
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<{ total: number; troubled: TankInTrouble[] }> {
  const found = await sql<{ total: number; doubtful: number[] }>`
    with ${filteredTanks(filter)} select (select count(*) from filtered) as total, array(${doubtfulTanks(now)}) as doubtful`.execute(
    db,
  )
  const { total = 0, doubtful = [] } = found.rows[0] ?? {}
  if (doubtful.length === 0) return { total, troubled: [] }
  const { rows } = await sql<TankInTrouble>`
    with ${judgedTanks(sql`k.id = any(${doubtful}::int[])`, now)}
    select id, coalesce(is_out, false) as is_out, not is_fresh as is_stale from judged where is_out or not is_fresh`.execute(
    db,
  )
  return { total, troubled: rows }
}

/** Counts over a filter. */
export async function countTanks(
  on: Pick<Connection, 'db'>,
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<{ total: number } & Record<TankCondition, number>> {
  const { total, troubled } = await tanksInTrouble(on, filter, now)
  const { out_of_range, stale } = IS_IN
  return { total, out_of_range: troubled.filter(out_of_range).length, stale: troubled.filter(stale).length }
}

/** The tanks that `countTanks` counts under these words. */
export async function idsInCondition(
  on: Pick<Connection, 'db'>,
  conditions: readonly TankCondition[],
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<number[]> {
  const { troubled } = await tanksInTrouble(on, filter, now)
  return troubled.filter((tank) => conditions.some((word) => IS_IN[word](tank))).map(({ id }) => id)
}

/** Of the watched tanks of a filter: how many there are, and how many have a fresh newest value outside these limits. */
export function countOutside(
  filter: RawBuilder<SqlBool>,
  { lo, hi }: Limits,
  now: Instant,
): RawBuilder<{ tanks: number; out_of_range: number }> {
  const limits = sql`cross join (select ${BOUNDS} from (select ${[...lo]}::real[] as lo, ${[...hi]}::real[] as hi) given) limits`
  return sql`
    with ${judgedTanks(filter, now, limits)}
    select (select count(*) from filtered where status = 'active') as tanks, count(*) filter (where is_out) as out_of_range from judged`
}

/** Of the active tanks of a filter: how many there are, and how many nothing watches, since limits or fresh values are missing. */
export function countUnwatched(
  filter: RawBuilder<SqlBool>,
  now: Instant,
): RawBuilder<{ tanks: number; unwatched: number }> {
  return sql`
    with ${judgedTanks(filter, now)}, active as (select count(*) as tanks from filtered where status = 'active')
    select tanks, tanks - (select count(*) from judged where is_limited) as unwatched from active`
}
