import * as z from 'zod/mini'
import { isKeepable } from './codes.ts'

/** A whole number in a query string, between both bounds. */
export function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^-?\d{1,15}$/, { error: 'not_a_whole_number' })),
    z.pipe(z.transform(Number), z.number().check(z.gte(min), z.lte(max))),
  )
}

/** Several words of a closed list, separated by commas: `active,suspended`. */
export function someOf<const W extends readonly [string, ...string[]]>(words: W) {
  return z.pipe(
    z.transform((text: unknown) => (typeof text === 'string' ? text.split(',') : text)),
    z.array(z.enum(words)),
  )
}

/** An id in a query string. */
export const IdInQuery = wholeNumber(1, 2_147_483_647)

/** Ids of several records in a query string, separated by commas: `14,3`. */
export function someIds(most: number) {
  return z.pipe(
    z.transform((text: unknown) => (typeof text === 'string' ? text.split(',') : text)),
    z.array(IdInQuery).check(z.maxLength(most)),
  )
}

/** A boolean in a query string: `1` or `0`. */
export const yesNo = z.pipe(
  z.enum(['1', '0'], { error: 'not_one_or_zero' }),
  z.transform((digit: '0' | '1') => digit === '1'),
)

/** An id in a path; ids are 32-bit in the database. */
export const Id = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, { error: 'invalid_id' })),
  z.pipe(z.transform(Number), z.int().check(z.lte(2_147_483_647))),
)
/** An id in a body. */
export const RecordId = z.int().check(z.gte(1), z.lte(2_147_483_647))
export const IdParams = z.object({ id: Id })

/** A search text; matched ignoring case and Turkish diacritics, `%` and `_` are plain characters. */
export const SearchText = z
  .string()
  .check(z.normalize(), z.maxLength(200), z.refine<string>(isKeepable, { error: 'control_characters' }))

/** One part of a sort order. */
export interface SortField<F extends string> {
  field: F
  descending: boolean
}

/** The text of `too_many_sorts` names this number. */
const MOST_SORTS = 5

/** `sort=field` or `-field`, several separated by commas, from a closed list. */
export function sortOf<const F extends readonly [string, ...string[]]>(fields: F) {
  const known = new Set<string>(fields)
  return z.pipe(
    z.string().check(
      z.refine((text) => text.split(',', MOST_SORTS + 1).length <= MOST_SORTS, {
        error: 'too_many_sorts',
        abort: true,
      }),
      z.refine((text) => text.split(',').every((part) => known.has(part.replace(/^-/, ''))), {
        error: 'unknown_sort',
      }),
    ),
    z.transform((text: string): SortField<F[number]>[] =>
      text.split(',').map((part) => ({ field: part.replace(/^-/, '') as F[number], descending: part.startsWith('-') })),
    ),
  )
}

/** `page` and `per_page` of every list. */
export function pageQuery(maxPerPage = 200) {
  return {
    page: z._default(wholeNumber(1, 1_000_000_000), 1),
    per_page: z._default(wholeNumber(1, maxPerPage), 25),
  }
}

/** The envelope of every list. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    data: z.array(item),
    total: z.int(),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
  })
}

export interface Page<T> {
  data: T[]
  total: number
  current_page: number
  last_page: number
  per_page: number
}

/** Puts one page and its total in the envelope. */
export function asPage<T>(data: T[], total: number, query: { page: number; per_page: number }): Page<T> {
  return {
    data,
    total,
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total / query.per_page)),
    per_page: query.per_page,
  }
}
