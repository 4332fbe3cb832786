import type { MetricKey } from '@dalyan/contracts/metrics'
import { sql, type RawBuilder } from 'kysely'
import { outOfRangeBit } from '../storing/limits-in-force.ts'
import type { MeasurementScope } from './measurement-scope.sql.ts'

// SQL text because every statement on readings, roll-ups and counts puts these conditions together.

/** SQL: ` and …` that keeps to a scope; table `m`, any of the tables of readings, roll-ups and counts. */
export function inScope({ terminals, tanks }: MeasurementScope): RawBuilder<unknown> {
  const ofTerminals = terminals ? sql`and m.terminal_id = any(${terminals}::int[])` : sql``
  return sql`${ofTerminals} ${ofTanks({ tanks })}`
}

/** As `inScope`, where the terminal is given already. */
export function ofTanks({ tanks }: Pick<MeasurementScope, 'tanks'>): RawBuilder<unknown> {
  return tanks ? sql`and m.tank_id = any(${tanks}::int[])` : sql``
}

/** As `inScope`, of the dirty buckets `d`: they name no tank. */
export function dirtyInScope({ terminals }: Pick<MeasurementScope, 'terminals'>): RawBuilder<unknown> {
  return terminals ? sql`and d.terminal_id = any(${terminals}::int[])` : sql``
}

/** SQL: ` and …` that keeps to readings `m` in which one of the metrics was out of range; null: every reading. */
export function ofOutOfRange(metrics: readonly MetricKey[] | null): RawBuilder<unknown> {
  if (!metrics) return sql``
  const bits = metrics.reduce((sum, metric) => sum | outOfRangeBit(metric), 0)
  // The first condition is that of the partial indexes.
  return sql`and m.flags > 1 and m.flags & ${sql.lit(bits)} <> 0`
}
