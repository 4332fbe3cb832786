import { type MetricKey, metricOf, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { TFunction } from 'i18next'
import type { ColumnarSeries } from '../../../../shared/charts/columnar-series.ts'

/** `pH`, `ORP (mV)` */
export function metricTitle(t: TFunction, metric: MetricKey): string {
  const { unit } = metricOf(metric)
  const name = t(`measurements.metrics.${metric}`)
  return unit === '' ? name : `${name} (${unit})`
}

/** The selected metrics, or all that have data in the window; always in the order of screens. */
export function shownMetrics(series: ColumnarSeries<MetricKey>, selected: readonly MetricKey[]): MetricKey[] {
  const hasData = (metric: MetricKey) => series.metrics[metric]?.avg.some((value) => value !== null) ?? false
  return SCREEN_ORDER.filter((metric) => (selected.length > 0 ? selected.includes(metric) : hasData(metric)))
}

/** Groups metrics of one unit, which share a chart, at the position of the first of them. */
export function overlayGroups(metrics: readonly MetricKey[]): MetricKey[][] {
  const groups = new Map<string, MetricKey[]>()
  for (const metric of metrics) {
    const { unit } = metricOf(metric)
    groups.set(unit, [...(groups.get(unit) ?? []), metric])
  }
  return [...groups.values()]
}
