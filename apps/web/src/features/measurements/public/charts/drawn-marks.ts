import type { MetricKey } from '@dalyan/contracts/metrics'
import { type Limits, sideOf } from '@dalyan/contracts/out-of-range'
import type { ColumnarSeries } from '../../../../shared/charts/columnar-series.ts'
import { overlayGroups } from './chart-metrics.ts'
import { hasLimits, plotModel } from '../../../../shared/charts/plot-model.ts'
import { type SeriesWindow, WINDOW_STEPS } from '../../../../shared/charts/use-series-window.ts'

/** What the charts of a page draw besides their lines; the legend explains only what is drawn. */
export interface DrawnMarks {
  limits: boolean
  outOfRange: boolean
  gaps: boolean
  alarms: boolean
}

const NOTHING_DRAWN: DrawnMarks = { limits: false, outOfRange: false, gaps: false, alarms: false }

export interface DrawnCharts {
  series: ColumnarSeries<MetricKey>
  metrics: readonly MetricKey[]
  window: SeriesWindow
  limitsOf: (metric: MetricKey) => Limits | null
  /** When alarms of each metric were raised, epoch seconds. */
  marks?: Partial<Record<MetricKey, readonly number[]>> | undefined
  /** Metrics of one unit share a chart, which shows neither limits nor gaps. */
  isOverlaid?: boolean
}

/** What `SeriesCharts` draws of these; without charts nothing. */
export function drawnMarks(charts: DrawnCharts | null): DrawnMarks {
  if (!charts) return NOTHING_DRAWN
  const { series, metrics, window, limitsOf, marks, isOverlaid = false } = charts
  const groups = isOverlaid ? overlayGroups(metrics) : metrics.map((metric) => [metric])
  const single = groups.flatMap((group) => (group.length === 1 ? group : []))
  // The window moves in steps: an alarm of the current step is already drawn at the right edge.
  const edge = window.to + (window.to - window.from) / WINDOW_STEPS
  const drawn = {
    ...NOTHING_DRAWN,
    alarms: metrics.some((metric) => marks?.[metric]?.some((at) => at >= window.from && at <= edge)),
  }
  for (const metric of single) {
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
    drawn.outOfRange ||= [...min, ...max].some((value) => value !== null && sideOf(value, limits) !== null)
  }
  return drawn
}
