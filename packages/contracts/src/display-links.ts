import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, RecordId, sortOf } from './paging.ts'
import { FirmRef } from './users.ts'

/** A link that shows the overview of a firm, and of the firms below it, on a screen without a session. */
export const DisplayLink = z.object({
  id: z.int(),
  name: z.string(),
  /** Null: every firm. */
  firm: z.nullable(FirmRef),
  created_at: Instant,
  /** Accurate to the minute; null: never. */
  last_used_at: z.nullable(Instant),
})
export type DisplayLink = z.infer<typeof DisplayLink>

export const DisplayLinkInput = z.object({
  name: requiredText(120, 'required'),
  /** Null: every firm. */
  firm_id: z.nullable(RecordId),
})
export type DisplayLinkInput = z.infer<typeof DisplayLinkInput>

/** The address with the secret behind `#`, which is shown only once. */
export const NewDisplayLink = z.object({ id: z.int(), url: z.string() })
export type NewDisplayLink = z.infer<typeof NewDisplayLink>

export const DisplayLinkListQuery = z.object({
  ...pageQuery(),
  filter_firm_id: z.optional(IdInQuery),
  sort: z.optional(sortOf(['id', 'name', 'created_at', 'last_used_at'])),
})
export type DisplayLinkListQuery = z.infer<typeof DisplayLinkListQuery>

export const displayLinksApi = {
  list: endpoint('GET', '/api/display-links', { query: DisplayLinkListQuery, reply: pageOf(DisplayLink) }),
  create: endpoint('POST', '/api/display-links', { body: DisplayLinkInput, reply: NewDisplayLink, status: 201 }),
  /** The screens that use it show nothing from their next request on. */
  remove: endpoint('DELETE', '/api/display-links/:id', { params: IdParams }),
}
