import type { Measurement } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { type Side, sideOf } from '@dalyan/contracts/out-of-range'
import type { Range } from '@dalyan/contracts/range-templates'
import type { Tank } from '@dalyan/contracts/tanks'
import { limitsOf } from '../records/public/tank-limits.ts'

/** The metrics whose colours several tanks, or parts of a day, take in order: six colours that are easy to distinguish. */
export const TANK_COLORS: readonly MetricKey[] = [
  'tank_temperature',
  'orp',
  'ph',
  'conductivity',
  'cabinet_humidity',
  'ambient_temperature',
]

/** A reading on screen. */
export interface ReadingRow {
  /** Position on the page. */
  id: number
  reading: Measurement
  /** The tank of the reading; absent: none, or not loaded yet. */
  tank: Tank | undefined
}

/** The selected metrics in the order of screens; all of `offered` where none is selected. */
export function chosenMetrics(metrics: readonly MetricKey[], offered = SCREEN_ORDER): readonly MetricKey[] {
  return metrics.length > 0 ? SCREEN_ORDER.filter((metric) => metrics.includes(metric)) : offered
}

/** The limits that all of the tanks have in common; null where they differ. */
export function commonLimits(tanks: readonly Tank[], metric: MetricKey): Range | null {
  const [first, ...others] = tanks.map((tank) => limitsOf(tank, metric))
  if (!first) return null
  return others.every((each) => each?.min === first.min && each.max === first.max) ? first : null
}

/** The side on which a reading's value lies outside the limits of its tank; null: it is inside. */
export function sideOfReading(reading: Measurement, tank: Tank | undefined, metric: MetricKey): Side | null {
  const value = reading[metric]
  const limits = limitsOf(tank, metric)
  return value !== null && limits && !reading.refused?.[metric] ? sideOf(value, limits) : null
}
