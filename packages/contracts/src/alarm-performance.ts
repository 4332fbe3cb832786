import * as z from 'zod/mini'
import { ALARM_KINDS, SEVERITIES } from './alarm-words.ts'
import { TerminalRef } from './alarms.ts'
import { Instant } from './instant.ts'
import { METRIC_KEYS } from './metrics.ts'
import { TankRef } from './terminals.ts'

/** What occurs again and again: one side of one metric of a tank, or the silence of one terminal. */
const subject = {
  tank: TankRef,
  /** The terminal of a silence; null for a value, and for a tank without a terminal that could deliver. */
  iot: z.nullable(TerminalRef),
  metric: z.nullable(z.enum(METRIC_KEYS)),
  kind: z.enum(ALARM_KINDS),
}
const AlarmSubject = z.object(subject)
export type AlarmSubject = z.infer<typeof AlarmSubject>

/** `raised`: its occurrences in the window. */
const FrequentAlarm = z.object({ ...subject, raised: z.int() })

/** `shortest_seconds`: the shortest time in which it occurred `PERFORMANCE.chatteringTimes` times. */
const ChatteringAlarm = z.object({ ...subject, raised: z.int(), shortest_seconds: z.int() })

/** An occurrence that was active for more than `PERFORMANCE.staleHours`. */
const StaleAlarm = z.object({
  ...subject,
  severity: z.enum(SEVERITIES),
  raised_at: Instant,
  /** Null: it is still active. May lie after the window. */
  cleared_at: z.nullable(Instant),
  /** Whether the alarm is shelved now. */
  is_shelved: z.boolean(),
})
export type StaleAlarm = z.infer<typeof StaleAlarm>

/** From an occurrence to its first acknowledgement, of the occurrences with one severity. */
const AcknowledgementTimes = z.object({
  severity: z.enum(SEVERITIES),
  raised: z.int(),
  acknowledged: z.int(),
  /** Occurrences without an acknowledgement that still ask for one now. */
  waiting: z.int(),
  /** Those of `waiting` that were raised more than an hour ago. */
  overdue: z.int(),
  median_seconds: z.nullable(z.int()),
  p90_seconds: z.nullable(z.int()),
})
export type AcknowledgementTimes = z.infer<typeof AcknowledgementTimes>

/**
 * Ten-minute periods that begin with an alarm and have at least `PERFORMANCE.floodAlarms` of them; those that overlap are one flood. `to` is at
 * most the end of the window, or now.
 */
const AlarmFlood = z.object({
  from: Instant,
  to: Instant,
  raised: z.int(),
  tanks: z.int(),
  /** How many of `raised` are silences. */
  silent: z.int(),
})
export type AlarmFlood = z.infer<typeof AlarmFlood>

/**
 * The performance of the alarm system in a window, by ISA-18.2. Occurrences are counted, as in all alarm statistics. Each list has at most
 * `PERFORMANCE.mostListed` elements.
 */
export const AlarmPerformance = z.object({
  from: Instant,
  to: Instant,
  /**
   * The part of the window in which alarms were possible: from its start, or from the first tank or alarm if that was later, to its end, at most
   * until now. Null: nothing is known, because no terminal of these tanks has delivered since the start of the window and there was no alarm.
   */
  seconds: z.nullable(z.int()),
  raised: z.int(),
  /** The 60 minutes with the most alarms, from the first of these. */
  worst_hour: z.nullable(z.object({ from: Instant, raised: z.int() })),
  /** Users who may acknowledge alarms of these tanks now, the administrators among them, and users who acknowledged an alarm of the window. */
  operators: z.object({ total: z.int(), administrators: z.int(), acknowledging: z.int() }),
  /** Most occurrences first. */
  frequent: z.array(FrequentAlarm),
  /** `total`: the number of alarms that chattered. Most occurrences first. */
  chattering: z.object({ total: z.int(), data: z.array(ChatteringAlarm) }),
  /** `total`: all occurrences that were stale in the window; `active`: at its end. Active ones first, then the longest. */
  stale: z.object({ total: z.int(), active: z.int(), data: z.array(StaleAlarm) }),
  /** All severities, the gravest first. */
  acknowledgements: z.array(AcknowledgementTimes),
  /** `total` and `seconds`: of all floods. Newest first. */
  floods: z.object({ total: z.int(), seconds: z.int(), data: z.array(AlarmFlood) }),
})
export type AlarmPerformance = z.infer<typeof AlarmPerformance>
