import type { MetricKey } from '@dalyan/contracts/metrics'
import type { DayOut, MetricLimits } from './out-of-range.repository.ts'

export const DAY_MS = 86_400_000

/** A stretch of time, epoch milliseconds; `to` is outside. */
export interface Stretch {
  from: number
  to: number
}

export type PerMetric = Partial<Record<MetricKey, number>>
/** How many values of each metric the roll-ups hold of a day, by its start; null: more came that they do not hold yet. */
export type DayReadings = ReadonlyMap<number, PerMetric | null>

/** What was counted of a day, and from what. */
export interface KeptDay extends DayOut {
  /** A whole number that stands for `basisOf`, as text. */
  basis: string
  /** As `readingsBehind`. */
  readings: number
}

/**
 * How many values of a metric a day was counted from: its own, and those of so many days before it, whose last value may still count in it. Readings
 * are never taken away, so the same number means the same readings. null: not known at the moment.
 */
export function readingsBehind(
  readings: DayReadings,
  metric: MetricKey,
  day: number,
  daysBefore: number,
): number | null {
  let sum = 0
  for (let i = 0; i <= daysBefore; i += 1) {
    const one = readings.get(day - i * DAY_MS)
    if (one === null) return null
    sum += one?.[metric] ?? 0
  }
  return sum
}

/** The days, UTC, that lie whole in a stretch of time. */
export function wholeDays({ from, to }: Stretch): Stretch | null {
  const [first, end] = [Math.ceil(from / DAY_MS) * DAY_MS, Math.floor(to / DAY_MS) * DAY_MS]
  return first < end ? { from: first, to: end } : null
}

/** Days in a row as one stretch, of so many days at most. @param days their starts, in order */
export function runsOf(days: readonly number[], most: number): Stretch[] {
  const runs: Stretch[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.to === day && day - last.from < most * DAY_MS) last.to += DAY_MS
    else runs.push({ from: day, to: day + DAY_MS })
  }
  return runs
}

/** A terminal's interval as it was told, in seconds; null: learnt from its messages, or not known. */
export interface ToldInterval {
  terminal_id: number
  expected: number | null
  isKnown: boolean
}

/**
 * Names what a metric of a tank is judged by. A learnt interval moves a little all the time: of it only counts that there is one, so that a day that
 * is over keeps what was counted by the interval of then.
 */
export function basisOf({ metric, lo, hi }: MetricLimits, terminals: readonly ToldInterval[]): string {
  const intervals = terminals
    .map(({ terminal_id, expected, isKnown }) => `${terminal_id}:${expected ?? (isKnown ? 'learnt' : 'unknown')}`)
    .toSorted()
  return JSON.stringify([metric, lo, hi, intervals])
}
