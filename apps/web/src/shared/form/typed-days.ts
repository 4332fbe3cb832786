import { parseDays } from '@dalyan/contracts/parse-instant'

/** First and last day as typed, `31.01.2026`; the last is empty for a single day. */
export interface TypedDays {
  first: string
  last: string
}

export type DaysProblem = 'notADay' | 'firstMissing' | 'order'

/** The days in the API's form (undefined for none), or the problem of each end. */
export type DaysRead =
  | { days: string | undefined; problems?: undefined }
  | { problems: Readonly<Partial<Record<keyof TypedDays, DaysProblem>>> }

/** Accepts a comma, because some phone keyboards have no point. */
const TYPED = /^(\d{1,2})[.,/-](\d{1,2})[.,/-](\d{4})$/

/** `2026-01-31`, or two with `..` between, as the user types them. */
export function typedDays(days: string | undefined): TypedDays {
  const read = days === undefined ? null : parseDays(days)
  if (!read) return { first: '', last: '' }
  return { first: turnAround(read.first), last: read.last === read.first ? '' : turnAround(read.last) }
}

export function readTypedDays(typed: TypedDays): DaysRead {
  const first = readDay(typed.first)
  const last = readDay(typed.last)
  if (first === null || last === null) {
    return {
      problems: { ...(first === null ? { first: 'notADay' } : {}), ...(last === null ? { last: 'notADay' } : {}) },
    }
  }
  if (last === '') return { days: first || undefined }
  if (first === '') return { problems: { first: 'firstMissing' } }
  if (last < first) return { problems: { last: 'order' } }
  return { days: last === first ? first : `${first}..${last}` }
}

/** The API's form of a typed day, '' when nothing is typed, null when it is no day. */
function readDay(text: string): string | null {
  if (text.trim() === '') return ''
  const [, day = '', month = '', year = ''] = TYPED.exec(text.trim()) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseDays(iso) ? iso : null
}

const turnAround = (iso: string) => iso.split('-').toReversed().join('.')
