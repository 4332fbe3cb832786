import type { OriginMetric, OriginRecord } from '@dalyan/contracts/origin-records'
import { type LimitSteps, limitsAt } from '../../../shared/charts/limit-steps.ts'
import type { Limits } from '@dalyan/contracts/out-of-range'
import { TIME_ZONE } from '../../../shared/format/date-time.ts'

const HALF_DAY_MS = 43_200_000
const DAY_MS = 2 * HALF_DAY_MS
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })

/** A day of a record. */
export interface RecordDay {
  /** `2026-11-20`, in Istanbul. */
  day: string
  /** The least and the greatest value; null when the day has no value. */
  range: { min: number; max: number } | null
  /** The limits at noon; null: there were none. */
  limits: Limits | null
}

/** Noon of a day of Istanbul, which has had no summer time since 2016; epoch milliseconds. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00+03:00`)

/** Every day of the period of a record, with its values. */
export function recordDays(
  { from, to }: Pick<OriginRecord, 'from' | 'to'>,
  { days, limits }: Pick<OriginMetric, 'days' | 'limits'>,
): RecordDay[] {
  const measured = new Map(days.map(({ day, ...range }) => [day, range]))
  const first = noonOf(dayFormat.format(Date.parse(from)))
  const last = noonOf(dayFormat.format(Date.parse(to) - 1))
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, i) => {
    const noon = first + i * DAY_MS
    const day = dayFormat.format(noon)
    return { day, range: measured.get(day) ?? null, limits: limitsOn(limits, noon, Date.parse(from)) }
  })
}

/** The first day may begin before the period, and the limits are known only from the period's start on. */
function limitsOn(steps: LimitSteps, noon: number, from: number): Limits | null {
  return limitsAt(steps, Math.max(noon, from) / 1000)
}

/** The part of the period's hours with a value, in percent; never rounded up to 100. */
export function measuredPercent(measuredHours: number, hours: number): number {
  return hours === 0 ? 0 : Math.min(100, Math.floor((100 * measuredHours) / hours))
}
