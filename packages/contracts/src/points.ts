import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdInQuery } from './paging.ts'

export const PointEntry = z.object({
  points: z.int(),
  /** A code such as `order_delivered`. */
  reason: z.string(),
  order_id: z.nullable(z.int()),
  created_at: Instant,
})
export type PointEntry = z.infer<typeof PointEntry>

/** The newest 200 entries, and the balance of all of them. */
export const Points = z.object({ balance: z.int(), data: z.array(PointEntry) })
export type Points = z.infer<typeof Points>

export const pointsApi = {
  /** Of the caller's firm; callers with several firms name one, and an admin who names none gets all together. */
  list: endpoint('GET', '/api/points', {
    query: z.object({ filter_firm_id: z.optional(IdInQuery) }),
    reply: Points,
  }),
}
