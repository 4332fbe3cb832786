import { formatDate } from '../../../shared/format/date-time.ts'
import type { DayBar } from './day-bars.ts'

/** `20.11.2026`, of several days `14.11.2026 – 20.11.2026`; short: without the year. */
export function dayText({ first, last }: Pick<DayBar, 'first' | 'last'>, isShort = false): string {
  // Noon lies in the same day in every zone near by.
  const text = (day: string) => formatDate(`${day}T12:00:00+03:00`)
  if (isShort) return text(first).slice(0, 5)
  return first === last ? text(first) : `${text(first)} – ${text(last)}`
}
