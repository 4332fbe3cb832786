// Without zod, because the page reads days in the address before anything else is loaded.

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d\d(?::?\d\d)?)?)?$/

/**
 * Reads an ISO 8601 instant, UTC where no offset is given, cut to milliseconds.
 * @returns epoch milliseconds, or null when it cannot be read or names a day that does not exist (30 February).
 */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset = 'Z'] = match
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const parts = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const
  if (parts[3] > 23 || parts[4] > 59 || parts[5] > 59) return null
  const utc = Date.UTC(...parts, ms)
  const back = new Date(utc)
  if (back.getUTCMonth() !== parts[1] || back.getUTCDate() !== parts[2]) return null
  return utc - offsetMs(offset)
}

function offsetMs(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0
  const sign = offset.startsWith('-') ? -1 : 1
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000
}

/** One day, or two in order with `..` between, in Europe/Istanbul. */
const DAYS = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?$/

/** First and last day of a filter; null when a day does not exist. */
export function parseDays(text: string): { first: string; last: string } | null {
  const [, first, last = first] = DAYS.exec(text) ?? []
  if (first === undefined || last === undefined || first < '1000' || last < first) return null
  return parseInstant(first) === null || parseInstant(last) === null ? null : { first, last }
}
