import { homeApi, type Home, type Interruption, type Now, type TankDay } from '@dalyan/contracts/home'
import type { Language } from '@dalyan/contracts/errors'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../core/clock.ts'
import { languageOf } from '../../core/http/language.ts'
import { serve } from '../../core/http/serve.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import type { AlarmsRepository } from '../alarms/alarms.sql.ts'
import { nowIncidents } from './now-incidents.rules.ts'

/** Number of list entries on the page. */
const FIRST = { page: 1, per_page: 5 }
const MOST_SHELVED = 10
const DAY_MS = 24 * 3_600_000
/** With more tanks the strip shows only those in which something happened. */
const MOST_IN_STRIP = 200

interface Needs {
  clock: Clock
  alarms: Pick<AlarmsRepository, 'countOpen' | 'list' | 'listWorst'>
  tanks: { count: (firms: FirmScope, now: string) => Promise<Omit<Home['tanks'], 'interruption'>> }
  interruption: (now: Instant) => Promise<Interruption | null>
  listOrders: (query: typeof FIRST, caller: SignedIn) => Promise<{ data: Home['orders'] }>
  pointBalance: (caller: SignedIn) => Promise<number>
  openIncidents: (firms: FirmScope, language: Language) => Promise<Incident[]>
  findTankDays: (window: { from: Instant; to: Instant }, firms: FirmScope) => Promise<TankDay[]>
  findOnCall: (firms: FirmScope) => Promise<Now['duty']>
  runningModes: (firms: FirmScope, now: Instant) => Promise<Now['modes']>
}

/** The home page of a signed-in user; each feature supplies its part, within the caller's firms. */
export function serveHome(server: FastifyInstance, needs: Needs): void {
  const { clock, alarms, tanks, listOrders, pointBalance } = needs
  serve(server, homeApi.home, 'tanks.view', async ({ user }) => {
    const now = instantAt(clock.now())
    const [counts, worst, tankCounts, interruption, orders, balance] = await Promise.all([
      alarms.countOpen(user.firms, now),
      alarms.listWorst(FIRST.per_page, user.firms, now),
      tanks.count(user.firms, now),
      needs.interruption(now),
      listOrders(FIRST, user),
      pointBalance(user),
    ])
    return {
      alarms: { ...counts, worst },
      tanks: { ...tankCounts, interruption },
      orders: orders.data,
      points: { balance },
    }
  })

  serve(server, homeApi.now, 'alarms.acknowledge', async ({ user, request }) => {
    const window = { from: instantAt(clock.now() - DAY_MS), to: instantAt(clock.now()) }
    const shelvedFirst = { page: 1, per_page: MOST_SHELVED, status: 'shelved' } as const
    const [incidents, days, duty, modes, shelved] = await Promise.all([
      needs.openIncidents(user.firms, languageOf(request.headers)),
      needs.findTankDays(window, user.firms),
      needs.findOnCall(user.firms),
      needs.runningModes(user.firms, window.to),
      alarms.list(shelvedFirst, user.firms, window.to),
    ])
    return {
      checked_at: window.to,
      incidents: nowIncidents(incidents, clock.now()),
      day: { ...window, ...stripOf(days) },
      duty,
      modes,
      shelved: shelved.data,
    }
  })
}

function stripOf(days: readonly TankDay[]): Pick<Now['day'], 'tanks' | 'quiet' | 'unknown'> {
  const eventful = days.filter(({ spans }) => spans.length > 0)
  const unknown = days.filter(({ spans, has_reported }) => spans.length === 0 && !has_reported).length
  if (days.length <= MOST_IN_STRIP) return { tanks: [...days], quiet: 0, unknown }
  return { tanks: eventful.slice(0, MOST_IN_STRIP), quiet: days.length - eventful.length - unknown, unknown }
}
