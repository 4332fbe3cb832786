import { readTime, toLocal } from '../../../shared/charts/time-range.ts'
import type { AlarmSearch } from '../alarm-search.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
const DEFAULT_FROM = 'now-30d'
const WHOLE_DAYS = /^now-(\d+)d$/

type Window = Pick<AlarmSearch, 'from' | 'to'>

/** The window for the addresses of other tabs; a window in days begins at the midnight of its first day. @param now epoch milliseconds */
export function wallWindow({ from = DEFAULT_FROM, to }: Window, now: number): Window & { from: string } {
  const days = to === undefined ? WHOLE_DAYS.exec(from)?.[1] : undefined
  if (days === undefined) return { from, to }
  return { from: `${toLocal(now - (Number(days) - 1) * DAY_MS).slice(0, 10)}T00:00` }
}

/**
 * The window for the server, as instants rounded to the minute, so that a window that follows the clock does not change with each request. No end:
 * now.
 */
export function askedWindow(window: Window, now: number): { from?: string; to?: string } {
  const { from, to } = wallWindow(window, now)
  const minute = now - (now % MINUTE_MS)
  const [start, end] = [from, to].map((text) => (text === undefined ? null : readTime(text, minute)))
  return {
    ...(start == null ? {} : { from: new Date(start).toISOString() }),
    ...(end == null || to === 'now' ? {} : { to: new Date(end).toISOString() }),
  }
}

/** One day or several as a window, from the first midnight to the one after the last. */
export function windowOfDays(first: string, last: string): Required<Window> {
  const next = new Date(Date.parse(last) + DAY_MS).toISOString().slice(0, 10)
  return { from: `${first}T00:00`, to: `${next}T00:00` }
}
