import type { TFunction } from 'i18next'

/** Why a reading was refused, each explained in `logs.reasons`. */
const KNOWN_REASONS = [
  'not_a_reading',
  'no_metric',
  'invalid_instant',
  'too_old',
  'implausible',
  'not_a_number',
] as const

/** `ph: Sayı değil` for each field of an entry's `reasons`, `{ph: ['not_a_number']}`; null where they are written in another way. */
export function refusalReasons(t: TFunction, reasons: unknown): string[] | null {
  if (typeof reasons !== 'object' || reasons === null || Array.isArray(reasons)) return null
  const lines = Object.entries(reasons).map(([field, codes]) => {
    if (!Array.isArray(codes)) return null
    const words = codes.map((code: unknown) => {
      const known = KNOWN_REASONS.find((each) => each === code)
      return known ? t(`logs.reasons.${known}`) : typeof code === 'string' ? code : JSON.stringify(code)
    })
    // Of the whole reading, not of one of its fields.
    return field === 'reading' ? words.join(', ') : `${field}: ${words.join(', ')}`
  })
  return lines.every((line) => line !== null) ? lines : null
}
