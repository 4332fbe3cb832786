import type { Instant } from '@dalyan/contracts/instant'
import { readTime, readTyped } from '../charts/time-range.ts'
import { formatDateTime } from '../format/date-time.ts'

/** An instant as the user types it, `09.07.2026 14:30` in Istanbul's time; '' for none. */
export function typedTime(instant: Instant | null): string {
  return instant === null ? '' : formatDateTime(instant)
}

/** Typed text as an instant; null when nothing is typed, undefined when it is no time. */
export function readTypedTime(text: string): Instant | null | undefined {
  if (text.trim() === '') return null
  const local = readTyped(text)
  const ms = local === null ? null : readTime(local, 0)
  return ms === null ? undefined : new Date(ms).toISOString()
}
