import { homeApi, type Home } from '@dalyan/contracts/home'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../core/clock.ts'
import { serve } from '../../core/http/serve.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { AlarmsRepository } from '../alarms/lists/alarms.sql.ts'
import type { OrderReader } from '../orders/read-orders.ts'
import type { PointsLedger } from '../points/points.ts'

/** Number of list entries on the page. */
const FIRST = { page: 1, per_page: 5 }

interface Needs {
  clock: Clock
  alarms: Pick<AlarmsRepository, 'countOpen' | 'list'>
  tanks: { count: (firms: FirmScope, now: string) => Promise<Home['tanks']> }
  orders: Pick<OrderReader, 'list'>
  points: Pick<PointsLedger, 'balanceOf'>
}

/** The home page of a signed-in user; each feature supplies its part, within the caller's firms. */
export function serveHome(server: FastifyInstance, { clock, alarms, tanks, orders, points }: Needs): void {
  serve(server, homeApi.home, 'tanks.view', async ({ user }) => {
    const now = instantAt(clock.now())
    const [counts, worst, tankCounts, latest, balance] = await Promise.all([
      alarms.countOpen(user.firms, now),
      alarms.list({ ...FIRST, status: 'open' }, user.firms, now),
      tanks.count(user.firms, now),
      orders.list(FIRST, user),
      points.balanceOf(user),
    ])
    return { alarms: { ...counts, worst: worst.data }, tanks: tankCounts, orders: latest.data, points: { balance } }
  })
}
