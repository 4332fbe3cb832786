import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { outOfRangeBit } from '../storing/limits-in-force.ts'
import type { MeasurementScope } from './measurement-scope.sql.ts'

// SQL text because every statement on readings, roll-ups and counts includes these conditions.

/** SQL: ` and …` that limits table `m` (readings, roll-ups or counts) to a scope. */
export function inScope({ terminals, tanks }: MeasurementScope): RawBuilder<unknown> {
  const ofTerminals = terminals ? sql`and m.terminal_id = any(${terminals}::int[])` : sql``
  return sql`${ofTerminals} ${ofTanks({ tanks })}`
}

/** Like `inScope`, when the terminal is already given. */
export function ofTanks({ tanks }: Pick<MeasurementScope, 'tanks'>): RawBuilder<unknown> {
  return tanks ? sql`and m.tank_id = any(${tanks}::int[])` : sql``
}

/** Like `inScope`, for the dirty buckets `d`, which have no tank. */
export function dirtyInScope({ terminals }: Pick<MeasurementScope, 'terminals'>): RawBuilder<unknown> {
  return terminals ? sql`and d.terminal_id = any(${terminals}::int[])` : sql``
}

/** SQL: ` and …` that limits readings `m` to those with one of the metrics out of range; null: every reading. */
export function ofOutOfRange(metrics: readonly MetricKey[] | null): RawBuilder<unknown> {
  if (!metrics) return sql``
  const bits = metrics.reduce((sum, metric) => sum | outOfRangeBit(metric), 0)
  // The first condition matches that of the partial indexes.
  return sql`and m.flags > 1 and m.flags & ${sql.lit(bits)} <> 0`
}
