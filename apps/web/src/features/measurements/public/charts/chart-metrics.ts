import type { Series } from '@dalyan/contracts/measurements'
import { type MetricKey, metricOf, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import type { TFunction } from 'i18next'

const USUAL_CHARTS = 3

/** `pH`, `ORP (mV)` */
export function metricTitle(t: TFunction, metric: MetricKey): string {
  const { unit } = metricOf(metric)
  const name = t(`measurements.metrics.${metric}`)
  return unit === '' ? name : `${name} (${unit})`
}

/** The selected metrics, or all that have data in the window; always in the order of screens. */
export function shownMetrics(series: Series, selected: readonly MetricKey[]): MetricKey[] {
  const hasData = (metric: MetricKey) =>
    series.refused?.[metric] !== undefined || (series.metrics[metric]?.avg.some((value) => value !== null) ?? false)
  return SCREEN_ORDER.filter((metric) => (selected.length > 0 ? selected.includes(metric) : hasData(metric)))
}

/** How many charts a tank is expected to have before its series is loaded; a usual number while the tank is unknown. */
export function expectedCharts(
  tank: Pick<Tank, 'last_measurement'> | undefined,
  selected: readonly MetricKey[],
): number {
  if (selected.length > 0) return selected.length
  const latest = tank?.last_measurement
  return (latest && SCREEN_ORDER.filter((metric) => latest[metric] !== null).length) || USUAL_CHARTS
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
