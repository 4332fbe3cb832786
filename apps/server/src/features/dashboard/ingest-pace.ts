import type { SystemMetrics } from '@dalyan/contracts/dashboard'
import type { Clock } from '../../core/clock.ts'

/** What the ingest counts; since the start, but for what waits now and the delay of the last write. */
export interface IntakeFigures {
  messages: number
  stored: number
  duplicates: number
  rejected: number
  waiting: number
  /** From arrival to disk, of the oldest reading of the last write, in milliseconds. */
  lag_ms: number
  mqtt_clients: number
}

/** How many readings are stored a second, between one `sample` and the next. */
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
