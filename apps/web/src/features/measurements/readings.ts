import type { Measurement } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { sideOf } from './tank-limits.ts'

/** A reading on screen: its place on the page, and the tank that it was taken of (undefined: none, or not known by now). */
export interface ReadingRow {
  id: number
  reading: Measurement
  tank: Tank | undefined
}

/** The page's readings with their tanks; on wish only those with a shown value out of range. */
export function readingRows(
  readings: readonly Measurement[],
  tanks: ReadonlyMap<number, Tank>,
  { metrics, isOnlyOutside }: { metrics: readonly MetricKey[]; isOnlyOutside: boolean },
): ReadingRow[] {
  return readings
    .map((reading, id) => ({ id, reading, tank: tanks.get(reading.tank_id ?? 0) }))
    .filter((row) => !isOnlyOutside || metrics.some((metric) => sideOf(row.reading, row.tank, metric) !== null))
}

/** The chosen metrics in the order of screens; all of them where none is chosen. */
export function chosenMetrics(metrics: readonly MetricKey[]): readonly MetricKey[] {
  return metrics.length > 0 ? SCREEN_ORDER.filter((metric) => metrics.includes(metric)) : SCREEN_ORDER
}
