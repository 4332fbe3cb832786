import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { ColumnarSeries } from './columnar-series.ts'

/** The asked metrics, else all that have data in the window; always in the order of screens. */
export function shownMetrics(series: ColumnarSeries<MetricKey>, asked: readonly MetricKey[]): MetricKey[] {
  const hasData = (metric: MetricKey) => series.metrics[metric]?.avg.some((value) => value !== null) ?? false
  return SCREEN_ORDER.filter((metric) => (asked.length > 0 ? asked.includes(metric) : hasData(metric)))
}
