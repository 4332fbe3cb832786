/** What can be kept for its own time: single readings, and roll-ups of 15 minutes and of 6 hours. From fine to coarse. */
export const KEPT_LEVELS = ['raw', '15m', '6h'] as const
export type KeptLevel = (typeof KEPT_LEVELS)[number]

/** The settings of the days for which each level is kept; null: for ever. */
export const RETENTION_SETTINGS = {
  raw: 'measurement_retention_raw_days',
  '15m': 'measurement_retention_15m_days',
  '6h': 'measurement_retention_6h_days',
} as const
export type RetentionSetting = (typeof RETENTION_SETTINGS)[KeptLevel]
export type RetentionDays = Record<KeptLevel, number | null>

/** The fewest days that can be set. */
export const LEAST_DAYS: Readonly<Record<KeptLevel, number>> = { raw: 90, '15m': 365, '6h': 730 }
export const MOST_DAYS = 36_500

/** The first level that would be kept for a shorter time than a finer one; null: none. */
export function shorterThanFiner(days: RetentionDays): KeptLevel | null {
  let finer = 0
  for (const level of KEPT_LEVELS) {
    const own = days[level] ?? Infinity
    if (own < finer) return level
    finer = own
  }
  return null
}
