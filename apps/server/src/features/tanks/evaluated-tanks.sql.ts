import type { TankRangeState } from '@dalyan/contracts/dashboard'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { TANK_CONDITIONS } from '@dalyan/contracts/tanks'
import type { TankRef } from '@dalyan/contracts/terminals'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { runPrepared } from '../../core/database/prepared.ts'

// SQL text: every list of tanks and the home page evaluate all tanks of a filter, by expressions built for every metric.

/** Writes an expression for every metric; `index` counts from 1, as SQL arrays do. */
function perMetric(line: (key: MetricKey, index: number) => string, between: string): string {
  return METRIC_KEYS.map((key, i) => line(key, i + 1)).join(between)
}

/** SQL: the time of the last measurement in a row `l` of `latest`. */
const NEWEST_AT = `greatest(${perMetric((key) => `l.${key}_at`, ', ')})`
/** SQL: this terminal's value is the tank's newest of the metric. */
const isNewest = (key: MetricKey) => `(n.tank_id is null or l.${key}_at = n.${key}_at)`
/** SQL: it is the newest, and fresh. */
const counts = (key: MetricKey) => `l.${key}_at >= l.fresh_from and ${isNewest(key)}`
/** SQL: a stale value still counts as out of range while its terminal is active and on the tank; its alarm stays open as long. */
const stands = (key: MetricKey) => `(l.${key}_at >= l.fresh_from or l.is_here) and ${isNewest(key)}`
const isOutside = (key: MetricKey, index: number) => `(l.${key} < limits.lo${index} or l.${key} > limits.hi${index})`
const IS_FRESH = sql.raw(`case when n.tank_id is null then ${NEWEST_AT} >= l.fresh_from
  else ${perMetric((key) => `(${counts(key)})`, ' or ')} end`)
const IS_OUT = sql.raw(perMetric((key, i) => `(${isOutside(key, i)} and ${stands(key)})`, ' or '))
const IS_LIMITED = sql.raw(
  perMetric((key, i) => `(${counts(key)} and coalesce(limits.lo${i}, limits.hi${i}) is not null)`, ' or '),
)
const NEWEST_BY_METRIC = sql.raw(perMetric((key) => `max(${key}_at) as ${key}_at`, ', '))

/** SQL: a value of a row `l` is outside the limits, at any age. */
const MAY_BE_OUT = sql.raw(perMetric(isOutside, ' or '))

/** Columns for the elements of the arrays `lo` and `hi`, which PostgreSQL would unpack again for every comparison. */
const BOUNDS = sql.raw(perMetric((_, i) => `lo[${i}] as lo${i}, hi[${i}] as hi${i}`, ', '))
/** SQL: joins the limits of each tank's template, if the template is active. */
const ITS_OWN = sql`left join bounds limits on limits.id = filtered.range_template_id`

/** SQL: the instant from which on a value of terminal `t` with presence `p` is fresh (terminals/silence-limit.rules.ts). */
const freshFrom = (now: Instant) =>
  sql`${now}::timestamptz - stale_after(coalesce(t.expected_interval_seconds, p.usual_interval_seconds))`

/** SQL: `filtered`, tanks `k` of a filter; `bounds`, the limits of templates. */
const filteredTanks = (filter: RawBuilder<SqlBool>) =>
  sql`filtered as (select k.id, k.status, k.range_template_id from tanks k left join firms f on f.id = k.firm_id where ${filter}),
    bounds as materialized (select id, ${BOUNDS} from range_templates where active and deleted_at is null)`

/**
 * SQL: `filtered`: tanks `k` of a filter. `evaluated`: those of them that are active and have values, by the newest
 * value of each metric: whether one is fresh (terminals/silence-limit.rules.ts), whether one is outside the `limits` (even
 * a stale one of an active terminal still on the tank), and whether the limits apply to a fresh one. Readings entered
 * by hand do not count. Rows are per terminal, not per metric, since lists evaluate every tank.
 */
function evaluatedTanks(filter: RawBuilder<SqlBool>, now: Instant, limits = ITS_OWN): RawBuilder<unknown> {
  return sql`${filteredTanks(filter)},
    shown as (
      select l.*, ${freshFrom(now)} as fresh_from, t.status = 'active' and a.terminal_id is not null as is_here
      from latest l join terminals t on t.id = l.terminal_id and t.kind = 'device' left join terminal_presence p on p.terminal_id = t.id
        left join terminal_assignments a on a.terminal_id = l.terminal_id and a.tank_id = l.tank_id and a.to_at is null
      where l.tank_id in (select id from filtered where status = 'active')
    ),
    several as (select tank_id, ${NEWEST_BY_METRIC} from shown group by tank_id having count(*) > 1),
    evaluated as (
      select filtered.id, coalesce(bool_or(${IS_FRESH}), false) as is_fresh, bool_or(${IS_OUT}) as is_out, bool_or(${IS_LIMITED}) as is_limited
      from shown l join filtered on filtered.id = l.tank_id left join several n on n.tank_id = l.tank_id ${limits} group by filtered.id
    )`
}

