import type { SystemMetrics } from '@dalyan/contracts/dashboard'
import type { Clock } from '../../core/clock.ts'

/** Counters of the ingest since the start, except `waiting`, `lag_ms` and `mqtt_clients`, which are current. */
export interface IntakeFigures {
  messages: number
  stored: number
  duplicates: number
  rejected: number
  waiting: number
  /** Milliseconds from arrival to disk, of the oldest reading of the last write. */
  lag_ms: number
  mqtt_clients: number
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

export type IngestPace = ReturnType<typeof createIngestPace>
