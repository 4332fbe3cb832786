import type { SystemMetrics } from '@dalyan/contracts/dashboard'
import type { Clock } from '../../core/clock.ts'

/** Counters of the ingest since the start, except `waiting`, `lag_ms`, `mqtt_clients` and `broker_sessions`, which are current. */
export interface IntakeFigures {
  messages: number
  stored: number
  duplicates: number
  rejected: number
  waiting: number
  /** Milliseconds from arrival to disk, of the oldest reading of the last write. */
  lag_ms: number
  mqtt_clients: number
  /** Sessions at the operator's broker that give readings now; 0 where there is no such broker. */
  broker_sessions: number
}

/** Readings stored per second, between one `sample` and the next. */
export function createIngestPace(clock: Clock, intake: () => IntakeFigures) {
  let last = { at: clock.now(), stored: intake().stored }
  let per_second = 0

  return {
    sample(): void {
      const at = clock.now()
      const { stored } = intake()
      if (at <= last.at) return
      per_second = ((stored - last.stored) * 1000) / (at - last.at)
      last = { at, stored }
    },
    now(): SystemMetrics['ingest'] {
      const { stored, duplicates, rejected, waiting, lag_ms } = intake()
      return { per_second, waiting, lag_ms, stored, duplicates, rejected }
    },
  }
}

/** What the dashboard adds up over all processes. */
export type ProcessFigures = Pick<SystemMetrics, 'ingest' | 'sockets' | 'mqtt_clients'>

/** The sums over all processes; `lag_ms` is the longest. */
export function sumFigures(first: ProcessFigures, others: readonly ProcessFigures[]): ProcessFigures {
  return others.reduce(
    (sum, { ingest, sockets, mqtt_clients }) => ({
      sockets: sum.sockets + sockets,
      mqtt_clients: sum.mqtt_clients + mqtt_clients,
      ingest: {
        per_second: sum.ingest.per_second + ingest.per_second,
        waiting: sum.ingest.waiting + ingest.waiting,
        lag_ms: Math.max(sum.ingest.lag_ms, ingest.lag_ms),
        stored: sum.ingest.stored + ingest.stored,
        duplicates: sum.ingest.duplicates + ingest.duplicates,
        rejected: sum.ingest.rejected + ingest.rejected,
      },
    }),
    first,
  )
}
