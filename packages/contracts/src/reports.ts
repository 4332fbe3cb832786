import * as z from 'zod/mini'
import { ALARM_KINDS, SEVERITIES } from './alarm-words.ts'
import { Calibration } from './calibrations.ts'
import { endpoint } from './endpoint.ts'
import { InFileLocale } from './file-locale.ts'
import { INCIDENT_CAUSES } from './incidents.ts'
import { Instant } from './instant.ts'
import { JOURNAL_KINDS } from './journal-words.ts'
import { JournalEntry, JournalSum } from './journal.ts'
import { EXPORT_TYPES, LimitStep, MetricStats } from './measurements.ts'
import { METRIC_KEYS } from './metrics.ts'
import { IdParams } from './paging.ts'
import { REFUSAL_REASONS } from './refusals.ts'
import { TankModeSpan } from './tank-modes.ts'

/** The time zone of a report's month and days. */
export const REPORT_TIME_ZONE = 'Europe/Istanbul'
/** Of more alarms, gaps or entries of the journal a report holds the first so many, and the number of all. */
export const MOST_REPORTED = 500

const value = z.nullable(z.number())
/** The first of many, and how many there are. */
const firstOf = <T extends z.ZodMiniType>(item: T) => z.object({ total: z.int(), data: z.array(item) })

/** A calendar month, `YYYY-MM`. */
export const Month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'invalid_month' }))

/** One day of one metric; minimum, mean and maximum are null when there are no readings. */
const ReportDay = z.object({
  /** `YYYY-MM-DD` */
  day: z.string(),
  min: value,
  avg: value,
  max: value,
  count: z.int(),
  /** Share of the day without a gap, 0…1; of a day that is not over, of its past part. */
  covered: z.number(),
})
export type ReportDay = z.infer<typeof ReportDay>

/** One metric over the month. */
const ReportMetric = z.object({
  metric: z.enum(METRIC_KEYS),
  stats: MetricStats,
  /** Steps of the limits in force; empty: none. */
  limits: z.array(LimitStep),
  /** Seconds of the month without a gap. */
  covered_seconds: z.number(),
  /** Values that the quality gate refused; they count nowhere else in the report. */
  refused: z.array(z.object({ reason: z.enum(REFUSAL_REASONS), count: z.int() })),
  days: z.array(ReportDay),
})
export type ReportMetric = z.infer<typeof ReportMetric>

/** An occurrence of an alarm that overlaps the month. */
const ReportedAlarm = z.object({
  /** Null: a terminal or the whole tank was silent. */
  metric: z.nullable(z.enum(METRIC_KEYS)),
  kind: z.enum(ALARM_KINDS),
  severity: z.enum(SEVERITIES),
  from: Instant,
  /** Null: it was not over at the end of the month. */
  to: z.nullable(Instant),
  /** Its full length, until the end of the month where it was not over. */
  seconds: z.number(),
  peak: value,
  limit: value,
  /** The likely cause of its incident. */
  cause: z.nullable(z.enum(INCIDENT_CAUSES)),
  /** What was written at the acknowledgement. */
  note: z.nullable(z.string()),
  /** The journal's entries of that time. */
  actions: z.array(z.object({ at: Instant, kind: z.enum(JOURNAL_KINDS), note: z.nullable(z.string()) })),
  acknowledged_at: z.nullable(Instant),
  acknowledged_by: z.nullable(z.string()),
})
export type ReportedAlarm = z.infer<typeof ReportedAlarm>

/** A time in which no reading of the tank arrived for longer than `gap_after_seconds`. */
const Gap = z.object({ from: Instant, to: Instant })
export type Gap = z.infer<typeof Gap>

/** The shifts of a user that were handed over and taken. */
const Shift = z.object({ name: z.string(), from: Instant, to: Instant, taken_by: z.string(), taken_at: Instant })

/** What a report says about one tank in one month. A kept report holds exactly this, and never changes. */
export const TankMonth = z.object({
  tank: z.object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    location: z.nullable(z.string()),
    template: z.nullable(z.string()),
  }),
  firm: z.nullable(z.object({ code: z.string(), name: z.string() })),
  month: z.string(),
  from: Instant,
  /** The end of the month, or the time of the preview. */
  to: Instant,
  made_at: Instant,
  figures: z.object({
    /** Share of the time with values of limited metrics in which they were in range, 0…1; null: no such time. */
    in_range: value,
    /** The metrics' times out of range, added up. */
    out_of_range_seconds: z.number(),
    alarms: z.int(),
    incidents: z.int(),
    longest_excursion_seconds: value,
    ack_median_seconds: value,
    /** Share of the month without a gap, 0…1. */
    covered: z.number(),
    no_data_seconds: z.number(),
    readings: z.int(),
  }),
  gap_after_seconds: z.number(),
  /** Metrics with a value or a limit in the month, in the order of screens. */
  metrics: z.array(ReportMetric),
  /** In order of time. */
  alarms: firstOf(ReportedAlarm),
  gaps: firstOf(Gap),
  calibrations: z.array(z.omit(Calibration, { tank: true, is_latest: true })),
  modes: z.array(TankModeSpan),
  /** Per kind of work: the entries that hold. */
  journal_sums: z.array(z.omit(JournalSum, { day: true })),
  journal: firstOf(
    z.pick(JournalEntry, { at: true, kind: true, amount: true, unit: true, note: true, created_by: true }),
  ),
  duty: z.array(Shift),
  /** Users who acknowledged, with the number of their acknowledgements. */
  acknowledged_by: z.array(z.object({ name: z.string(), count: z.int() })),
  /** The newest sealed day of the audit log, by which a report outside proves it; null: none. */
  audit: z.nullable(z.object({ day: z.string(), hash: z.string() })),
})
export type TankMonth = z.infer<typeof TankMonth>

/** The position of a kept report in the chain; hashes are SHA-256 in hexadecimal digits. */
export const ReportRecord = z.object({
  /** Counts from 1 over all tanks. */
  number: z.int(),
  month: z.string(),
  made_at: Instant,
  content_hash: z.string(),
  /** Null: it is the first one. */
  previous_hash: z.nullable(z.string()),
  hash: z.string(),
})
export type ReportRecord = z.infer<typeof ReportRecord>

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
export const REPORT_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: EXPORT_TYPES.xlsx,
}

const OfMonth = z.object({ month: Month })

export const reportsApi = {
  /** The kept reports of a tank, the newest first, and the month that runs. */
  list: endpoint('GET', '/api/reports/tank/:id/months', {
    params: IdParams,
    reply: z.object({ running: z.string(), months: z.array(ReportRecord) }),
  }),
  /** The kept report of a month, or with `record` null a preview of it. 422 for a month that has not begun. */
  get: endpoint('GET', '/api/reports/tank/:id', {
    params: IdParams,
    query: OfMonth,
    reply: z.object({ record: z.nullable(ReportRecord), report: TankMonth }),
  }),
  /** The same as a file; of a kept report always with the same bytes. */
  file: endpoint('GET', '/api/reports/tank/:id/file', {
    params: IdParams,
    query: z.extend(OfMonth, { format: z._default(z.enum(REPORT_FORMATS), 'pdf'), locale: InFileLocale }),
    files: Object.values(REPORT_TYPES),
  }),
}
