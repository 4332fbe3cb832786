import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdInQuery, RecordId } from './paging.ts'
import { PICTURE_TYPES, PictureBytes } from './pictures.ts'
import { FirmRef } from './users.ts'

export const PLAN_MAX_BYTES = 8 * 1024 * 1024
/** Minimum and maximum width and height of a plan's picture, in pixels. */
export const PLAN_SIDE = { least: 64, most: 4096 } as const
/** Tanks on one plan. */
const MOST_PLACED = 2_000

/** Where the middle of a tank stands, as parts of the picture's width and height. */
export const PlanPosition = z.object({
  tank_id: RecordId,
  x: z.number().check(z.gte(0), z.lte(1)),
  y: z.number().check(z.gte(0), z.lte(1)),
})
export type PlanPosition = z.infer<typeof PlanPosition>

/** The plan of a firm: a picture of its site, and where its tanks stand on it. */
export const Plan = z.object({
  /** Null: the tanks that belong to no firm. */
  firm: z.nullable(FirmRef),
  /** Null: nobody has uploaded one, or it was removed. */
  picture: z.nullable(
    z.object({
      /** Changes with the bytes. */
      version: z.string(),
      width: z.int(),
      height: z.int(),
      uploaded_at: Instant,
      /** The user's name; null for callers without a session. */
      uploaded_by: z.nullable(z.string()),
    }),
  ),
  /** Every tank of the firm, by code. */
  tanks: z.array(z.int()),
  /** Tanks that are not named here have not been placed. */
  positions: z.array(PlanPosition),
  /** What `If-Match` of a change names; 0: there is no plan yet. */
  version: z.int(),
})
export type Plan = z.infer<typeof Plan>

/** One for each firm of the caller that has tanks, by the firm's name. */
export const Plans = z.object({ plans: z.array(Plan) })
export type Plans = z.infer<typeof Plans>

/** Whose plan; without it that of the tanks that belong to no firm. */
const ofFirm = { firm_id: z.optional(IdInQuery) }
const firm_id = z.nullable(RecordId)

export const planApi = {
  get: endpoint('GET', '/api/plan', { reply: Plans }),
  /** `v`: the version that the address names. */
  picture: endpoint('GET', '/api/plan/picture', {
    query: z.object({ ...ofFirm, v: z.optional(z.string().check(z.maxLength(64))) }),
    files: PICTURE_TYPES,
  }),
  /** Replaces the picture. The tanks keep their positions. */
  setPicture: endpoint('PUT', '/api/plan', {
    body: z.object({ firm_id, image: PictureBytes }),
    reply: Plan,
    // Base64 is a third larger; a slightly too large file must be refused at its field.
    maxBytes: 1.5 * PLAN_MAX_BYTES,
  }),
  /** Replaces all positions; with `If-Match` only those of that version. */
  place: endpoint('PUT', '/api/plan/positions', {
    body: z.object({ firm_id, positions: z.array(PlanPosition).check(z.maxLength(MOST_PLACED)) }),
    reply: Plan,
    maxBytes: 256 * 1024,
  }),
  /** Removes the picture. The positions stay for the next one. */
  remove: endpoint('DELETE', '/api/plan', { query: z.object(ofFirm) }),
}
