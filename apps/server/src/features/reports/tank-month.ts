import type { AlarmStatistics } from '@dalyan/contracts/alarm-statistics'
import type { Calibration } from '@dalyan/contracts/calibrations'
import type { Instant } from '@dalyan/contracts/instant'
import type { JournalEntry, JournalSum } from '@dalyan/contracts/journal'
import type { Series, Stats } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { MOST_REPORTED, type TankMonth } from '@dalyan/contracts/reports'
import type { TankModeSpan } from '@dalyan/contracts/tank-modes'
import { instantAt } from '../../core/clock.ts'
import type { ReportedOccurrence } from '../alarms/statistics/month-occurrences.sql.ts'
import type { TankDays } from '../measurements/statistics/tank-days.sql.ts'
import type { MonthSpan } from './month.rules.ts'
import { composeTankMonth, type MonthFacts } from './tank-month.rules.ts'

/** The tank of a report, as the report names it. */
export type ReportedTank = TankMonth['tank'] & { firm_id: number | null; firm: TankMonth['firm'] }

/** Instants; `to` is exclusive. */
interface MonthWindow {
  from: Instant
  to: Instant
}

/** The sources of a report's parts: the statements of the feature that owns each part, so that its figures are those of the API. */
export interface ReportSources {
  days: (tankId: number, bounds: readonly number[]) => Promise<TankDays>
  stats: (tankId: number, window: MonthWindow, metrics: readonly MetricKey[], now: number) => Promise<Stats>
  limits: (tankId: number, window: MonthWindow) => Promise<NonNullable<Series['limits']>>
  alarms: (tankId: number, window: MonthWindow & { now: Instant }) => Promise<AlarmStatistics>
  occurrences: (tankId: number, window: MonthWindow) => Promise<ReportedOccurrence[]>
  calibrations: (tankId: number, window: MonthWindow) => Promise<Calibration[]>
  modes: (tankId: number, window: MonthWindow) => Promise<TankModeSpan[]>
  /** The entries that hold, oldest first, at most `most`, and the number of all. */
  journal: (tankId: number, window: MonthWindow, most: number) => Promise<{ data: JournalEntry[]; total: number }>
  journalSums: (tankId: number, window: MonthWindow) => Promise<Omit<JournalSum, 'day'>[]>
  duty: (firmId: number | null, window: MonthWindow) => Promise<TankMonth['duty']>
  /** Seconds after which a terminal of this interval, and with this limit of its own, is offline. */
  offlineAfterSeconds: (interval: number | null, own: number | null) => number
}

/**
 * Reads what a report says about a tank in a month; for a month that is not over, until now. Each part is of a snapshot of its own: of a month
 * that is over they agree.
 * @param now epoch milliseconds
 */
export async function readTankMonth(
  sources: ReportSources,
  { firm_id, firm, ...tank }: ReportedTank,
  span: MonthSpan,
  now: number,
  audit: TankMonth['audit'],
): Promise<TankMonth> {
  const [start = 0, end = 0] = [span.bounds[0], span.bounds.at(-1)]
  const to = Math.min(end, now)
  // The days of a month that is not over end now, and none begins later.
  const days = span.days.filter((_, i) => (span.bounds[i] ?? 0) < to)
  const bounds = [...span.bounds.slice(0, days.length), to]
  const window = { from: instantAt(start), to: instantAt(to) }
  // One after the other: a report must not take every connection of the pool.
  const values = await sources.days(tank.id, bounds)
  const limits = await sources.limits(tank.id, window)
  const metrics = METRIC_KEYS.filter((metric) => metric in limits || (values.days.get(metric)?.length ?? 0) > 0)
  const facts: MonthFacts = {
    tank,
    firm,
    span: { month: span.month, days, bounds },
    made_at: instantAt(now),
    audit,
    metrics,
    stats: metrics.length > 0 ? await sources.stats(tank.id, window, metrics, to) : {},
    values,
    limits,
    alarms: await sources.alarms(tank.id, { ...window, now: window.to }),
    occurrences: await sources.occurrences(tank.id, window),
    calibrations: await sources.calibrations(tank.id, window),
    modes: await sources.modes(tank.id, window),
    journal: await sources.journal(tank.id, window, MOST_REPORTED),
    journal_sums: await sources.journalSums(tank.id, window),
    duty: await sources.duty(firm_id, window),
    offlineAfterSeconds: sources.offlineAfterSeconds,
  }
  return composeTankMonth(facts)
}
