import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { RefusalReason } from '@dalyan/contracts/refusals'

type MeasuredValues = Record<MetricKey, number | null>
/** Null: it follows from the rest of the row (`rolled-parts.ts`), or there is no value. */
type Rolled = Record<`${MetricKey}_${'min' | 'avg' | 'max' | 'n'}`, number | null>

interface CountedBucket {
  bucket: Instant
  terminal_id: number
  /** 0: no tank. */
  tank_id: number
  n: number
}

/** Milliseconds of a bucket in which each metric was out of range. */
interface OutOfRangeSums extends Record<MetricKey, number> {
  bucket: Instant
  /** 0: the tank, where terminals that are out at the same time count once. */
  terminal_id: number
  tank_id: number
}

/** Measurements, the latest values and the roll-ups. */
export interface MeasurementTables {
  measurements: MeasuredValues & {
    measured_at: Instant
    received_at: Instant
    terminal_id: number
    tank_id: number | null
    /** 1: the terminal's clock was wrong. 2, 4, 8 …: the first, second, third … metric is out of range. */
    flags: number
    /** What the quality gate refused; the metric's own column is null then. */
    refused: Partial<Record<MetricKey, { value: number; reason: RefusalReason }>> | null
  }
  latest: MeasuredValues &
    Record<`${MetricKey}_at`, Instant | null> & {
      terminal_id: number
      /** 0: no tank. */
      tank_id: number
      measured_at: Instant
      received_at: Instant
      /** The newest refused value of each metric; it counts while it is newer than the metric's own. */
      refused: Partial<Record<MetricKey, { value: number; reason: RefusalReason; measured_at: Instant }>> | null
    }
  rollup_15m: CountedBucket & Rolled
  rollup_6h: CountedBucket & Rolled
  rollup_day: CountedBucket & Rolled
  counts_day: CountedBucket
  counts_month: CountedBucket
  totals_day: { bucket: Instant; n: number }
  totals_month: { bucket: Instant; n: number }
  rollup_state: {
    mark_until: Instant
    done_until: Instant
    /** Since when each level is complete; what is older was dropped. */
    raw_from: Instant
    rolled_15m_from: Instant
    rolled_6h_from: Instant
  }
  rollup_dirty: { terminal_id: number; bucket: Instant }
  out_of_range_15m: OutOfRangeSums
  out_of_range_6h: OutOfRangeSums
}
