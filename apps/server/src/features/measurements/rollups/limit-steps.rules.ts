import type { LimitStep, Series } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'

/** The limits of a tank from a time on (epoch seconds), in the order of the metric registry; null or missing: no limit. */
export interface TankLimitRow {
  from: number
  lo: readonly (number | null)[]
  hi: readonly (number | null)[]
}

/** The limits of each metric in steps; a metric without any limit is left out, and so is a row that changes nothing of a metric. */
export function limitSteps(
  rows: readonly TankLimitRow[],
  metrics: readonly MetricKey[],
): NonNullable<Series['limits']> {
  const entries = metrics.flatMap((metric): [MetricKey, LimitStep[]][] => {
    const index = METRIC_KEYS.indexOf(metric)
    const steps: LimitStep[] = []
    for (const { from, lo, hi } of rows) {
      const [min, max] = [lo[index] ?? null, hi[index] ?? null]
      const before = steps.at(-1)
      if (before?.min !== min || before.max !== max) steps.push({ from, min, max })
    }
    return steps.some(({ min, max }) => min !== null || max !== null) ? [[metric, steps]] : []
  })
  return Object.fromEntries(entries)
}
