import type { MetricKey } from '@dalyan/contracts/metrics'
import type { ColumnarSeries } from './columnar-series.ts'
import { overlayGroups } from './overlay-groups.ts'
import { plotModel } from './plot-model.ts'
import { type SeriesWindow, WINDOW_STEPS } from './use-series-window.ts'
import { hasLimits, type Limits, sideOutside } from './value-state.ts'

/** What the charts of a page draw besides their lines: a legend names these and nothing else. */
export interface DrawnMarks {
  limits: boolean
  outOfRange: boolean
  gaps: boolean
  alarms: boolean
}

export const NOTHING_DRAWN: DrawnMarks = { limits: false, outOfRange: false, gaps: false, alarms: false }

interface Charts {
  series: ColumnarSeries<MetricKey>
  metrics: readonly MetricKey[]
  window: SeriesWindow
  limitsOf: (metric: MetricKey) => Limits | null
  /** When alarms of each metric were raised, epoch seconds. */
  marks?: Partial<Record<MetricKey, readonly number[]>> | undefined
  /** Metrics of one unit share a chart, which shows neither limits nor gaps. */
  isOverlaid?: boolean
}

/** What `SeriesCharts` draws of these. */
export function drawnMarks({ series, metrics, window, limitsOf, marks, isOverlaid = false }: Charts): DrawnMarks {
  const groups = isOverlaid ? overlayGroups(metrics) : metrics.map((metric) => [metric])
  const alone = groups.flatMap((group) => (group.length === 1 ? group : []))
  // An alarm of the step that is under way is drawn at the right edge already.
  const edge = window.to + (window.to - window.from) / WINDOW_STEPS
  const drawn = {
    ...NOTHING_DRAWN,
    alarms: metrics.some((metric) => marks?.[metric]?.some((at) => at >= window.from && at <= edge)),
  }
  for (const metric of alone) {
    const column = series.metrics[metric]
    if (!column) continue
    const limits = limitsOf(metric)
    const { gaps, min, max } = plotModel({
      times: series.times,
      column,
      bucketSeconds: series.bucket_seconds,
      window,
      limits,
    })
    drawn.gaps ||= gaps.length > 0
    if (!hasLimits(limits)) continue
    drawn.limits = true
    drawn.outOfRange ||= [...min, ...max].some((value) => value !== null && sideOutside(value, limits) !== null)
  }
  return drawn
}
