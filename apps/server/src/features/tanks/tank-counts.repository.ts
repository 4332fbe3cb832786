import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

const VALUES = sql.raw(METRIC_KEYS.map((key, place) => `(${place + 1}, l.${key}, l.${key}_at)`).join(', '))

/**
 * `filtered`: tanks `k` of a filter; `newest`: the newest value of each metric on those that are watched (active), and whether it is fresh
 * (`terminal-presence.rules.ts`). What people enter by hand does not count.
 */
export function newestValues(filter: RawBuilder<SqlBool>, now: Instant): RawBuilder<unknown> {
  return sql`
    filtered as (select k.id, k.status, k.range_template_id from tanks k left join firms f on f.id = k.firm_id where ${filter}),
    newest as (
      select distinct on (filtered.id, m.place) filtered.id, filtered.range_template_id, m.place, m.value,
        extract(epoch from ${now}::timestamptz - m.at) <= greatest(2.5 * coalesce(t.expected_interval_seconds, p.usual_interval_seconds), 120) as is_fresh
      from filtered join latest l on l.tank_id = filtered.id join terminals t on t.id = l.terminal_id and t.kind = 'device'
      left join terminal_presence p on p.terminal_id = t.id
      cross join lateral (values ${VALUES}) m(place, value, at)
      where m.value is not null and filtered.status = 'active' order by filtered.id, m.place, m.at desc
    )`
}

/** Counts over a filter: `out_of_range` have a fresh newest value outside their template's limits; `stale` have values, but no fresh one. */
export function countTanks(
  filter: RawBuilder<SqlBool>,
  now: Instant,
): RawBuilder<{ total: number; out_of_range: number; stale: number }> {
  return sql`
    with ${newestValues(filter, now)},
    judged as (
      select newest.id, bool_or(is_fresh) as is_fresh, bool_or(is_fresh and (value < r.lo[place] or value > r.hi[place])) as is_out
      from newest left join range_templates r on r.id = newest.range_template_id and r.active and r.deleted_at is null group by newest.id
    )
    select (select count(*) from filtered) as total, count(*) filter (where is_out) as out_of_range, count(*) filter (where not is_fresh) as stale
    from judged`
}

/** Limits per metric, in the order of the registry; null: open. */
export interface Limits {
  lo: readonly (number | null)[]
  hi: readonly (number | null)[]
}

/** Of the watched tanks of a filter: how many there are, and how many have a fresh newest value outside these limits. */
export function countOutside(
  filter: RawBuilder<SqlBool>,
  { lo, hi }: Limits,
  now: Instant,
): RawBuilder<{ tanks: number; out_of_range: number }> {
  return sql`
    with ${newestValues(filter, now)}
    select (select count(*) from filtered where status = 'active') as tanks, count(distinct id) as out_of_range
    from newest where is_fresh and (value < (${[...lo]}::real[])[place] or value > (${[...hi]}::real[])[place])`
}
