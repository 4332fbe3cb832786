/** Lists of the journal's values; without zod, so that the first load of the web can use them. */
export const JOURNAL_KINDS = [
  'feeding',
  'mortality',
  'water_change',
  'cleaning',
  'treatment',
  'calibration',
  'note',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]
