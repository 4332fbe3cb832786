import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'

type Values = Record<MetricKey, number | null>
type Rolled = Record<`${MetricKey}_${'min' | 'avg' | 'max'}`, number | null> & Record<`${MetricKey}_n`, number>

interface Counted {
  bucket: Instant
  terminal_id: number
  /** 0: no tank. */
  tank_id: number
  n: number
}

/** Measurements, the latest values and the roll-ups (`migrations/0003_measurements.ts`), and days that were judged (`0021_out_of_range_days.ts`). */
export interface MeasurementTables {
  measurements: Values & {
    measured_at: Instant
    received_at: Instant
    terminal_id: number
    tank_id: number | null
    /** 1: the terminal's clock was wrong. */
    flags: number
  }
  latest: Values &
    Record<`${MetricKey}_at`, Instant | null> & {
      terminal_id: number
      /** 0: no tank. */
      tank_id: number
      measured_at: Instant
      received_at: Instant
    }
  rollup_15m: Counted & Rolled
  rollup_6h: Counted & Rolled
  counts_day: Counted
  counts_month: Counted
  rollup_state: { mark_until: Instant; done_until: Instant }
  rollup_dirty: { terminal_id: number; bucket: Instant }
  out_of_range_days: {
    tank_id: number
    /** 0: all that the tank had. */
    terminal_id: number
    metric: MetricKey
    /** Its start, UTC. */
    day: Instant
    basis: number
    readings: number
    seconds: number
  }
}
