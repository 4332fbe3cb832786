import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams } from './paging.ts'

/** A valid session of the caller. */
export const Session = z.object({
  id: z.int(),
  created_at: Instant,
  /** Accurate to the minute. */
  last_used_at: Instant,
  /** IP address from which it was opened. */
  address: z.nullable(z.string()),
  /** Short, such as "Chrome · Android"; null when unknown. */
  browser: z.nullable(z.string()),
  /** Whether it is the caller's current session. */
  current: z.boolean(),
  /** Whether alarms are pushed to its browser. */
  push: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const sessionsApi = {
  /** The caller's own sessions, the last used first; at most twenty. */
  list: endpoint('GET', '/api/sessions', { reply: z.object({ data: z.array(Session) }) }),
  end: endpoint('DELETE', '/api/sessions/:id', { params: IdParams }),
  /** Ends all but the current session. */
  endOthers: endpoint('DELETE', '/api/sessions', {}),
}
