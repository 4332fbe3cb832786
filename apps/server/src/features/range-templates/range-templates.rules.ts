import type { ErrorCode } from '@dalyan/contracts/errors'
import { METRICS } from '@dalyan/contracts/metrics'
import type { Severity } from '@dalyan/contracts/alarm-words'
import type { Range, RangeTemplateInput, Ranges } from '@dalyan/contracts/range-templates'

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

/** A limit as the database stores it: a real, like the readings, so that a value equal to its limit is in range. */
function real(limit: number | null | undefined): number | null {
  return isOpen(limit) ? null : Math.fround(limit)
}

/** Limits as columns: one element per metric, in the order of the metric registry; null: open. */
export interface LimitColumns {
  lo: (number | null)[]
  hi: (number | null)[]
  critical_lo: (number | null)[]
  critical_hi: (number | null)[]
  severity: Severity[]
}

/** The columns in wire format; a metric without any limit is omitted. */
export function rangesOf(columns: LimitColumns): Ranges {
  const entries = METRICS.flatMap(({ key }, index): [string, Range][] => {
    const range: Range = {
      min: columns.lo[index] ?? null,
      max: columns.hi[index] ?? null,
      severity: columns.severity[index] ?? 'warning',
      critical_min: columns.critical_lo[index] ?? null,
      critical_max: columns.critical_hi[index] ?? null,
    }
    return range.min === null && range.max === null ? [] : [[key, range]]
  })
  return Object.fromEntries(entries) as Ranges
}

/** The given limits as columns. */
export function columnsOf(ranges: RangeTemplateInput['ranges']): LimitColumns {
  const given = METRICS.map(({ key }) => ranges[key])
  return {
    lo: given.map((range) => real(range?.min)),
    hi: given.map((range) => real(range?.max)),
    critical_lo: given.map((range) => real(range?.critical_min)),
    critical_hi: given.map((range) => real(range?.critical_max)),
    severity: given.map((range) => range?.severity ?? 'warning'),
  }
}

/** Whether a change of a template creates another version of it. */
export function isAnotherVersion(before: RangeTemplateInput, after: RangeTemplateInput): boolean {
  return stateOf(before) !== stateOf(after)
}

/** The content of a version as text, with the limits as they are saved. */
function stateOf({ name, active, delay_seconds, ranges }: RangeTemplateInput): string {
  return JSON.stringify([name, active, delay_seconds, columnsOf(ranges)])
}
