import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams, wholeNumber } from './paging.ts'
import { LastMeasurement } from './tanks.ts'

/** How a terminal talked, and what it said last. */
export const TerminalTraffic = z.object({
  from: Instant,
  to: Instant,
  bucket_seconds: z.int(),
  /** Stored readings of each bucket from `from` on, by their own time. */
  counts: z.array(z.int()),
  /** Intervals without a reading that are longer than the offline limit, the newest first, at most 50; `to` null: it lasts. */
  outages: z.array(z.object({ from: Instant, to: z.nullable(Instant) })),
  /** The newest value of each metric, on whichever tank it was. */
  last_measurement: z.nullable(LastMeasurement),
  /** What was accepted last since the server started, as it came; cut after 8 KiB. */
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
