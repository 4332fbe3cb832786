import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import { formatMetric, metricText } from '../../shared/format/number.ts'

/** Limits of a metric in few letters: `16,0 – 22,0 °C`, `‰34,0 – 38,0`, `≥ 7,50`; empty without any. */
export function limitsText(key: MetricKey, range: Range | undefined): string {
  if (!range) return ''
  const { min, max } = range
  if (min === null) return max === null ? '' : `≤ ${formatMetric(key, max)}`
  if (max === null) return `≥ ${formatMetric(key, min)}`
  const { prefix, number } = metricText(key, min)
  // The unit once, where Turkish puts it.
  return prefix ? `${prefix}${number} – ${metricText(key, max).number}` : `${number} – ${formatMetric(key, max)}`
}
