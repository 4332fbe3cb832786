import type { Severity } from '@dalyan/contracts/range-templates'
import { readDecimal } from '../../../shared/format/decimal.ts'

/** Minutes of the offered times. */
export const SHELVE_PRESETS = { m15: 15, h1: 60, h8: 480 } as const
export const CUSTOM = 'custom'

export interface ShelveValues {
  duration: string
  hours: string
  reason: string
}

/** How many hours at most (docs/behaviour/alarms.md): seven days by administrators, eight hours of critical alarms and by operators. */
export function longestHours(severity: Severity, byAdmin: boolean): number {
  return byAdmin && severity !== 'critical' ? 7 * 24 : 8
}

/** Minutes that were chosen or typed; null: no number, or outside what is allowed. */
export function shelveMinutes({ duration, hours }: ShelveValues, longest: number): number | null {
  if (duration !== CUSTOM) return Number(duration)
  const typed = readDecimal(hours)
  const minutes = typeof typed === 'number' ? Math.round(typed * 60) : 0
  return minutes >= 1 && minutes <= longest * 60 ? minutes : null
}
