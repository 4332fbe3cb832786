import type { Instant } from '@dalyan/contracts/instant'

/** Every time on screen is Istanbul time, wherever the browser is. */
export const TIME_ZONE = 'Europe/Istanbul'

type Moment = Instant | number | Date

/** The browser's format is created when the first time is written: six of them take 25 ms, which the first load need not wait for. */
function formatter(options: Intl.DateTimeFormatOptions, language = 'tr-TR') {
  let format: Intl.DateTimeFormat | undefined
  return (moment: Moment): string => {
    format ??= new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, hourCycle: 'h23', ...options })
    return format.format(new Date(moment))
  }
}

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const minute = { hour: '2-digit', minute: '2-digit' } as const
const second = { ...minute, second: '2-digit' } as const

/** `09.07.2026` */
export const formatDate = formatter(day)
/** `14:30` */
export const formatTime = formatter(minute)
/** `14:30:12` */
export const formatTimeWithSeconds = formatter(second)
/** `09.07` */
export const formatDayAndMonth = (moment: Moment): string => formatDate(moment).slice(0, 5)
/** `Ekim 2026` */
export const formatMonth = formatter({ month: 'long', year: 'numeric' })
/** `09 Temmuz 2026 Perşembe` */
export const formatLongDate = formatter({ day: '2-digit', month: 'long', year: 'numeric', weekday: 'long' })

/** `2026-07-09 14:30`, as Swedish writes it: for addresses, not for people. */
export const formatWallTime = formatter({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE')

/** `09.07.2026 14:30` */
export function formatDateTime(moment: Moment): string {
  return `${formatDate(moment)} ${formatTime(moment)}`
}

const HALF_DAY_MS = 12 * 3_600_000

/** `14:30` on the day of `now` and within 12 hours of it, where the time alone is unambiguous at midnight too; else `09.07.2026 14:30`. */
export function formatShortTime(moment: Moment, now: Moment): string {
  const isNear = Math.abs(new Date(moment).getTime() - new Date(now).getTime()) < HALF_DAY_MS
  return isNear || formatDate(moment) === formatDate(now) ? formatTime(moment) : formatDateTime(moment)
}

/** `09.07.2026 14:30:12` */
export function formatDateTimeWithSeconds(moment: Moment): string {
  return `${formatDate(moment)} ${formatTimeWithSeconds(moment)}`
}

const formatHour = formatter({ hour: '2-digit' }, 'en-GB')

/** Hour of the day in Istanbul, 0…23. */
export function hourOfDay(moment: Moment): number {
  return Number(formatHour(moment))
}
