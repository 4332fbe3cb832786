import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { KEPT_LEVELS, type KeptLevel, LEAST_DAYS, MOST_DAYS } from './measurement-retention.ts'
import { wholeNumber } from './paging.ts'

const days = (level: KeptLevel) => z.optional(wholeNumber(LEAST_DAYS[level], MOST_DAYS))

/** For how many days each level would be kept; left out: for ever. */
export const MeasurementStorageQuery = z.object({
  raw_days: days('raw'),
  '15m_days': days('15m'),
  '6h_days': days('6h'),
})
export type MeasurementStorageQuery = z.infer<typeof MeasurementStorageQuery>

/** What the database holds of one level: single readings, or roll-ups of 15 minutes or 6 hours. */
export const StoredLevel = z.object({
  level: z.enum(KEPT_LEVELS),
  /** The oldest reading; of roll-ups the start of the day or bucket that has it. Null: there is none. */
  oldest: z.nullable(Instant),
  /** On disk, with indexes. */
  bytes: z.int(),
  /** What would be dropped now; null: nothing. */
  expiring: z.nullable(
    z.object({
      /** All before this instant, the start of a month in UTC. */
      before: Instant,
      /** Readings that are dropped, or that the dropped roll-ups were made of. */
      readings: z.int(),
      /** On disk; of 6 hours an estimate by the number of months. */
      bytes: z.int(),
    }),
  ),
})
export type StoredLevel = z.infer<typeof StoredLevel>

export const MeasurementStorage = z.object({ levels: z.array(StoredLevel) })
export type MeasurementStorage = z.infer<typeof MeasurementStorage>

export const measurementStorageApi = {
  /** What the database holds, and what would be dropped with the given days. */
  summary: endpoint('GET', '/api/admin/measurement-storage', {
    query: MeasurementStorageQuery,
    reply: MeasurementStorage,
  }),
}
