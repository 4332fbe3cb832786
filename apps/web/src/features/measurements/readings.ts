import type { Measurement } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'

/** A reading on screen: its place on the page, and the tank that it was taken of (undefined: none, or not known by now). */
export interface ReadingRow {
  id: number
  reading: Measurement
  tank: Tank | undefined
}

/** The page's readings with their tanks. */
export function readingRows(readings: readonly Measurement[], tanks: ReadonlyMap<number, Tank>): ReadingRow[] {
  return readings.map((reading, id) => ({ id, reading, tank: tanks.get(reading.tank_id ?? 0) }))
}

/** The chosen metrics in the order of screens; all of them where none is chosen. */
export function chosenMetrics(metrics: readonly MetricKey[]): readonly MetricKey[] {
  return metrics.length > 0 ? SCREEN_ORDER.filter((metric) => metrics.includes(metric)) : SCREEN_ORDER
}
