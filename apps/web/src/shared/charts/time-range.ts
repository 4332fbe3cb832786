import { formatWallTime } from '../format/date-time.ts'

/** A window as the address has it: each end `now`, `now-24h`, or local wall time `2026-07-09T14:30` (Europe/Istanbul). */
export interface TimeRange {
  from: string
  to: string
}

/** A window whose ends may be open. */
export type OpenTimeRange = { [End in keyof TimeRange]?: string | undefined }

/** The same window in epoch milliseconds. */
export interface TimeSpan {
  from: number
  to: number
}

const MINUTE = 60_000
const UNIT_MS = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE } as const
const RELATIVE = /^now(?:-(\d{1,6})([mhd]))?$/
/** Years that have four digits in UTC and in Istanbul. */
const LOCAL = /^[1-8]\d{3}-\d\d-\d\dT\d\d:\d\d$/
const TYPED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\s+(\d{1,2})[:.](\d\d)$/

/** Reads one end; null when it has none of the three forms or names a time that does not exist. */
export function readTime(text: string, now: number): number | null {
  const relative = RELATIVE.exec(text)
  if (relative) return now - Number(relative[1] ?? 0) * UNIT_MS[(relative[2] ?? 'm') as keyof typeof UNIT_MS]
  return LOCAL.test(text) ? readLocal(text) : null
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

/** Reads a window that the address may leave out; one that ends now has no end. An invalid window is left out. */
export function windowOfSearch({ from, to }: Readonly<Record<string, unknown>>): Partial<TimeRange> {
  if (typeof from !== 'string') return {}
  const range = { from, to: typeof to === 'string' ? to : 'now' }
  if (rangeProblem(range, Date.now())) return {}
  return range.to === 'now' ? { from } : range
}

/** The ends of a window as the API takes them; an open end is left out. @param now epoch milliseconds, for ends that move with the clock */
export function windowQuery({ from, to }: OpenTimeRange, now: number): { from?: string; to?: string } {
  const start = from === undefined ? null : readTime(from, now)
  const end = to === undefined ? null : readTime(to, now)
  return {
    ...(start === null ? {} : { from: new Date(start).toISOString() }),
    ...(end === null ? {} : { to: new Date(end).toISOString() }),
  }
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
  return rangeOfSpan({ from: span.from + direction * width, to }, now)
}

/** A window of this width as the address has it; one that would end after now follows the clock instead. */
export function rangeOfSpan({ from, to }: TimeSpan, now: number): TimeRange {
  if (to >= now - MINUTE) return { from: `now-${relativeText(to - from)}`, to: 'now' }
  return { from: toLocal(from), to: toLocal(to) }
}

/** The narrowest and the widest window to which charts are zoomed, ms. */
export const LEAST_WIDTH = 2 * MINUTE
export const GREATEST_WIDTH = 20 * 365 * UNIT_MS.d

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
  return rangeOfSpan(isFollowing(range) ? { from: now - width, to: now } : { from, to: from + width }, now)
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
  return formatWallTime(ms).replace(' ', 'T')
}

/** Typed text (`9.7.2026 14:30`) as local wall time for the address; null when it is not valid. */
export function readTyped(text: string): string | null {
  const [, day = '', month = '', year = '', hour = '', minute = ''] = TYPED.exec(text.trim()) ?? []
  const local = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}`
  return LOCAL.test(local) && readLocal(local) !== null ? local : null
}

function readLocal(local: string): number | null {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return null
  // The zone's offset is that of the instant itself: Türkiye had summer time until 2016.
  const ms = asUtc - offsetAt(asUtc - offsetAt(asUtc))
  return toLocal(ms) === local ? ms : null
}

function offsetAt(ms: number): number {
  return Date.parse(`${toLocal(ms)}Z`) - Math.floor(ms / MINUTE) * MINUTE
}
