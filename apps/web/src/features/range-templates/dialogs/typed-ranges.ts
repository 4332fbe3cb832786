import { METRIC_KEYS, type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Severity } from '@dalyan/contracts/alarm-words'
import type { Ranges } from '@dalyan/contracts/range-templates'
import type { TFunction } from 'i18next'
import type { Problems } from '../../../shared/form/form-problems.ts'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import { formatMetric } from '../../../shared/format/number.ts'

const LIMITS = ['min', 'max', 'critical_min', 'critical_max'] as const

/** Limits as typed, one field each: `ph_min`, `ph_max`, `ph_critical_min`, `ph_critical_max`, `ph_severity`. */
export type RangeFields = { [F in `${MetricKey}_${(typeof LIMITS)[number]}`]: string } & {
  [F in `${MetricKey}_severity`]: Severity
}

export function rangeFields(ranges: Ranges): RangeFields {
  const fields = METRIC_KEYS.flatMap((key): [string, string][] => {
    const { decimals } = metricOf(key)
    const range = ranges[key]
    return [
      ...LIMITS.map((limit): [string, string] => [`${key}_${limit}`, typedDecimal(range?.[limit], decimals)]),
      [`${key}_severity`, range?.severity ?? 'warning'],
    ]
  })
  return Object.fromEntries(fields) as RangeFields
}

/** The typed limits; NaN where the text is no number. */
export function typedRanges(values: RangeFields): Ranges {
  const ranges: Ranges = {}
  for (const key of METRIC_KEYS) {
    const range = {
      min: readDecimal(values[`${key}_min`]),
      max: readDecimal(values[`${key}_max`]),
      severity: values[`${key}_severity`],
      critical_min: readDecimal(values[`${key}_critical_min`]),
      critical_max: readDecimal(values[`${key}_critical_max`]),
    }
    if (LIMITS.some((limit) => range[limit] !== null)) ranges[key] = range
  }
  return ranges
}

/** The number of typed critical limits. */
export function countCritical(values: RangeFields): number {
  const fields = METRIC_KEYS.flatMap((key) => [`${key}_critical_min`, `${key}_critical_max`] as const)
  return fields.filter((field) => values[field].trim() !== '').length
}

/** The problems of typed limits, by field. */
export function rangeProblems(values: RangeFields, t: TFunction): Problems {
  const problems: Record<string, string> = {}
  const ranges = typedRanges(values)
  if (Object.keys(ranges).length === 0) problems[`${METRIC_KEYS[0]}_min`] = t('rangeTemplates.validation.atLeastOne')
  for (const key of METRIC_KEYS) {
    const range = ranges[key]
    if (!range) continue
    const metric = t(`measurements.metrics.${key}`)
    const { min, max, critical_min = null, critical_max = null } = range
    // A critical limit inside its limit, or without one, would have no effect.
    if (critical_min !== null && (min === null || critical_min >= min)) {
      problems[`${key}_critical_min`] = t('rangeTemplates.validation.criticalMin', { metric })
    }
    if (critical_max !== null && (max === null || critical_max <= max)) {
      problems[`${key}_critical_max`] = t('rangeTemplates.validation.criticalMax', { metric })
    }
    for (const limit of LIMITS) {
      const problem = limitProblem(key, range[limit] ?? null, t)
      if (problem !== null) problems[`${key}_${limit}`] = problem
    }
    if (min !== null && max !== null && min >= max) {
      problems[`${key}_min`] = t('rangeTemplates.validation.minMax', { metric })
    }
  }
  return problems
}

function limitProblem(key: MetricKey, limit: number | null, t: TFunction): string | null {
  const metric = t(`measurements.metrics.${key}`)
  const { min, max } = metricOf(key)
  if (limit === null) return null
  if (Number.isNaN(limit)) return t('rangeTemplates.validation.number', { metric })
  if (limit >= min && limit <= max) return null
  if (key === 'ph') return t('rangeTemplates.validation.phRange')
  if (metricOf(key).unit === '%') return t('rangeTemplates.validation.humidityRange')
  return t('rangeTemplates.validation.outOfBounds', {
    metric,
    min: formatMetric(key, min),
    max: formatMetric(key, max),
  })
}
