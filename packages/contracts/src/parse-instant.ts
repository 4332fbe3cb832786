// Without zod, because the page reads days in the address before anything else is loaded.

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d\d(?::?\d\d)?)?)?$/

/**
 * Reads an ISO 8601 instant, UTC where no offset is given, cut to milliseconds.
 * @returns epoch milliseconds, or null when it cannot be read or names a day that does not exist (30 February).
 */
export function parseInstant(text: string): number | null {
  if (USUAL.test(text)) return parseUsual(text)
  const match = INSTANT.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset = 'Z'] = match
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const utc = utcOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), ms)
  return utc === null ? null : utc - offsetMs(offset)
}

/** The form of `Date.toISOString`, which most terminals send. It is read digit by digit, because the parts of a match take nearly a kilobyte of memory. */
const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function parseUsual(text: string): number | null {
  const number = (from: number, to: number) => {
    let value = 0
    for (let i = from; i < to; i += 1) value = value * 10 + text.charCodeAt(i) - 48
    return value
  }
  return utcOf(
    number(0, 4),
    number(5, 7),
    number(8, 10),
    number(11, 13),
    number(14, 16),
    number(17, 19),
    number(20, 23),
  )
}

/** Epoch milliseconds; null: there is no such day, or no such time of day. `month`: from 1. */
function utcOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms: number,
): number | null {
  if (hour > 23 || minute > 59 || second > 59) return null
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, ms)
  const back = new Date(utc)
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? utc : null
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
