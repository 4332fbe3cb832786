import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { TFunction } from 'i18next'

/** `pH`, `ORP (mV)` */
export function metricTitle(t: TFunction, metric: MetricKey): string {
  const { unit } = metricOf(metric)
  const name = t(`measurements.metrics.${metric}`)
  return unit === '' ? name : `${name} (${unit})`
}
