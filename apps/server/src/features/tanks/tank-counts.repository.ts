import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { TANK_CONDITIONS } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Limits per metric, in the order of the registry; null: open. */
export interface Limits {
  lo: readonly (number | null)[]
  hi: readonly (number | null)[]
}

/** The same line for every metric; `place` counts from 1, as arrays do in SQL. */
function perMetric(line: (key: MetricKey, place: number) => string, between: string): string {
  return METRIC_KEYS.map((key, i) => line(key, i + 1)).join(between)
}

/** The value of this terminal is the tank's newest of its metric, and fresh. */
const counts = (key: MetricKey) => `l.${key}_at >= l.fresh_from and (n.tank_id is null or l.${key}_at = n.${key}_at)`
const IS_FRESH =
  sql.raw(`case when n.tank_id is null then greatest(${perMetric((key) => `l.${key}_at`, ', ')}) >= l.fresh_from
  else ${perMetric((key) => `(${counts(key)})`, ' or ')} end`)
const IS_OUT = sql.raw(
  perMetric((key, i) => `(${counts(key)} and (l.${key} < limits.lo[${i}] or l.${key} > limits.hi[${i}]))`, ' or '),
)
const IS_LIMITED = sql.raw(
  perMetric((key, i) => `(${counts(key)} and coalesce(limits.lo[${i}], limits.hi[${i}]) is not null)`, ' or '),
)
const NEWEST = sql.raw(perMetric((key) => `max(${key}_at) as ${key}_at`, ', '))

/** Of each tank its template's limits, where that is in use. */
const ITS_OWN = sql`left join range_templates limits on limits.id = filtered.range_template_id and limits.active and limits.deleted_at is null`

/** Seconds for which a value is fresh whatever its terminal's interval is (`terminal-presence.rules.ts`). */
const ALWAYS_FRESH = 120

/** Tanks `k` of a filter. */
const filteredTanks = (filter: RawBuilder<SqlBool>) =>
  sql`filtered as (select k.id, k.status, k.range_template_id from tanks k left join firms f on f.id = k.firm_id where ${filter})`

/**
 * `filtered`: tanks `k` of a filter; `judged`: of those that are watched (active) and have values, by the newest value of each metric: whether one
 * is fresh (`terminal-presence.rules.ts`), whether a fresh one is out of the `limits`, and whether those limit a fresh one. What people enter by hand
 * does not count. One row a terminal, not one a metric, since lists ask this of every tank.
 */
export function judgedTanks(filter: RawBuilder<SqlBool>, now: Instant, limits = ITS_OWN): RawBuilder<unknown> {
  return sql`${filteredTanks(filter)}, ${judged('filtered', now, limits)}`
}

function judged(among: 'filtered' | 'doubtful', now: Instant, limits = ITS_OWN): RawBuilder<unknown> {
  const tanks = sql.table(among)
  return sql`
    shown as (
      select l.*, ${now}::timestamptz - make_interval(secs =>
        greatest(2.5 * coalesce(t.expected_interval_seconds, p.usual_interval_seconds), ${ALWAYS_FRESH})) as fresh_from
      from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device' left join terminal_presence p on p.terminal_id = t.id
      where l.tank_id in (select id from ${tanks} where status = 'active')
    ),
    several as (select tank_id, ${NEWEST} from shown group by tank_id having count(*) > 1),
    judged as (
      select filtered.id, coalesce(bool_or(${IS_FRESH}), false) as is_fresh, bool_or(${IS_OUT}) as is_out, bool_or(${IS_LIMITED}) as is_limited
      from shown l join ${tanks} filtered on filtered.id = l.tank_id left join several n on n.tank_id = l.tank_id ${limits} group by filtered.id
    )`
}

const BOUNDS = sql.raw(perMetric((_, i) => `lo[${i}] as lo${i}, hi[${i}] as hi${i}`, ', '))
const NEWEST_OF_ALL = sql.raw(`max(greatest(${perMetric((key) => `l.${key}_at`, ', ')}))`)
const MAY_BE_OUT = sql.raw(`bool_or(${perMetric((key, i) => `l.${key} < b.lo${i} or l.${key} > b.hi${i}`, ' or ')})`)

/**
 * `doubtful`: the filtered tanks that may be out of range, or stale. It knows neither intervals nor which of several terminals measured last, and takes a
 * fifth of the time of `judged`; most tanks are well.
 */
function doubtfulTanks(now: Instant): RawBuilder<unknown> {
  return sql`
    bounds as materialized (select id, ${BOUNDS} from range_templates where active and deleted_at is null),
    doubtful as materialized (
      select filtered.id, filtered.status, filtered.range_template_id
      from latest l join filtered on filtered.id = l.tank_id left join bounds b on b.id = filtered.range_template_id
      where filtered.status = 'active' and not exists (select from terminals t where t.id = l.terminal_id and t.kind = 'manual')
      group by filtered.id, filtered.status, filtered.range_template_id
      having (${NEWEST_OF_ALL} >= ${now}::timestamptz - make_interval(secs => ${ALWAYS_FRESH})) is not true or ${MAY_BE_OUT}
    )`
}

/** `judged` of the doubtful alone: none of the others is out of range or stale. */
const judgedIfDoubtful = (filter: RawBuilder<SqlBool>, now: Instant) =>
  sql`${filteredTanks(filter)}, ${doubtfulTanks(now)}, ${judged('doubtful', now)}`

/** Counts over a filter: `out_of_range` have a fresh newest value outside their template's limits; `stale` have values, but no fresh one. */
export function countTanks(
  filter: RawBuilder<SqlBool>,
  now: Instant,
): RawBuilder<{ total: number; out_of_range: number; stale: number }> {
  return sql`
    with ${judgedIfDoubtful(filter, now)}
    select (select count(*) from filtered) as total, count(*) filter (where is_out) as out_of_range, count(*) filter (where not is_fresh) as stale
    from judged`
}

/** Whether the tank `k` is one of those that `countTanks` counts under these words; `scope` narrows whom it asks about. */
export function isInCondition(
  conditions: readonly (typeof TANK_CONDITIONS)[number][],
  scope: RawBuilder<SqlBool>,
  now: Instant,
): RawBuilder<SqlBool> {
  const asked = { out_of_range: sql`is_out`, stale: sql`not is_fresh` }
  return sql`k.id = any(array(with ${judgedIfDoubtful(scope, now)}
    select id from judged where ${sql.join(
      conditions.map((word) => asked[word]),
      sql` or `,
    )}))`
}

/** Of the watched tanks of a filter: how many there are, and how many have a fresh newest value outside these limits. */
export function countOutside(
  filter: RawBuilder<SqlBool>,
  { lo, hi }: Limits,
  now: Instant,
): RawBuilder<{ tanks: number; out_of_range: number }> {
  const limits = sql`cross join (select ${[...lo]}::real[] as lo, ${[...hi]}::real[] as hi) limits`
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
