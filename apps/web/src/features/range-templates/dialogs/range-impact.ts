import { METRIC_KEYS } from '@dalyan/contracts/metrics'
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
