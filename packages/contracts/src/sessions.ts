import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams } from './paging.ts'

/** A sign-in of the caller that still holds. */
export const Session = z.object({
  id: z.int(),
  created_at: Instant,
  /** To the minute. */
  last_used_at: Instant,
  /** Where it was opened: IP address. */
  address: z.nullable(z.string()),
  /** Short, as "Chrome · Android"; null where it is not known. */
  browser: z.nullable(z.string()),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** Whether alarms are pushed to its browser. */
  push: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const sessionsApi = {
  /** The caller's own, the last used first; never more than twenty. */
  list: endpoint('GET', '/api/sessions', { reply: z.object({ data: z.array(Session) }) }),
  end: endpoint('DELETE', '/api/sessions/:id', { params: IdParams }),
  /** All but the one that asks. */
  endOthers: endpoint('DELETE', '/api/sessions', {}),
}
