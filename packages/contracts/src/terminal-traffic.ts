import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams, wholeNumber } from './paging.ts'
import { LastMeasurement } from './tanks.ts'

/** The connections and last values of a terminal. */
export const TerminalTraffic = z.object({
  from: Instant,
  to: Instant,
  bucket_seconds: z.int(),
  /** Stored readings of each bucket since `from`, by their own time. */
  counts: z.array(z.int()),
  /** Intervals without a reading that exceed the offline limit, the newest first, at most 50; `to` null: not over. */
  outages: z.array(z.object({ from: Instant, to: z.nullable(Instant) })),
  /** The newest value of each metric, on any tank. */
  last_measurement: z.nullable(LastMeasurement),
  /** The last accepted message since the server started, as received; cut after 8 KiB. */
  last_message: z.nullable(
    z.object({ received_at: Instant, transport: z.enum(['mqtt', 'http']), text: z.string(), is_cut: z.boolean() }),
  ),
})
export type TerminalTraffic = z.infer<typeof TerminalTraffic>

export const terminalTrafficApi = {
  get: endpoint('GET', '/api/iots/:id/traffic', {
    params: IdParams,
    query: z.object({ days: z._default(wholeNumber(1, 31), 7) }),
    reply: TerminalTraffic,
  }),
}
