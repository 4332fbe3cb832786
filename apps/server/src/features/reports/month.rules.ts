import { REPORT_TIME_ZONE } from '@dalyan/contracts/reports'

const DAY_MS = 86_400_000

/** A calendar month of Türkiye. */
export interface MonthSpan {
  month: string
  /** Its days, `YYYY-MM-DD`. */
  days: string[]
  /** The starts of its days and the end of the last one, epoch milliseconds: a day may have 23 or 25 hours. */
  bounds: number[]
}

const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: REPORT_TIME_ZONE })
const offsetOf = new Intl.DateTimeFormat('en', { timeZone: REPORT_TIME_ZONE, timeZoneName: 'longOffset' })

/** The minutes by which local time is ahead of UTC. */
function offsetMinutes(ms: number): number {
  const name = offsetOf.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** An instant as local time, written as if it were UTC, because sheets know no time zones. */
export function asWallTime(instant: string): Date {
  const ms = Date.parse(instant)
  return new Date(ms + offsetMinutes(ms) * 60_000)
}

/** The instant at which a local day begins. */
function startOfDay(day: string): number {
  const asUtc = Date.parse(`${day}T00:00:00.000Z`)
  const guess = asUtc - offsetMinutes(asUtc) * 60_000
  // Near a change of the clock the offset at local midnight is not that at midnight of UTC.
  return asUtc - offsetMinutes(guess) * 60_000
}

/** @param month `YYYY-MM` */
export function monthSpan(month: string): MonthSpan {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const days = Array.from({ length }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`)
  return { month, days, bounds: [...days, `${nextMonth(month)}-01`].map(startOfDay) }
}

/** The month at an instant. */
export function monthAt(ms: number): string {
  return dayOf.format(ms).slice(0, 7)
}

export function nextMonth(month: string): string {
  return moved(month, 1)
}

export function previousMonth(month: string): string {
  return moved(month, -1)
}

function moved(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Reports are made this long after the end of a month, so that terminals that were without a network have sent their readings. */
const SETTLED_AFTER_MS = DAY_MS / 4

/**
 * The months whose reports have to be made now: all after the last made one that are over, or where none was made, the one that ended last.
 * @param lastMade the newest month whose reports were made
 */
export function dueMonths(now: number, lastMade: string | null): string[] {
  const last = previousMonth(monthAt(now - SETTLED_AFTER_MS))
  if (lastMade === null) return [last]
  const due: string[] = []
  for (let month = nextMonth(lastMade); month <= last; month = nextMonth(month)) due.push(month)
  return due
}

/** A span of time, epoch milliseconds; `to` is exclusive. */
export interface ReportSpan {
  from: number
  to: number
}

/**
 * The times without values that are longer than `longestMs`, in [from, to).
 * @param filled starts of the buckets with a value, in order
 */
export function gapsBetween(
  filled: readonly number[],
  { from, to }: ReportSpan,
  bucketMs: number,
  longestMs: number,
): ReportSpan[] {
  const gaps: ReportSpan[] = []
  let end = from
  for (const start of [...filled, to]) {
    const gap = { from: end, to: Math.min(start, to) }
    if (gap.to - gap.from > longestMs) gaps.push(gap)
    end = Math.max(end, start + bucketMs)
  }
  return gaps
}

/** The milliseconds of intervals that lie inside a window. */
export function lengthWithin(spans: readonly ReportSpan[], { from, to }: ReportSpan): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)
}
