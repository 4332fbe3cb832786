/** A window as the address has it: each end `now`, `now-24h`, or local wall time `2026-07-09T14:30` (Europe/Istanbul). */
export interface TimeRange {
  from: string
  to: string
}

/** The same window in epoch milliseconds. */
export interface TimeSpan {
  from: number
  to: number
}

const ZONE = 'Europe/Istanbul'
const MINUTE = 60_000
const UNIT_MS = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE } as const
const RELATIVE = /^now(?:-(\d{1,6})([mhd]))?$/
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/
const TYPED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\s+(\d{1,2})[:.](\d\d)$/

/** Reads one end; null when it has none of the three forms or names a time that does not exist. */
export function readTime(text: string, now: number): number | null {
  const relative = RELATIVE.exec(text)
  if (relative) return now - Number(relative[1] ?? 0) * UNIT_MS[(relative[2] ?? 'm') as keyof typeof UNIT_MS]
  const local = LOCAL.exec(text)
  return local ? fromWallTime(local.slice(1).map(Number)) : null
}

/** Why a window is not valid. */
export type RangeProblem = 'invalid' | 'order'

export function rangeProblem(range: TimeRange, now: number): RangeProblem | null {
  const from = readTime(range.from, now)
  const to = readTime(range.to, now)
  if (from === null || to === null) return 'invalid'
  return to <= from ? 'order' : null
}

/** The window in milliseconds; null when it is not valid. */
export function timeSpan(range: TimeRange, now: number): TimeSpan | null {
  if (rangeProblem(range, now)) return null
  return { from: readTime(range.from, now) ?? 0, to: readTime(range.to, now) ?? 0 }
}

export const DEFAULT_RANGE: TimeRange = { from: 'now-24h', to: 'now' }

/** Reads the window of an address; the last 24 hours when it is missing or not valid. */
export function rangeOfSearch({ from, to }: Readonly<Record<string, unknown>>): TimeRange {
  const range = {
    from: typeof from === 'string' ? from : DEFAULT_RANGE.from,
    to: typeof to === 'string' ? to : DEFAULT_RANGE.to,
  }
  return rangeProblem(range, Date.now()) ? DEFAULT_RANGE : range
}

/** Writes the window of an address; nothing for the last 24 hours. */
export function rangeSearch({ from, to }: TimeRange): Partial<TimeRange> {
  return from === DEFAULT_RANGE.from && to === DEFAULT_RANGE.to ? {} : { from, to }
}

/** Whether the window's end moves with the clock. */
export function isFollowing(range: TimeRange): boolean {
  return range.to === 'now'
}

/** The window one width earlier (-1) or later (1). One that would end after now follows the clock instead. */
export function stepRange(range: TimeRange, direction: -1 | 1, now: number): TimeRange {
  const span = timeSpan(range, now)
  if (!span) return range
  const width = span.to - span.from
  const to = span.to + direction * width
  if (to >= now - MINUTE) return { from: `now-${relativeText(width)}`, to: 'now' }
  return { from: toLocal(span.from + direction * width), to: toLocal(to) }
}

const LEAST_WIDTH = 2 * MINUTE
const GREATEST_WIDTH = 20 * 365 * UNIT_MS.d

/**
 * The window twice as wide (`out`) or half as wide (`in`) around its middle. One that follows the clock, or would end after now, ends
 * now; null: it cannot be wider or narrower.
 */
export function zoomRange(range: TimeRange, direction: 'in' | 'out', now: number): TimeRange | null {
  const span = timeSpan(range, now)
  if (!span) return null
  const width = (span.to - span.from) * (direction === 'out' ? 2 : 0.5)
  if (width < LEAST_WIDTH || width > GREATEST_WIDTH) return null
  const from = (span.from + span.to - width) / 2
  if (isFollowing(range) || from + width >= now - MINUTE) return { from: `now-${relativeText(width)}`, to: 'now' }
  return { from: toLocal(from), to: toLocal(from + width) }
}

/** The day that ends with an instant (epoch milliseconds); the last 24 hours where the instant is in them. */
export function dayUpTo(ms: number, now: number): TimeRange {
  if (now - ms < UNIT_MS.d) return { from: 'now-24h', to: 'now' }
  const end = ms + MINUTE
  return { from: toLocal(end - UNIT_MS.d), to: toLocal(end) }
}

function relativeText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE))
  if (minutes % (24 * 60) === 0 && minutes > 24 * 60) return `${minutes / (24 * 60)}d`
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}

/** An instant as local wall time for the address, rounded down to the minute. */
export function toLocal(ms: number): string {
  const part = wallParts(ms)
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** An instant as the user types it: `09.07.2026 14:30`. */
export function toTyped(ms: number): string {
  const part = wallParts(ms)
  return `${part('day')}.${part('month')}.${part('year')} ${part('hour')}:${part('minute')}`
}

/** Typed text (`9.7.2026 14:30`) as local wall time for the address; null when it is not valid. */
export function readTyped(text: string): string | null {
  const match = TYPED.exec(text.trim())
  if (!match) return null
  const [day, month, year, hour, minute] = match.slice(1).map(Number)
  const ms = fromWallTime([year ?? 0, month ?? 0, day ?? 0, hour ?? 0, minute ?? 0])
  return ms === null ? null : toLocal(ms)
}

const wallFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

function wallParts(ms: number): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = wallFormat.formatToParts(ms)
  return (type) => parts.find((part) => part.type === type)?.value ?? ''
}

function fromWallTime(fields: number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = fields
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  // The zone's offset is that of the instant itself: Türkiye had summer time until 2016.
  const guess = asUtc - offsetAt(asUtc)
  const ms = asUtc - offsetAt(guess)
  const expected = `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
  return toLocal(ms) === expected ? ms : null
}

function offsetAt(ms: number): number {
  const part = wallParts(ms)
  const wall = Date.UTC(
    Number(part('year')),
    Number(part('month')) - 1,
    Number(part('day')),
    Number(part('hour')),
    Number(part('minute')),
  )
  return wall - Math.floor(ms / MINUTE) * MINUTE
}

function pad(number: number, digits = 2): string {
  return String(number).padStart(digits, '0')
}
