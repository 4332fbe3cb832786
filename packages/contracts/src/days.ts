import * as z from 'zod/mini'
import { parseInstant } from './parse-instant.ts'

/** One day, or two in order with `..` between, in Europe/Istanbul. */
const DAYS = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?$/

/** First and last day of a filter; null when a day does not exist. */
export function parseDays(text: string): { first: string; last: string } | null {
  const [, first, last = first] = DAYS.exec(text) ?? []
  if (first === undefined || last === undefined || first < '1000' || last < first) return null
  return parseInstant(first) === null || parseInstant(last) === null ? null : { first, last }
}

/** A filter of days, `2026-11-20` or `2026-11-01..2026-11-20`. */
export const Days = z.string().check(z.refine((text) => parseDays(text) !== null, { error: 'invalid_days' }))
