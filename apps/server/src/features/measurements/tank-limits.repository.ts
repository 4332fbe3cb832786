import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'

/** SQL: the template of tank `k` that judges its readings now, as `r`; none where it is switched off or gone. */
export const TEMPLATE_OF_NOW = sql`range_templates r on r.id = k.range_template_id and r.active and r.deleted_at is null`

/** SQL: rows `tank_id, lo, hi` of the tanks that are judged. null: all of them. */
export function limitsOfTanks(tanks: readonly number[] | null): RawBuilder<unknown> {
  const ofTanks = tanks ? sql`where k.id = any(${tanks}::int[])` : sql``
  return sql`select k.id as tank_id, r.lo, r.hi from tanks k join ${TEMPLATE_OF_NOW} ${ofTanks}`
}

/** SQL: whether one of the metrics lies outside the limits `l` of its tank. `endsOf`: the columns of `m` that hold its least and greatest value. */
export function isAnyOut(
  metrics: readonly MetricKey[],
  endsOf: (metric: MetricKey) => readonly [least: string, greatest: string],
): RawBuilder<boolean> {
  const each = metrics.map((metric) => {
    const place = sql.lit(METRIC_KEYS.indexOf(metric) + 1)
    const [least, greatest] = endsOf(metric)
    return sql`m.${sql.ref(least)} < l.lo[${place}] or m.${sql.ref(greatest)} > l.hi[${place}]`
  })
  return sql`(${sql.join(each, sql` or `)})`
}
