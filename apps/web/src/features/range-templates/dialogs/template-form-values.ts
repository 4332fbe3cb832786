import { METRIC_KEYS, type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import { type RangeTemplate, RangeTemplateInput, type Ranges, type Severity } from '@dalyan/contracts/range-templates'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import { formatMetric } from '../../../shared/format/number.ts'

/** What the form holds: limits as typed, one field each (`ph_min`, `ph_max`, `ph_severity`). */
export type TemplateFormValues = { name: string; active: boolean; delay_seconds: string } & {
  [F in `${MetricKey}_min` | `${MetricKey}_max`]: string
} & { [F in `${MetricKey}_severity`]: Severity }

function limitFields(ranges: Ranges) {
  const fields = METRIC_KEYS.flatMap((key): [string, string][] => {
    const { decimals } = metricOf(key)
    const range = ranges[key]
    return [
      [`${key}_min`, typedDecimal(range?.min, decimals)],
      [`${key}_max`, typedDecimal(range?.max, decimals)],
      [`${key}_severity`, range?.severity ?? 'warning'],
    ]
  })
  return Object.fromEntries(fields) as Omit<TemplateFormValues, 'name' | 'active' | 'delay_seconds'>
}

export const EMPTY_TEMPLATE: TemplateFormValues = { name: '', active: true, delay_seconds: '60', ...limitFields({}) }

export function templateValues({ name, active, delay_seconds, ranges }: RangeTemplate): TemplateFormValues {
  return { name, active, delay_seconds: String(delay_seconds), ...limitFields(ranges) }
}

/** The typed limits; NaN where the text is no number. `model` gives the critical limits, which this form does not show. */
export function typedRanges(values: TemplateFormValues, model: Ranges): Ranges {
  const ranges: Ranges = {}
  for (const key of METRIC_KEYS) {
    const min = readDecimal(values[`${key}_min`])
    const max = readDecimal(values[`${key}_max`])
    if (min === null && max === null) continue
    ranges[key] = { ...model[key], min, max, severity: values[`${key}_severity`] }
  }
  return ranges
}

/** The body of the call; a metric without a limit is taken away. */
export function templateBody(values: TemplateFormValues, model: Ranges): z.input<typeof RangeTemplateInput> {
  const ranges = typedRanges(values, model)
  return {
    name: values.name.trim(),
    active: values.active,
    delay_seconds: readDecimal(values.delay_seconds) ?? 60,
    ranges: Object.fromEntries(METRIC_KEYS.map((key) => [key, ranges[key] ?? null])),
  }
}

/** The form's field for a field of the call: `ranges.ph.critical_max` stands at the upper limit of pH. */
export function templateFieldOf(name: string): string {
  const [first = name, metric, limit = 'min'] = name.split('.')
  if (first !== 'ranges') return first
  return metric === undefined ? `${METRIC_KEYS[0]}_min` : `${metric}_${limit.replace('critical_', '')}`
}

export function templateProblems(values: TemplateFormValues, t: TFunction): Problems {
  const contract = contractProblems(RangeTemplateInput, { ...templateBody(values, {}), ranges: {} })
  const problems: Record<string, string> = { ...contract }
  if (values.name.trim() === '') problems['name'] = t('rangeTemplates.validation.nameRequired')
  const ranges = typedRanges(values, {})
  if (Object.keys(ranges).length === 0) problems[`${METRIC_KEYS[0]}_min`] = t('rangeTemplates.validation.atLeastOne')
  for (const key of METRIC_KEYS) {
    const range = ranges[key]
    if (!range) continue
    for (const end of ['min', 'max'] as const) {
      const problem = limitProblem(key, range[end], t)
      if (problem !== null) problems[`${key}_${end}`] = problem
    }
    if (range.min !== null && range.max !== null && range.min >= range.max) {
      problems[`${key}_min`] = t('rangeTemplates.validation.minMax', { metric: t(`measurements.metrics.${key}`) })
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
