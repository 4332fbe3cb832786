import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

// SQL text: expressions built for every metric, to be included in other statements.

/** Writes an expression for every metric; `place` counts from 1, as SQL arrays do. */
function perMetric(line: (key: MetricKey, place: number) => string, between: string): string {
  return METRIC_KEYS.map((key, i) => line(key, i + 1)).join(between)
}

/** SQL: the time of the last measurement in a row `l` of `latest`. */
export const NEWEST_AT = `greatest(${perMetric((key) => `l.${key}_at`, ', ')})`
/** SQL: this terminal's value is the tank's newest of the metric. */
const isNewest = (key: MetricKey) => `(n.tank_id is null or l.${key}_at = n.${key}_at)`
/** SQL: it is the newest, and fresh. */
const counts = (key: MetricKey) => `l.${key}_at >= l.fresh_from and ${isNewest(key)}`
/** SQL: a stale value still counts as out of range while its terminal is active and on the tank; its alarm stays open as long. */
const stands = (key: MetricKey) => `(l.${key}_at >= l.fresh_from or l.is_here) and ${isNewest(key)}`
const isOutside = (key: MetricKey, place: number) => `(l.${key} < limits.lo${place} or l.${key} > limits.hi${place})`
const IS_FRESH = sql.raw(`case when n.tank_id is null then ${NEWEST_AT} >= l.fresh_from
  else ${perMetric((key) => `(${counts(key)})`, ' or ')} end`)
const IS_OUT = sql.raw(perMetric((key, i) => `(${isOutside(key, i)} and ${stands(key)})`, ' or '))
const IS_LIMITED = sql.raw(
  perMetric((key, i) => `(${counts(key)} and coalesce(limits.lo${i}, limits.hi${i}) is not null)`, ' or '),
)
const NEWEST = sql.raw(perMetric((key) => `max(${key}_at) as ${key}_at`, ', '))

/** SQL: a value of a row `l` is outside the limits, at any age. */
export const MAY_BE_OUT = sql.raw(perMetric(isOutside, ' or '))

/** Columns for the elements of the arrays `lo` and `hi`, which PostgreSQL would unpack again for every comparison. */
export const BOUNDS = sql.raw(perMetric((_, i) => `lo[${i}] as lo${i}, hi[${i}] as hi${i}`, ', '))
/** SQL: joins the limits of each tank's template, if the template is active. */
export const ITS_OWN = sql`left join bounds limits on limits.id = filtered.range_template_id`

/** Seconds for which a value is fresh at any interval of its terminal (`terminal-presence.rules.ts`). */
export const ALWAYS_FRESH = 60

/** SQL: the instant from which on a value of terminal `t` with presence `p` is fresh (`terminal-presence.rules.ts`). */
export const freshFrom = (now: Instant) =>
  sql`${now}::timestamptz - make_interval(secs => greatest(coalesce(2 * coalesce(t.expected_interval_seconds, p.usual_interval_seconds), 120), ${ALWAYS_FRESH}))`

/** SQL: `filtered`, tanks `k` of a filter; `bounds`, the limits of templates. */
export const filteredTanks = (filter: RawBuilder<SqlBool>) =>
  sql`filtered as (select k.id, k.status, k.range_template_id from tanks k left join firms f on f.id = k.firm_id where ${filter}),
    bounds as materialized (select id, ${BOUNDS} from range_templates where active and deleted_at is null)`

/**
 * SQL: `filtered`: tanks `k` of a filter. `evaluated`: those of them that are active and have values, by the newest
 * value of each metric: whether one is fresh (`terminal-presence.rules.ts`), whether one is outside the `limits` (even
 * a stale one of an active terminal still on the tank), and whether the limits apply to a fresh one. Readings entered
 * by hand do not count. Rows are per terminal, not per metric, since lists evaluate every tank.
 */
export function evaluatedTanks(filter: RawBuilder<SqlBool>, now: Instant, limits = ITS_OWN): RawBuilder<unknown> {
  return sql`${filteredTanks(filter)},
    shown as (
      select l.*, ${freshFrom(now)} as fresh_from, t.status = 'active' and a.terminal_id is not null as is_here
      from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device' left join terminal_presence p on p.terminal_id = t.id
        left join terminal_assignments a on a.terminal_id = l.terminal_id and a.tank_id = l.tank_id and a.to_at is null
      where l.tank_id in (select id from filtered where status = 'active')
    ),
    several as (select tank_id, ${NEWEST} from shown group by tank_id having count(*) > 1),
    evaluated as (
      select filtered.id, coalesce(bool_or(${IS_FRESH}), false) as is_fresh, bool_or(${IS_OUT}) as is_out, bool_or(${IS_LIMITED}) as is_limited
      from shown l join filtered on filtered.id = l.tank_id left join several n on n.tank_id = l.tank_id ${limits} group by filtered.id
    )`
}
