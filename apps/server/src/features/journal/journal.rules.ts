import type { JournalSum } from '@dalyan/contracts/journal'
import type { JournalKind } from '@dalyan/contracts/journal-words'

/** The entries of one kind and unit on one day. `amount` is null when none of them has one. */
export interface UnitSum {
  day: string
  kind: JournalKind
  unit: string | null
  entries: number
  amount: number | null
}

/** The kinds whose amounts add up: of a treatment or a calibration they name different substances and values. */
const SUMMED: readonly JournalKind[] = ['feeding', 'mortality', 'water_change']
const SHARES = new Set(['%', '‰'])
const GRAMS = new Set(['g', 'gr', 'gram'])
/** Amounts have three decimals at most; a sum of floating-point numbers has more. */
const PRECISION = 1_000_000

/** Joins the sums of a day and kind: grams count as kilograms, and percentages are not added. Keeps the order of the days. */
export function joinSums(rows: readonly UnitSum[]): JournalSum[] {
  const joined = Map.groupBy(rows, ({ day, kind }) => `${day} ${kind}`)
  return [...joined.values()].flatMap((ofKind) => {
    const [first] = ofKind
    if (!first) return []
    const amounts = new Map<string | null, number>()
    for (const { kind, unit, amount } of ofKind) {
      if (amount === null || !SUMMED.includes(kind) || SHARES.has(unit ?? '')) continue
      const isGrams = GRAMS.has(unit ?? '')
      const key = isGrams ? 'kg' : unit
      amounts.set(key, (amounts.get(key) ?? 0) + (isGrams ? amount / 1_000 : amount))
    }
    return {
      day: first.day,
      kind: first.kind,
      entries: ofKind.reduce((sum, { entries }) => sum + entries, 0),
      amounts: [...amounts].map(([unit, amount]) => ({ amount: Math.round(amount * PRECISION) / PRECISION, unit })),
    }
  })
}
