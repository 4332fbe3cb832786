import type { JournalEntry } from '@dalyan/contracts/journal'
import type { JournalKind } from '@dalyan/contracts/journal-words'
import {
  mdiBowlMixOutline,
  mdiBroom,
  mdiCrosshairsGps,
  mdiFishOff,
  mdiMedicalBag,
  mdiPencil,
  mdiWaterSync,
} from '@mdi/js'
import { withUnit } from '../../../shared/format/number.ts'

export const JOURNAL_ICONS: Readonly<Record<JournalKind, string>> = {
  feeding: mdiBowlMixOutline,
  mortality: mdiFishOff,
  water_change: mdiWaterSync,
  cleaning: mdiBroom,
  treatment: mdiMedicalBag,
  calibration: mdiCrosshairsGps,
  note: mdiPencil,
}

const number = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 3 })

/** `400 g`, `%15`; null: the entry has no amount. */
export function amountText({ amount, unit }: Pick<JournalEntry, 'amount' | 'unit'>): string | null {
  if (amount === null) return null
  const text = number.format(amount)
  return unit === null ? text : withUnit(text, unit)
}
