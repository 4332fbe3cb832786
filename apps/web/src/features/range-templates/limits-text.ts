import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import { formatMetric, formatNumber } from '../../shared/format/number.ts'

/** Limits of a metric in few letters: `16,0–22,0 °C`, `≥ 7,50`; empty without any. */
export function limitsText(key: MetricKey, range: Range | undefined): string {
  if (!range) return ''
  const { min, max } = range
  if (min === null) return max === null ? '' : `≤ ${formatMetric(key, max)}`
  if (max === null) return `≥ ${formatMetric(key, min)}`
  return `${formatNumber(min, metricOf(key).decimals)} – ${formatMetric(key, max)}`
}
