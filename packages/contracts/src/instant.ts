import * as z from 'zod/mini'
import { parseInstant } from './parse-instant.ts'

/** A point in time as it crosses every wire: `2026-11-20T10:00:00.000Z`. Such texts sort as their times do. */
export const Instant = z.string().check(z.meta({ format: 'date-time', example: '2026-11-20T10:00:00.000Z' }))
export type Instant = string

/** An instant written by a caller; any ISO 8601 form goes in, the wire form comes out. */
export const InstantInput = z.pipe(
  z.string().check(z.refine((text) => parseInstant(text) !== null, { error: 'invalid_instant' })),
  z.transform((text: string): Instant => new Date(parseInstant(text) ?? 0).toISOString()),
)
