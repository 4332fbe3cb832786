import * as z from 'zod/mini'
import { Alarm } from './alarms.ts'
import { endpoint } from './endpoint.ts'
import { Order } from './orders.ts'

/** What stands first for whoever signed in: open alarms, own tanks, latest orders, points. */
export const Home = z.object({
  /** `open` without the shelved ones, as in the list; they stay counted beside them. */
  alarms: z.object({ open: z.int(), unacknowledged: z.int(), shelved: z.int(), worst: z.array(Alarm) }),
  tanks: z.object({ total: z.int(), out_of_range: z.int(), stale: z.int() }),
  orders: z.array(Order),
  points: z.object({ balance: z.int() }),
})
export type Home = z.infer<typeof Home>

export const homeApi = { home: endpoint('GET', '/api/home', { reply: Home }) }
