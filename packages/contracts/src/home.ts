import * as z from 'zod/mini'
import { Alarm } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { Order } from './orders.ts'

/** The content of a user's home page: open alarms, own tanks, latest orders, points. */
export const Home = z.object({
  /** `open` excludes shelved alarms, as in the list; `shelved` counts them. */
  alarms: z.object({ open: z.int(), unacknowledged: z.int(), shelved: z.int(), worst: z.array(Alarm) }),
  /**
   * The state of the tanks at `checked_at`. `watched`: active tanks whose template is in use and limits a metric of which a terminal of the tank
   * delivered a fresh value. Only `watched` = `active` and `out_of_range` 0 mean that all is well.
   */
  tanks: z.object({
    total: z.int(),
    active: z.int(),
    watched: z.int(),
    /** Includes tanks whose terminals fell silent while out of range (`silent_out`). */
    out_of_range: z.int(),
    silent_out: z.int(),
    stale: z.int(),
    checked_at: Instant,
  }),
  orders: z.array(Order),
  points: z.object({ balance: z.int() }),
})
export type Home = z.infer<typeof Home>

export const homeApi = { home: endpoint('GET', '/api/home', { reply: Home }) }
