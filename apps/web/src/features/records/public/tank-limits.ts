import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import type { Tank } from '@dalyan/contracts/tanks'

/** The limits of a tank, as far as its values need them. */
export interface TankLimits {
  range_template: Pick<NonNullable<Tank['range_template']>, 'active' | 'ranges'> | null
}

/** The present limits of a metric on a tank; a template that is switched off has none. */
export function limitsOf(tank: TankLimits | undefined, metric: MetricKey): Range | null {
  return tank?.range_template?.active ? (tank.range_template.ranges[metric] ?? null) : null
}
