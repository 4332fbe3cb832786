import type { Instant } from '@dalyan/contracts/instant'
import type { QuietHours } from '@dalyan/contracts/notifications'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** The minute of the day in a time zone. */
function minuteAt(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minutesOf(format.format(ms))
}

/** End of the quiet hours that contain this instant; null: outside them. They cross midnight when `to` is before `from`. */
export function quietUntil({ from, to, time_zone }: QuietHours, now: number): Instant | null {
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  const since = (minuteAt(now, time_zone) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return null
  return new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS + (length - since) * MINUTE_MS).toISOString()
}
