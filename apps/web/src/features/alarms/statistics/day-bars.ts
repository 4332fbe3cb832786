import type { AlarmDay } from '@dalyan/contracts/alarm-statistics'

/** More bars than this are too thin to be told apart: then each is a week. */
const MOST_BARS = 92
const DAYS_OF_WEEK = 7

/** The alarms of one day, or of several that stand together. */
export interface DayBar extends Omit<AlarmDay, 'day'> {
  /** `2026-11-20` */
  first: string
  last: string
  total: number
}

/** One bar for each day, in long windows for each seven days. */
export function barsOf(days: readonly AlarmDay[]): DayBar[] {
  const size = days.length > MOST_BARS ? DAYS_OF_WEEK : 1
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

/** The round number that the highest bar stays under: 1, 2, 5, 10, 20, 50 … */
export function roundedTop(bars: readonly DayBar[]): number {
  const most = Math.max(1, ...bars.map(({ total }) => total))
  const scale = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5].find((step) => step * scale >= most) ?? 10) * scale
}
