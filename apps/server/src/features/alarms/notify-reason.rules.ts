import type { AlarmChange } from '../../core/database/schema-alarms.ts'

/** Why people are to be notified of an alarm (docs/behaviour/alarms.md). */
export type NotifyReason =
  | 'raised'
  /** Out again while nobody had acknowledged it, or just closed and worse than ever. */
  | 'out_again'
  | 'chattering'
  | 'graver'
  /** Worse than at the acknowledgement by a quarter of the span. */
  | 'worse'
  | 'acknowledgement_over'
  | 'shelving_over'

/** Why a change is to be notified; null: it is not. */
export function notifyReasonOf({ before, after }: AlarmChange): NotifyReason | null {
  const isNew = after.id === 0
  if (after.notified_at === null || (!isNew && after.notified_at === before?.notified_at)) return null
  if (isNew || !before) return 'raised'
  if (after.chattering && !before.chattering) return 'chattering'
  if (after.occurrences > before.occurrences) return 'out_again'
  if (after.severity !== before.severity) return 'graver'
  if (before.shelved_until !== null && after.shelved_until === null) return 'shelving_over'
  return after.last_at === before.last_at && after.peak === before.peak ? 'acknowledgement_over' : 'worse'
}
