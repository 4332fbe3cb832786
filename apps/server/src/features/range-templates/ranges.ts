import { METRICS } from '@dalyan/contracts/metrics'
import type { Range, RangeTemplateInput, Ranges, Severity } from '@dalyan/contracts/range-templates'

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

/** The given limits as columns. Reals like the readings, so that a value equal to its limit is in range. */
export function columnsOf(ranges: RangeTemplateInput['ranges']): LimitColumns {
  const real = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.fround(value))
  const given = METRICS.map(({ key }) => ranges[key])
  return {
    lo: given.map((range) => real(range?.min)),
    hi: given.map((range) => real(range?.max)),
    critical_lo: given.map((range) => real(range?.critical_min)),
    critical_hi: given.map((range) => real(range?.critical_max)),
    severity: given.map((range) => range?.severity ?? 'warning'),
  }
}
