import type { DayPattern } from '@dalyan/contracts/explore'

type HeatTable = DayPattern['heat']
type HeatRow = HeatTable['rows'][number]

/** More rows than this are joined: about two months by the day. */
const MOST_ROWS = 62
/** How many days one row stands for. */
const SPANS = [1, 7, 28, 91]
const HOURS = [...Array(24).keys()]

/** The hours of days as they are, or the means of several days where there are too many rows. @param days every day from the first to the last */
export function heatOf(days: readonly HeatRow[]): HeatTable {
  const step_days = SPANS.find((span) => days.length / span <= MOST_ROWS) ?? 91
  if (step_days === 1) return { step_days, rows: [...days] }
  const rows: HeatRow[] = []
  for (let i = 0; i < days.length; i += step_days) rows.push(meanOf(days.slice(i, i + step_days)))
  return { step_days, rows }
}

function meanOf(days: readonly HeatRow[]): HeatRow {
  const values = HOURS.map((hour) => {
    const some = days.flatMap((day) => day.values.filter((value, i) => day.hours[i] === hour && value !== null))
    return some.length === 0 ? null : some.reduce<number>((sum, value) => sum + (value ?? 0), 0) / some.length
  })
  return { date: days[0]?.date ?? '', hours: HOURS, values }
}
