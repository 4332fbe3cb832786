import type { AlarmDay } from '@dalyan/contracts/alarm-statistics'
import { formatDate } from '../../../shared/format/date-time.ts'

/** More bars than this are too thin to distinguish. */
const MOST_BARS = 92
/** The least width of a bar in CSS pixels, as a touch target. */
export const LEAST_BAR_PX = 24
/** The numbers of days that a bar may stand for. */
const SIZES = [1, 7, 28, 91]

/** How many bars fit into a width in pixels; null: not measured yet. */
export function mostBars(width: number | null): number {
  return width === null ? MOST_BARS : Math.min(MOST_BARS, Math.max(1, Math.floor(width / LEAST_BAR_PX)))
}

/** The alarms of one day, or of several in one bar. */
export interface DayBar extends Omit<AlarmDay, 'day'> {
  /** `2026-11-20` */
  first: string
  last: string
  total: number
}

/** One bar for each day, or for 7, 28 or 91 days where the window has too many days. */
export function barsOf(days: readonly AlarmDay[], most = MOST_BARS): DayBar[] {
  const size = SIZES.find((each) => Math.ceil(days.length / each) <= most) ?? 91
  const bars: DayBar[] = []
  for (let start = 0; start < days.length; start += size) {
    const group = days.slice(start, start + size)
    const sum = (of: 'critical' | 'warning' | 'info') => group.reduce((all, day) => all + day[of], 0)
    const parts = { critical: sum('critical'), warning: sum('warning'), info: sum('info') }
    const { critical, warning, info } = parts
    bars.push({
      first: group[0]?.day ?? '',
      last: group.at(-1)?.day ?? '',
      ...parts,
      total: critical + warning + info,
    })
  }
  return bars
}

/** The round number above the highest bar: 1, 2, 5, 10, 20, 50 … */
export function roundedTop(bars: readonly DayBar[]): number {
  const most = Math.max(1, ...bars.map(({ total }) => total))
  const scale = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5].find((step) => step * scale >= most) ?? 10) * scale
}

/** `20.11.2026`, for several days `14.11.2026 – 20.11.2026`; short: without the year. */
export function dayText({ first, last }: Pick<DayBar, 'first' | 'last'>, isShort = false): string {
  // Noon is in the same day in all neighbouring time zones.
  const text = (day: string) => formatDate(`${day}T12:00:00+03:00`)
  if (isShort) return text(first).slice(0, 5)
  return first === last ? text(first) : `${text(first)} – ${text(last)}`
}
