import type { AlarmChange } from '../../core/database/schema-alarms.ts'

/** Why people are to be told of an alarm (docs/behaviour/alarms.md). */
export type WhyTold =
  | 'raised'
  /** Out again while nobody had acknowledged it, or just closed and worse than ever. */
  | 'out_again'
  | 'chattering'
  | 'graver'
  /** Worse than at the acknowledgement by a quarter of the span. */
  | 'worse'
  | 'acknowledgement_over'
  | 'shelving_over'

/** Why a change is to be told; null: it is not. */
export function whyTold({ before, after }: AlarmChange): WhyTold | null {
  const isNew = after.id === 0
  if (after.told_at === null || (!isNew && after.told_at === before?.told_at)) return null
  if (isNew || !before) return 'raised'
  if (after.chattering && !before.chattering) return 'chattering'
  if (after.occurrences > before.occurrences) return 'out_again'
  if (after.severity !== before.severity) return 'graver'
  if (before.shelved_until !== null && after.shelved_until === null) return 'shelving_over'
  return after.last_at === before.last_at && after.peak === before.peak ? 'acknowledgement_over' : 'worse'
}
