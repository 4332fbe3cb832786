import { KEPT_LEVELS, type KeptLevel, type RetentionDays } from '@dalyan/contracts/measurement-retention'
import { startOf } from '../rollups/time-spans.rules.ts'

const DAY_MS = 86_400_000

/**
 * Before which instant each level has expired, in epoch milliseconds: the start of a month, because full months are dropped. Null: it is kept for
 * ever. Nothing that a device may still send (`lateDays`) has expired.
 */
export function expiredBefore(now: number, days: RetentionDays, lateDays: number): Record<KeptLevel, number | null> {
  const of = (level: KeptLevel) => {
    const kept = days[level]
    return kept === null ? null : startOf('month', now - Math.max(kept, lateDays + 1) * DAY_MS)
  }
  return Object.fromEntries(KEPT_LEVELS.map((level) => [level, of(level)])) as Record<KeptLevel, number | null>
}
