import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { distanceOutside, type Limits } from '@dalyan/contracts/out-of-range'
import type { Ranges } from '@dalyan/contracts/range-templates'
import type { Tank } from '@dalyan/contracts/tanks'

/** How far a value is outside; 0 inside and on the limit. An unreadable limit counts as open. */
export function outsideBy(value: number, limits: Limits): number {
  return distanceOutside(value, limits)?.distance ?? 0
}

type Read = Pick<Tank, 'last_measurement'>

/** How many of the tanks would be out of range with these limits, by their newest values. */
export function tanksOutside(tanks: readonly Read[], ranges: Ranges): number {
  return tanks.filter(({ last_measurement: latest }) =>
    METRIC_KEYS.some((key) => {
      const value = latest?.[key]?.value
      const range = ranges[key]
      return value !== undefined && range !== undefined && outsideBy(value, range) > 0
    }),
  ).length
}

/** The value that a bar points at: the one farthest outside, otherwise the middle one; null without values. */
export function barValue(tanks: readonly Read[], key: MetricKey, limits: Limits): number | null {
  const values = tanks.flatMap(({ last_measurement: latest }) => latest?.[key]?.value ?? []).toSorted((a, b) => a - b)
  const worst = values.toSorted((a, b) => outsideBy(b, limits) - outsideBy(a, limits))[0]
  if (worst !== undefined && outsideBy(worst, limits) > 0) return worst
  return values[Math.floor((values.length - 1) / 2)] ?? null
}