/** A tank that is out of range (the newest value of a metric is outside its template's limits) or stale (it has values, but no fresh one), or both. */
export interface TankInTrouble {
  id: number
  is_out: boolean
  is_stale: boolean
}

const NEWEST = sql.raw(NEWEST_AT)
const tanksIn = (ids: readonly number[]) => sql<SqlBool>`k.id = any(${[...ids]}::int[])`

/** The number of tanks in a filter, and those of them in trouble. */
export interface Evaluation {
  total: number
  troubled: TankInTrouble[]
}

/**
 * Counts the tanks of a filter and finds those in trouble. The exact evaluation is expensive and most tanks are well, so a cheaper statement first
 * decides what it can. They are separate statements because PostgreSQL plans each by the number of tanks left; in one statement it overestimates
 * that number.
 */
export async function evaluateTanks(
  on: Pick<Connection, 'db' | 'query'>,
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<Evaluation> {
  const [found] = await runPrepared(on, siftedTanks(filter, now))
  const { total = 0, stale = [], unsure = [] } = found ?? {}
  const silent = stale.map((id) => ({ id, is_out: false, is_stale: true }))
  if (unsure.length === 0) return { total, troubled: silent }
  return { total, troubled: [...silent, ...(await runPrepared(on, verdictsOf(unsure, now)))] }
}

/** `stale`: active tanks with values, none of them fresh or outside the limits; `unsure`: those that only the exact evaluation decides. */
interface Sifted {
  total: number
  stale: number[]
  unsure: number[]
}

/**
 * Of a tank whose last measured value is stale, an older value of a slower terminal may be fresh. Intervals are read only for tanks without a value that is
 * fresh at every interval, because the joins take half of the time.
 */
function siftedTanks(filter: RawBuilder<SqlBool>, now: Instant): RawBuilder<Sifted> {
  return sql`
    with ${filteredTanks(filter)},
    measured as materialized (
      select filtered.id, l.terminal_id, ${MAY_BE_OUT} as may_be_out, ${NEWEST} as newest
      from latest l join filtered on filtered.id = l.tank_id ${ITS_OWN}
      where filtered.status = 'active' and l.terminal_id not in (select id from terminals where kind = 'manual')
    ),
    sifted as materialized (select id, bool_or(may_be_out) as may_be_out, max(newest) as newest from measured group by id),
    aged as materialized (
      select m.id, s.may_be_out, s.newest, max(m.newest) filter (where m.newest >= ${freshFrom(now)}) as fresh
      from sifted s join measured m on m.id = s.id join terminals t on t.id = m.terminal_id left join terminal_presence p on p.terminal_id = t.id
      where (s.newest >= ${now}::timestamptz - stale_after(0)) is not true group by m.id, s.may_be_out, s.newest
    )
    select (select count(*) from filtered) as total,
      array(select id from aged where fresh is null and may_be_out is not true) as stale,
      array(select id from sifted where may_be_out union select id from aged where fresh < newest) as unsure`
}

const verdictsOf = (ids: readonly number[], now: Instant) => sql<TankInTrouble>`
  with ${evaluatedTanks(tanksIn(ids), now)}
  select id, coalesce(is_out, false) as is_out, not is_fresh as is_stale from evaluated where is_out or not is_fresh`

type TankConditionFilter = (typeof TANK_CONDITIONS)[number]

const IS_IN: Record<TankConditionFilter, (tank: TankInTrouble) => boolean> = {
  out_of_range: ({ is_out }) => is_out,
  stale: ({ is_stale }) => is_stale,
}

/** What is left of an evaluation by a filter for these conditions. */
export function inCondition({ troubled }: Evaluation, conditions: readonly TankConditionFilter[]): Evaluation {
  const left = troubled.filter((tank) => conditions.some((condition) => IS_IN[condition](tank)))
  return { total: left.length, troubled: left }
}

/** `silent_out`: the number of tanks that are both out of range and stale. */
export function countsOf({
  total,
  troubled,
}: Evaluation): Record<'total' | 'silent_out' | TankConditionFilter, number> {
  const out = troubled.filter(IS_IN.out_of_range)
  const stale = troubled.filter(IS_IN.stale)
  return { total, out_of_range: out.length, stale: stale.length, silent_out: out.filter(IS_IN.stale).length }
}

/** Limits per metric, in the order of the metric registry; null: open. */
export interface MetricBounds {
  lo: readonly (number | null)[]
  hi: readonly (number | null)[]
}

/** SQL: counts the active tanks of a filter, and those of them with fresh values whose newest value is outside these limits. */
export function countOutside(
  filter: RawBuilder<SqlBool>,
  { lo, hi }: MetricBounds,
  now: Instant,
): RawBuilder<{ tanks: number; out_of_range: number }> {
  const limits = sql`cross join (select ${BOUNDS} from (select ${[...lo]}::real[] as lo, ${[...hi]}::real[] as hi) given) limits`
  return sql`
    with ${evaluatedTanks(filter, now, limits)}
    select (select count(*) from filtered where status = 'active') as tanks, count(*) filter (where is_out and is_fresh) as out_of_range from evaluated`
}

/** SQL: the time of the newest value in a row `l` of `latest` that has limits; null: none has. */
const LIMITED_AT = sql.raw(
  `greatest(${perMetric((key, i) => `case when coalesce(limits.lo${i}, limits.hi${i}) is not null then l.${key}_at end`, ', ')})`,
)

/** Counts the active tanks of a filter, and the watched ones: active limits apply to a fresh value of a terminal. */
export async function countWatched(
  on: Pick<Connection, 'db' | 'query'>,
  filter: RawBuilder<SqlBool>,
  now: Instant,
): Promise<{ active: number; watched: number }> {
  const [found] = await runPrepared(on, siftedWatch(filter, now))
  const { active = 0, watched = 0, unsure = [] } = found ?? {}
  if (unsure.length === 0) return { active, watched }
  const [more] = await runPrepared(on, watchedOf(unsure, now))
  return { active, watched: watched + (more?.watched ?? 0) }
}

/**
 * A fresh value that was measured with the tank's newest one is the newest of its metric, and most tanks have one with limits. `unsure`: those whose
 * fresh values with limits are all older, which a value of another terminal may have replaced.
 */
function siftedWatch(
  filter: RawBuilder<SqlBool>,
  now: Instant,
): RawBuilder<{ active: number; watched: number; unsure: number[] }> {
  return sql`
    with ${filteredTanks(filter)},
    measured as (
      select filtered.id, ${NEWEST} as newest, ${LIMITED_AT} as limited, ${freshFrom(now)} as fresh_from
      from latest l join filtered on filtered.id = l.tank_id join terminals t on t.id = l.terminal_id and t.kind = 'device'
        left join terminal_presence p on p.terminal_id = t.id ${ITS_OWN}
      where filtered.status = 'active'
    ),
    watch as materialized (select id, max(newest) as newest, max(limited) filter (where limited >= fresh_from) as limited from measured group by id)
    select (select count(*) from filtered where status = 'active') as active, (select count(*) from watch where limited = newest) as watched,
      array(select id from watch where limited < newest) as unsure`
}

const watchedOf = (ids: readonly number[], now: Instant) => sql<{ watched: number }>`
  with ${evaluatedTanks(tanksIn(ids), now)}
  select count(*) as watched from evaluated where is_limited`

export interface TankRangeStateRow {
  tank: TankRef
  state: TankRangeState
  /** No value is fresh; a tank that is out of range was so at its last values. */
  is_stale: boolean
  open_alarms: number
}

/** The count of each state by the tanks' newest values, and the `most` tanks with the most urgent states. */
export async function worstTanks(
  { db }: Pick<Connection, 'db'>,
  now: Instant,
  most: number,
): Promise<{ counts: Record<TankRangeState, number>; tanks: TankRangeStateRow[] }> {
  const { rows } = await sql<{
    counts: Partial<Record<TankRangeState, number>> | null
    tanks: TankRangeStateRow[] | null
  }>`
    with ${evaluatedTanks(sql`k.status <> 'deleted'`, now)},
    alarmed as (select tank_id, count(*) as open_alarms from alarms where closed_at is null group by tank_id),
    states as (
      select k.id, k.code, k.name, coalesce(alarmed.open_alarms, 0) as open_alarms, coalesce(not is_fresh, false) as is_stale,
        case when is_out then 'out' when not is_fresh then 'stale' when is_limited then 'in' else 'none' end as state
      from filtered join tanks k on k.id = filtered.id left join evaluated on evaluated.id = k.id left join alarmed on alarmed.tank_id = k.id
    )
    select
      (select json_object_agg(state, n) from (select state, count(*) as n from states group by state) c) as counts,
      (select json_agg(json_build_object('tank', json_build_object('id', id, 'code', code, 'name', name),
        'state', state, 'is_stale', is_stale, 'open_alarms', open_alarms) order by trouble, code) from (
        select *, row_number() over (order by array_position(array['out', 'stale', 'in', 'none'], state), open_alarms desc, code) as trouble
        from states order by trouble limit ${most}) w) as tanks`.execute(db)
  const { counts, tanks } = rows[0] ?? { counts: null, tanks: null }
  return { counts: { out: 0, stale: 0, in: 0, none: 0, ...counts }, tanks: tanks ?? [] }
}
