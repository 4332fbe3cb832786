import * as z from 'zod/mini'
import { parseDays, parseInstant } from './parse-instant.ts'

/** A point in time in its wire form: `2026-11-20T10:00:00.000Z`. These texts sort in order of time. */
export const Instant = z.string().check(z.meta({ format: 'date-time', example: '2026-11-20T10:00:00.000Z' }))
export type Instant = string

/** An instant from a caller, in any ISO 8601 form; parsed into the wire form. */
export const InstantInput = z.pipe(
  z.string().check(z.refine((text) => parseInstant(text) !== null, { error: 'invalid_instant' })),
  z.transform((text: string): Instant => new Date(parseInstant(text) ?? 0).toISOString()),
)

/** A filter of days, `2026-11-20` or `2026-11-01..2026-11-20`. */
export const Days = z.string().check(z.refine((text) => parseDays(text) !== null, { error: 'invalid_days' }))
