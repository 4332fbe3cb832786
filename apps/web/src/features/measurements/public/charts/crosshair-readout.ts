import type { MetricKey } from '@dalyan/contracts/metrics'
import type { TFunction } from 'i18next'
import { type ChartLine, pointAt } from '../../../../shared/charts/chart-lines.ts'
import type { CursorPoint } from '../../../../shared/charts/create-plot.ts'
import type { PlotModel } from '../../../../shared/charts/plot-model.ts'
import { formatDateTime } from '../../../../shared/format/date-time.ts'
import { formatMetric, metricText } from '../../../../shared/format/number.ts'

/** The point under the crosshair; values null: there are no data at that time. */
export interface Readout {
  time: number
  min: number | null
  avg: number | null
  max: number | null
}

/** The least, mean and greatest value of a line under the crosshair. */
export function readoutAt({ min, avg, max }: PlotModel, { time, index }: CursorPoint): Readout {
  const at = index ?? -1
  return { time, min: min[at] ?? null, avg: avg[at] ?? null, max: max[at] ?? null }
}

/** `09.07.2026 14:05: 8,12 (en az 8,05, en çok 8,31)` */
export function readoutText(t: TFunction, metric: MetricKey, { time, min, avg, max }: Readout): string {
  const when = formatDateTime(time * 1000)
  if (avg === null || min === null || max === null) return `${when}: ${t('common.live.noData')}`
  const value = formatMetric(metric, avg)
  if (min === max) return t('measurements.point', { time: when, value })
  return t('measurements.pointRange', {
    time: when,
    value,
    min: metricText(metric, min).number,
    max: metricText(metric, max).number,
  })
}

/** The mean of a line at this time (epoch seconds) with its unit (`8,12 mg/L`), or that there are no data. */
export function valueText(t: TFunction, metric: MetricKey, { model }: ChartLine, time: number): string {
  const value = model.avg[pointAt(model, time) ?? -1] ?? null
  return value === null ? t('common.live.noData') : formatMetric(metric, value)
}
