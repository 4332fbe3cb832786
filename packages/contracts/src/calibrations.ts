import * as z from 'zod/mini'
import { TerminalRef } from './alarms.ts'
import { CALIBRATION_POINTS, CALIBRATION_VERDICTS } from './calibration-rules.ts'
import { plainText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Instant, InstantInput } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdInQuery, pageOf, pageQuery, RecordId, someOf, yesNo } from './paging.ts'
import { TankRef } from './terminals.ts'
import { UserRef } from './users.ts'

const value = z.number().check(z.gte(-100_000), z.lte(100_000))

const Point = z.object({ expected: value, before: value, after: z.nullable(value) })

/**
 * A calibration of one probe of a terminal. Calibrations are never changed, and never change a reading; one whose entry in the journal is
 * withdrawn does not count any more.
 */
export const Calibration = z.object({
  /** A UUID made by the page, so that one sent twice is stored once; its entry in the journal has the same. */
  id: z.string(),
  /** The tank on which the terminal was. */
  tank: TankRef,
  iot: TerminalRef,
  metric: z.enum(METRIC_KEYS),
  /** When it was done. */
  at: Instant,
  points: z.array(Point),
  slope: z.nullable(z.number()),
  offset: z.number(),
  verdict: z.enum(CALIBRATION_VERDICTS),
  /** Batch of the buffers. */
  lot: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** When the probe has to be calibrated again; null: no reminder. */
  due_at: z.nullable(Instant),
  /** The newest calibration of its probe: its reminder counts. */
  is_latest: z.boolean(),
  created_by: z.nullable(UserRef),
  created_at: Instant,
})
export type Calibration = z.infer<typeof Calibration>

export const CalibrationInput = z.object({
  id: z.guid({ error: 'invalid_format' }),
  tank_id: RecordId,
  /** A terminal that measures the tank, or did. */
  iot_id: RecordId,
  metric: z.enum(METRIC_KEYS),
  at: InstantInput,
  points: z.array(Point).check(z.minLength(CALIBRATION_POINTS.least), z.maxLength(CALIBRATION_POINTS.most)),
  lot: z.optional(z.nullable(plainText(60))),
  note: z.optional(z.nullable(plainText(1000))),
  /** Days until the next one; null: no reminder. */
  next_in_days: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(730)))),
})
export type CalibrationInput = z.infer<typeof CalibrationInput>

export const CalibrationListQuery = z.object({
  ...pageQuery(),
  tank_id: z.optional(IdInQuery),
  iot_id: z.optional(IdInQuery),
  metric: z.optional(someOf(METRIC_KEYS)),
  /** Only those whose probe has to be calibrated within a week, or should have been; the most overdue first. */
  due: z.optional(yesNo),
})
export type CalibrationListQuery = z.infer<typeof CalibrationListQuery>

export const calibrationsApi = {
  /** Of the tanks that the caller may see, the newest first. */
  list: endpoint('GET', '/api/calibrations', { query: CalibrationListQuery, reply: pageOf(Calibration) }),
  /** Also writes an entry of the tank's journal. 200 when one with this id is stored already; it stays as it is. */
  write: endpoint('POST', '/api/calibrations', { body: CalibrationInput, reply: Calibration, status: 201 }),
}
