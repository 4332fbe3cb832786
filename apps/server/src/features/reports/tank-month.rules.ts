import type { AlarmStatistics } from '@dalyan/contracts/alarm-statistics'
import { isOfLimit } from '@dalyan/contracts/alarm-words'
import type { Calibration } from '@dalyan/contracts/calibrations'
import type { JournalEntry } from '@dalyan/contracts/journal'
import type { Series, Stats } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { MOST_REPORTED, type ReportedAlarm, type ReportMetric, type TankMonth } from '@dalyan/contracts/reports'
import type { ReportedOccurrence } from '../alarms/statistics/month-occurrences.sql.ts'
import type { TankDays } from '../measurements/statistics/tank-days.sql.ts'
import { gapsBetween, lengthWithin, type MonthSpan, type ReportSpan } from './month.rules.ts'

/** A tank that is measured by hand is measured at least once a day. */
const BY_HAND_SECONDS = 86_400

/** What was read for a report. */
export interface MonthFacts extends Pick<
  TankMonth,
  'tank' | 'firm' | 'made_at' | 'audit' | 'modes' | 'journal_sums' | 'duty'
> {
  /** Its days until the end of the report. */
  span: MonthSpan
  /** Metrics with a value or a limit. */
  metrics: readonly MetricKey[]
  stats: Stats
  values: TankDays
  limits: NonNullable<Series['limits']>
  alarms: AlarmStatistics
  occurrences: readonly ReportedOccurrence[]
  calibrations: readonly Calibration[]
  journal: { data: readonly JournalEntry[]; total: number }
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
}

/** Puts the report together; what it counts itself is explained in docs/behaviour/reports.md. */
export function composeTankMonth(facts: MonthFacts): TankMonth {
  const { tank, firm, span, made_at, audit, values, alarms, occurrences, calibrations, journal } = facts
  const whole: ReportSpan = { from: span.bounds[0] ?? 0, to: span.bounds.at(-1) ?? 0 }
  const filled = [...new Set([...values.filled.values()].flat())].sort((a, b) => a - b)
  const limitsOfGaps = new Map(facts.metrics.map((metric) => [metric, gapAfterSeconds(facts, metric)]))
  const gap_after_seconds = Math.min(...limitsOfGaps.values(), BY_HAND_SECONDS)
  const gaps = gapsBetween(filled, whole, values.bucketMs, gap_after_seconds * 1000)
  const missingMs = lengthWithin(gaps, whole)
  const metrics = SCREEN_ORDER.filter((metric) => facts.metrics.includes(metric)).map((metric) =>
    metricOfMonth(facts, metric, limitsOfGaps.get(metric) ?? gap_after_seconds),
  )
  const reported = occurrences.map((occurrence) => reportedAlarm(occurrence, whole.to, journal.data))
  const excursions = reported.filter(({ kind }) => isOfLimit(kind))
  return {
    tank,
    firm,
    month: span.month,
    from: at(whole.from),
    to: at(whole.to),
    made_at,
    figures: {
      ...inRange(metrics),
      alarms: alarms.raised,
      incidents: new Set(occurrences.filter(({ raised_at }) => isWithin(raised_at, whole)).map((o) => o.incident_id))
        .size,
      longest_excursion_seconds: excursions.length > 0 ? Math.max(...excursions.map(({ seconds }) => seconds)) : null,
      ack_median_seconds: alarms.ack_median_seconds,
      covered: 1 - missingMs / (whole.to - whole.from),
      no_data_seconds: missingMs / 1000,
      readings: values.readings,
    },
    gap_after_seconds,
    metrics,
    alarms: firstOf(reported),
    gaps: firstOf(gaps.map(({ from, to }) => ({ from: at(from), to: at(to) }))),
    calibrations: calibrations.map(calibrationOf),
    modes: facts.modes,
    journal_sums: facts.journal_sums,
    journal: {
      total: journal.total,
      data: journal.data.map(({ at: done, kind, amount, unit, note, created_by }) => ({
        at: done,
        kind,
        amount,
        unit,
        note,
        created_by,
      })),
    },
    duty: facts.duty,
    acknowledged_by: countAcknowledgements(occurrences, whole),
    audit,
  }
}

const at = (ms: number) => new Date(ms).toISOString()

function isWithin(instant: string, { from, to }: ReportSpan): boolean {
  const ms = Date.parse(instant)
  return ms >= from && ms < to
}

