import * as z from 'zod/mini'
import { Alarm } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { Order } from './orders.ts'

/** What stands first for whoever signed in: open alarms, own tanks, latest orders, points. */
export const Home = z.object({
  /** `open` without the shelved ones, as in the list; they stay counted beside them. */
  alarms: z.object({ open: z.int(), unacknowledged: z.int(), shelved: z.int(), worst: z.array(Alarm) }),
  /**
   * How the tanks stood at `checked_at`. `watched`: active tanks whose template, being in use, limits a metric of which a terminal of the tank
   * delivered a fresh value. Only `watched` = `active` and `out_of_range` 0 mean that all is well.
   */
  tanks: z.object({
    total: z.int(),
    active: z.int(),
    watched: z.int(),
    /** Also those that fell silent while they were out of range (`silent_out`). */
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
