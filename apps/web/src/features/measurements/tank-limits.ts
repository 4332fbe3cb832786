import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import type { Measurement } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import { sideOutside } from '../../shared/charts/value-state.ts'

/** The limits by which a metric of a tank is judged now; a template that is switched off watches nothing. */
export function limitsOf(tank: Tank | undefined, metric: MetricKey): Range | null {
  return tank?.range_template?.active ? (tank.range_template.ranges[metric] ?? null) : null
}

/** The limits that all of the tanks have in common; null where they differ. */
export function commonLimits(tanks: readonly Tank[], metric: MetricKey): Range | null {
  const [first, ...others] = tanks.map((tank) => limitsOf(tank, metric))
  if (!first) return null
  return others.every((each) => each?.min === first.min && each.max === first.max) ? first : null
}

/** The side on which a reading's value lies outside the limits of its tank, or null. */
export function sideOf(reading: Measurement, tank: Tank | undefined, metric: MetricKey): 'low' | 'high' | null {
  const value = reading[metric]
  const limits = limitsOf(tank, metric)
  return value !== null && limits ? sideOutside(value, limits) : null
}