function firstOf<T>(all: T[]): { total: number; data: T[] } {
  return { total: all.length, data: all.slice(0, MOST_REPORTED) }
}

/** How long a metric may be without a value before that is a gap: the shortest limit of the terminals that measure it. */
function gapAfterSeconds({ values, offlineAfterSeconds }: MonthFacts, metric: MetricKey): number {
  const of = values.terminals.filter(({ metrics }) => metrics.includes(metric))
  const limits = of.map(({ kind, interval_seconds, offline_after_seconds }) =>
    kind === 'manual' ? BY_HAND_SECONDS : offlineAfterSeconds(interval_seconds, offline_after_seconds),
  )
  return Math.min(...limits, BY_HAND_SECONDS)
}

function metricOfMonth(
  { span, stats, values, limits }: MonthFacts,
  metric: MetricKey,
  gapSeconds: number,
): ReportMetric {
  const whole = { from: span.bounds[0] ?? 0, to: span.bounds.at(-1) ?? 0 }
  const gaps = gapsBetween(values.filled.get(metric) ?? [], whole, values.bucketMs, gapSeconds * 1000)
  const byDay = new Map(values.days.get(metric)?.map(({ day, ...rest }) => [day, rest]))
  const none = { min: null, avg: null, max: null, count: 0 }
  return {
    metric,
    stats: stats[metric] ?? { ...none, out_of_range_seconds: null },
    limits: limits[metric] ?? [],
    covered_seconds: (whole.to - whole.from - lengthWithin(gaps, whole)) / 1000,
    refused: values.refused
      .filter((refused) => refused.metric === metric)
      .map(({ reason, count }) => ({ reason, count })),
    days: span.days.map((day, i) => {
      const one = { from: span.bounds[i] ?? 0, to: span.bounds[i + 1] ?? 0 }
      return { day, ...(byDay.get(i) ?? none), covered: 1 - lengthWithin(gaps, one) / (one.to - one.from) }
    }),
  }
}

/** Of the metrics with limits: the share of their time with values in which they were in range. */
function inRange(metrics: readonly ReportMetric[]): Pick<TankMonth['figures'], 'in_range' | 'out_of_range_seconds'> {
  const limited = metrics.filter(({ stats }) => stats.out_of_range_seconds !== null && stats.count > 0)
  const out = limited.reduce((sum, { stats }) => sum + (stats.out_of_range_seconds ?? 0), 0)
  const measured = limited.reduce((sum, { covered_seconds }) => sum + covered_seconds, 0)
  return { in_range: measured > 0 ? Math.max(0, 1 - out / measured) : null, out_of_range_seconds: out }
}

function calibrationOf(calibration: Calibration): TankMonth['calibrations'][number] {
  const { tank: _tank, is_latest: _isLatest, ...rest } = calibration
  return rest
}

/** @param end when the report ends, epoch milliseconds */
function reportedAlarm(occurrence: ReportedOccurrence, end: number, entries: readonly JournalEntry[]): ReportedAlarm {
  const { kind, metric, from } = occurrence
  // What happened after the end of the report is not in it.
  const to = occurrence.to !== null && Date.parse(occurrence.to) <= end ? occurrence.to : null
  const span = { from: Date.parse(from), to: (to === null ? end : Date.parse(to)) + 1 }
  return {
    metric,
    kind,
    severity: occurrence.severity,
    from,
    to,
    peak: isOfLimit(kind) ? occurrence.peak : null,
    limit: isOfLimit(kind) ? occurrence.limit : null,
    cause: occurrence.cause,
    note: occurrence.note,
    acknowledged_at: occurrence.acknowledged_at,
    acknowledged_by: occurrence.acknowledged_by,
    seconds: Math.max(0, (span.to - 1 - span.from) / 1000),
    actions: entries
      .filter((entry) => isWithin(entry.at, span))
      .map((entry) => ({ at: entry.at, kind: entry.kind, note: entry.note })),
  }
}

function countAcknowledgements(
  occurrences: readonly ReportedOccurrence[],
  whole: ReportSpan,
): TankMonth['acknowledged_by'] {
  const counts = new Map<string, number>()
  for (const { acknowledged_by, acknowledged_at } of occurrences) {
    if (acknowledged_by === null || acknowledged_at === null || !isWithin(acknowledged_at, whole)) continue
    counts.set(acknowledged_by, (counts.get(acknowledged_by) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}
