import type { Alarm } from '@dalyan/contracts/alarms'
import { toLocal } from '../../../shared/charts/time-range.ts'
import type { DetailView } from './detail-search.ts'

const HOUR_MS = 3_600_000

/** The page's state that shows an alarm in its chart: from an hour before it began, and as long after its end when it is over. */
export function alarmInChart({ metric, out_since, closed_at, cleared_at }: Alarm): Partial<DetailView> {
  const end = closed_at && (cleared_at ?? closed_at)
  return {
    tab: 'charts',
    metrics: metric ? [metric] : [],
    range: {
      from: toLocal(Date.parse(out_since) - HOUR_MS),
      to: end ? toLocal(Date.parse(end) + HOUR_MS) : 'now',
    },
    isPaused: false,
    isTable: false,
    isOverlaid: false,
  }
}
