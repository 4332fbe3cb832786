import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { IdInQuery, IdParams, pageOf, pageQuery, RecordId, sortOf } from './paging.ts'
import { TankRef } from './terminals.ts'
import { FirmRef } from './users.ts'

/** A link that shows something without a session: the overview of a firm and of the firms below it, or one tank. */
export const DisplayLink = z.object({
  id: z.int(),
  name: z.string(),
  /** Of an overview; null: every firm. */
  firm: z.nullable(FirmRef),
  /** The only tank that it shows; null: it shows the overview. */
  tank: z.nullable(TankRef),
  /** It opens nothing from then on; null: it does not end. */
  expires_at: z.nullable(Instant),
  created_at: Instant,
  /** Accurate to the minute; null: never. */
  last_used_at: z.nullable(Instant),
})
export type DisplayLink = z.infer<typeof DisplayLink>

/** The longest time for which a link with an end may be valid. */
export const MOST_LINK_DAYS = 366

export const DisplayLinkInput = z.object({
  name: requiredText(120, 'required'),
  /** Null: every firm, or the link shows one tank. */
  firm_id: z.nullable(RecordId),
  /** Absent or null: the overview. A tank needs an end. */
  tank_id: z.optional(z.nullable(RecordId)),
  /** Absent or null: never. */
  expires_at: z.optional(z.nullable(InstantInput)),
})
export type DisplayLinkInput = z.infer<typeof DisplayLinkInput>

/** The address with the secret behind `#`, which is shown only once. */
export const NewDisplayLink = z.object({ id: z.int(), url: z.string() })
export type NewDisplayLink = z.infer<typeof NewDisplayLink>

export const DisplayLinkListQuery = z.object({
  ...pageQuery(),
  filter_firm_id: z.optional(IdInQuery),
  filter_tank_id: z.optional(IdInQuery),
  sort: z.optional(sortOf(['id', 'name', 'created_at', 'last_used_at', 'expires_at'])),
})
export type DisplayLinkListQuery = z.infer<typeof DisplayLinkListQuery>

export const displayLinksApi = {
  list: endpoint('GET', '/api/display-links', { query: DisplayLinkListQuery, reply: pageOf(DisplayLink) }),
  create: endpoint('POST', '/api/display-links', { body: DisplayLinkInput, reply: NewDisplayLink, status: 201 }),
  /** Its pages show nothing from their next request on. */
  remove: endpoint('DELETE', '/api/display-links/:id', { params: IdParams }),
}
