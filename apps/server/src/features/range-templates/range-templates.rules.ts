import type { ErrorCode } from '@dalyan/contracts/errors'
import { METRICS } from '@dalyan/contracts/metrics'
import type { RangeTemplateInput } from '@dalyan/contracts/range-templates'

type Refusals = Record<string, { code: ErrorCode; parts: Record<string, unknown> }>
type RangeInput = NonNullable<RangeTemplateInput['ranges'][(typeof METRICS)[number]['key']]>

const LIMITS = ['min', 'max', 'critical_min', 'critical_max'] as const

/** The problems of limits, by field (`ranges.ph.min`); empty: none. Limits are compared as the database's reals. */
export function rangeProblems(ranges: RangeTemplateInput['ranges']): Refusals {
  const found: Refusals = {}
  for (const { key, min, max } of METRICS) {
    const range = ranges[key]
    if (!range) continue
    for (const [limit, code] of problemsOf(range, { min, max })) {
      found[limit === null ? `ranges.${key}` : `ranges.${key}.${limit}`] = {
        code,
        parts: { minimum: min, maximum: max },
      }
    }
  }
  const isEmpty = METRICS.every(({ key }) => !ranges[key])
  return isEmpty ? { ranges: { code: 'range_needs_limit', parts: {} } } : found
}

function problemsOf(
  range: RangeInput,
  bounds: { min: number; max: number },
): [limit: (typeof LIMITS)[number] | null, code: ErrorCode][] {
  const real = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.fround(value))
  const [min, max, criticalMin, criticalMax] = LIMITS.map((limit) => real(range[limit]))
  if (isOpen(min) && isOpen(max)) return [[null, 'range_needs_limit']]
  const outside = LIMITS.filter((limit) => isOutside(range[limit], bounds))
  if (outside.length > 0) return outside.map((limit) => [limit, 'range_outside_bounds'])
  if (!isOpen(min) && !isOpen(max) && min >= max) return [['min', 'range_min_not_below_max']]
  const problems: [(typeof LIMITS)[number], ErrorCode][] = []
  if (!isOpen(criticalMin) && (isOpen(min) || criticalMin >= min))
    problems.push(['critical_min', 'critical_inside_range'])
  if (!isOpen(criticalMax) && (isOpen(max) || criticalMax <= max))
    problems.push(['critical_max', 'critical_inside_range'])
  return problems
}

function isOpen(limit: number | null | undefined): limit is null | undefined {
  return limit === null || limit === undefined
}

function isOutside(limit: number | null | undefined, { min, max }: { min: number; max: number }): boolean {
  return !isOpen(limit) && (limit < min || limit > max)
}
