import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'

/** SQL: the template of tank `k` that judges its readings now, as `r`; none where it is switched off or gone. */
export const TEMPLATE_OF_NOW = sql`range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null`

const lowest = (metric: MetricKey) => sql.ref(`${metric}_lo`)
const highest = (metric: MetricKey) => sql.ref(`${metric}_hi`)

/** SQL: the columns of `limitsOfTanks`, without the tank, of `l`. */
export function limitColumns(metrics: readonly MetricKey[]): RawBuilder<unknown> {
  return sql.join(metrics.map((metric) => sql`l.${lowest(metric)}, l.${highest(metric)}`))
}

/**
 * SQL: rows `tank_id, {metric}_lo, {metric}_hi …` of the tanks that are judged. null: all of them. A column for each limit, taken out of the template
 * once: to look into its arrays for every reading costs ten times as much as to read it.
 */
export function limitsOfTanks(tanks: readonly number[] | null, metrics: readonly MetricKey[]): RawBuilder<unknown> {
  const ofTanks = tanks ? sql`where k.id = any(${tanks}::int[])` : sql``
  const each = metrics.map((metric) => {
    const place = sql.lit(METRIC_KEYS.indexOf(metric) + 1)
    return sql`r.lo[${place}] as ${lowest(metric)}, r.hi[${place}] as ${highest(metric)}`
  })
  return sql`select k.id as tank_id, ${sql.join(each)} from tanks k join ${TEMPLATE_OF_NOW} ${ofTanks}`
}

/** SQL: whether one of the metrics lies outside the limits `l` of its tank. `endsOf`: the columns of `m` that hold its least and greatest value. */
export function isAnyOut(
  metrics: readonly MetricKey[],
  endsOf: (metric: MetricKey) => readonly [least: string, greatest: string],
): RawBuilder<boolean> {
  const each = metrics.map((metric) => {
    const [least, greatest] = endsOf(metric)
    return sql`m.${sql.ref(least)} < l.${lowest(metric)} or m.${sql.ref(greatest)} > l.${highest(metric)}`
  })
  return sql`(${sql.join(each, sql` or `)})`
}
