import type { DashboardStats } from '@dalyan/contracts/dashboard'
import { WINDOW_HOURS } from '@dalyan/contracts/dashboard'
import { every } from '../../core/every.ts'
import type { Logger } from '../../core/log.ts'
import { createIngestPace, type IntakeFigures } from './ingest-pace.ts'
import { createMachineLoad } from './machine-load.ts'
import { createProductMetrics, type ProductMetrics } from './product-metrics.ts'
import { createDashboardReader, type DashboardNeeds, type DashboardReader } from './read-dashboard.ts'

const EVERY_MS = 5_000

type Needs = Omit<DashboardNeeds, 'machine' | 'pace' | 'mqttClients'> & {
  log: Logger
  intake: () => IntakeFigures
  /** Whether any browser has a dashboard open. */
  isWatched: () => boolean
  /** Sends the figures to the browsers with an open dashboard. */
  send: (stats: DashboardStats) => void
}

export interface Dashboard {
  dashboard: DashboardReader
  metrics: ProductMetrics
  /** Starts sampling and sending. @returns a handle that stops it. */
  start(): { stop(): Promise<void> }
}

export function createDashboard({ log, intake, isWatched, send, ...needs }: Needs): Dashboard {
  const machine = createMachineLoad()
  const pace = createIngestPace(needs.clock, intake)
  const dashboard = createDashboardReader({ ...needs, machine, pace, mqttClients: () => intake().mqtt_clients })
  const usual = () => dashboard.stats(WINDOW_HOURS.usual)

  return {
    dashboard,
    metrics: createProductMetrics({ intake, sockets: needs.sockets, stats: usual }),
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
