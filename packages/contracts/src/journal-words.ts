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

/** Their names in Turkish files; the screens have their own words in their locales. */
export const TURKISH_JOURNAL_KINDS: Readonly<Record<JournalKind, string>> = {
  feeding: 'Yemleme',
  mortality: 'Ölüm',
  water_change: 'Su değişimi',
  cleaning: 'Temizlik',
  treatment: 'Tedavi',
  calibration: 'Kalibrasyon',
  note: 'Not',
}
