import type { DashboardStats } from '@dalyan/contracts/dashboard'
import { WINDOW_HOURS } from '@dalyan/contracts/dashboard'
import { every } from '../../core/every.ts'
import type { Logger } from '../../core/log.ts'
import { createIngestPace, sumFigures, type IntakeFigures, type ProcessFigures } from './ingest-pace.ts'
import { createMachineLoad } from './machine-load.ts'
import { createProductMetrics } from './product-metrics.ts'
import { createDashboardReader, type DashboardNeeds } from './read-dashboard.ts'

const EVERY_MS = 5_000

type Needs = Omit<DashboardNeeds, 'machine' | 'figures'> & {
  log: Logger
  sockets: () => number
  /** The figures of the other processes. */
  othersFigures: () => readonly ProcessFigures[]
  intake: () => IntakeFigures
  /** Whether any browser has a dashboard open. */
  isWatched: () => boolean
  /** Sends the figures to the browsers with an open dashboard. */
  send: (stats: DashboardStats) => void
}

/** Wires the dashboard and the metrics. */
export function createDashboard({ log, intake, sockets, othersFigures, isWatched, send, ...needs }: Needs) {
  const machine = createMachineLoad()
  const pace = createIngestPace(needs.clock, intake)
  const ownFigures = () => ({ ingest: pace.now(), sockets: sockets(), mqtt_clients: intake().mqtt_clients })
  const figures = () => sumFigures(ownFigures(), othersFigures())
  const dashboard = createDashboardReader({ ...needs, machine, figures })
  const usual = () => dashboard.stats(WINDOW_HOURS.usual)

  return {
    dashboard,
    metrics: createProductMetrics({
      intake,
      sockets,
      clockBehindMs: () => needs.clock.behindMs?.() ?? 0,
      stats: usual,
    }),
    ownFigures,
    /** Starts sampling and sending. @returns a handle that stops it. */
    start() {
      const turns = every(EVERY_MS, 'dashboard', log, async () => {
        machine.sample()
        pace.sample()
        if (isWatched()) send(await usual())
      })
      return {
        async stop() {
          await turns.stop()
          machine.stop()
        },
      }
    },
  }
}
