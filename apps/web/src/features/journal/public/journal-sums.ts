import type { JournalSum } from '@dalyan/contracts/journal'
import { JOURNAL_KINDS } from '@dalyan/contracts/journal-words'
import type { TFunction } from 'i18next'
import { amountText } from './journal-look.ts'

export type KindSum = Omit<JournalSum, 'day'>

/** Sums of several days by kind, in the order of the kinds. */
export function totalsOf(sums: readonly JournalSum[]): KindSum[] {
  const byKind = Map.groupBy(sums, ({ kind }) => kind)
  return JOURNAL_KINDS.flatMap((kind) => {
    const ofKind = byKind.get(kind) ?? []
    if (ofKind.length === 0) return []
    const amounts = new Map<string | null, number>()
    for (const { amount, unit } of ofKind.flatMap((sum) => sum.amounts))
      amounts.set(unit, (amounts.get(unit) ?? 0) + amount)
    return {
      kind,
      entries: ofKind.reduce((all, { entries }) => all + entries, 0),
      amounts: [...amounts].map(([unit, amount]) => ({ unit, amount })),
    }
  })
}

/** `12,4 kg (8 kayıt)`; without amounts `8 kayıt`. */
export function sumText(t: TFunction, { entries, amounts }: KindSum): string {
  const count = t('journal.count', { count: entries })
  if (amounts.length === 0) return count
  return `${amounts.map((each) => amountText(each)).join(' + ')} (${count})`
}
