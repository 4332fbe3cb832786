import { METRIC_KEYS, type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import { type RangeTemplate, RangeTemplateInput, type Ranges, type Severity } from '@dalyan/contracts/range-templates'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import { formatMetric } from '../../../shared/format/number.ts'

const LIMITS = ['min', 'max', 'critical_min', 'critical_max'] as const

/** What the form holds: limits as typed, one field each (`ph_min`, `ph_max`, `ph_critical_min`, `ph_critical_max`, `ph_severity`). */
export type TemplateFormValues = { name: string; active: boolean; delay_seconds: string } & {
  [F in `${MetricKey}_${(typeof LIMITS)[number]}`]: string
} & { [F in `${MetricKey}_severity`]: Severity }

function limitFields(ranges: Ranges) {
  const fields = METRIC_KEYS.flatMap((key): [string, string][] => {
    const { decimals } = metricOf(key)
    const range = ranges[key]
    return [
      ...LIMITS.map((limit): [string, string] => [`${key}_${limit}`, typedDecimal(range?.[limit], decimals)]),
      [`${key}_severity`, range?.severity ?? 'warning'],
    ]
  })
  return Object.fromEntries(fields) as Omit<TemplateFormValues, 'name' | 'active' | 'delay_seconds'>
}

export const EMPTY_TEMPLATE: TemplateFormValues = { name: '', active: true, delay_seconds: '60', ...limitFields({}) }

export function templateValues({ name, active, delay_seconds, ranges }: RangeTemplate): TemplateFormValues {
  return { name, active, delay_seconds: String(delay_seconds), ...limitFields(ranges) }
}

/** The typed limits; NaN where the text is no number. */
export function typedRanges(values: TemplateFormValues): Ranges {
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

/** How many critical limits are typed. */
export function countCritical(values: TemplateFormValues): number {
  const fields = METRIC_KEYS.flatMap((key) => [`${key}_critical_min`, `${key}_critical_max`] as const)
  return fields.filter((field) => values[field].trim() !== '').length
}

/** The body of the call; a metric without a limit is taken away. */
export function templateBody(values: TemplateFormValues): z.input<typeof RangeTemplateInput> {
  const ranges = typedRanges(values)
  return {
    name: values.name.trim(),
    active: values.active,
    delay_seconds: readDecimal(values.delay_seconds) ?? 60,
    ranges: Object.fromEntries(METRIC_KEYS.map((key) => [key, ranges[key] ?? null])),
  }
}

/** The form's field for a field of the call: `ranges.ph.critical_max` stands at that limit of pH. */
export function templateFieldOf(name: string): string {
  const [first = name, metric, limit = 'min'] = name.split('.')
  if (first !== 'ranges') return first
  return metric === undefined ? `${METRIC_KEYS[0]}_min` : `${metric}_${limit}`
}

export function templateProblems(values: TemplateFormValues, t: TFunction): Problems {
  const contract = contractProblems(RangeTemplateInput, { ...templateBody(values), ranges: {} })
  const problems: Record<string, string> = { ...contract }
  if (values.name.trim() === '') problems['name'] = t('rangeTemplates.validation.nameRequired')
  const ranges = typedRanges(values)
  if (Object.keys(ranges).length === 0) problems[`${METRIC_KEYS[0]}_min`] = t('rangeTemplates.validation.atLeastOne')
  for (const key of METRIC_KEYS) {
    const range = ranges[key]
    if (!range) continue
    const metric = t(`measurements.metrics.${key}`)
    const { min, max, critical_min = null, critical_max = null } = range
    // A critical limit sharpens a limit: without one, or inside of it, it would mean nothing.
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
