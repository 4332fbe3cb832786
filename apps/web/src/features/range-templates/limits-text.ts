import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import { formatMetric, metricText } from '../../shared/format/number.ts'

/** Limits of a metric in short form: `16,0 – 22,0 °C`, `‰34,0 – 38,0`, `≥ 7,50`; empty without limits. */
export function limitsText(key: MetricKey, range: Range | undefined): string {
  if (!range) return ''
  const { min, max } = range
  if (min === null) return max === null ? '' : `≤ ${formatMetric(key, max)}`
  if (max === null) return `≥ ${formatMetric(key, min)}`
  const { prefix, number } = metricText(key, min)
  // The unit once, where Turkish writes it.
  return prefix ? `${prefix}${number} – ${metricText(key, max).number}` : `${number} – ${formatMetric(key, max)}`
}

/** The critical limits: `< 7,00`, `> 8,90` or both; empty without them. */
export function criticalText(key: MetricKey, range: Range | undefined): string {
  const { critical_min = null, critical_max = null } = range ?? {}
  const below = critical_min === null ? [] : [`< ${formatMetric(key, critical_min)}`]
  const above = critical_max === null ? [] : [`> ${formatMetric(key, critical_max)}`]
  return [...below, ...above].join(' / ')
}
