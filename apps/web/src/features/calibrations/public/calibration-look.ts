import type { CalibrationPoint, CalibrationVerdict } from '@dalyan/contracts/calibration-rules'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import { mdiAlertOctagon, mdiCheckCircle, mdiReplay, mdiTrendingUp } from '@mdi/js'
import type { TFunction } from 'i18next'
import { toLocal } from '../../../shared/charts/time-range.ts'
import { typedDecimal } from '../../../shared/format/decimal.ts'
import { formatMetric, formatNumber } from '../../../shared/format/number.ts'

/** The icon of each verdict, and the palette's colour that stands beside its words. */
export const VERDICT_LOOKS: Readonly<
  Record<CalibrationVerdict, { icon: string; colour: 'success' | 'warning' | 'error' }>
> = {
  good: { icon: mdiCheckCircle, colour: 'success' },
  drifted: { icon: mdiTrendingUp, colour: 'warning' },
  repeat: { icon: mdiReplay, colour: 'warning' },
  replace: { icon: mdiAlertOctagon, colour: 'error' },
}

/** `Eğim %98,5` and `Sapma +0,06`; a calibration of one point has no slope. */
export function resultTexts(
  t: TFunction,
  metric: MetricKey,
  { slope, offset }: { slope: number | null; offset: number },
): string[] {
  const shown = formatMetric(metric, offset)
  return [
    ...(slope === null ? [] : [t('calibrations.slope', { percent: formatNumber(slope * 100, 1) })]),
    t('calibrations.offset', { offset: offset > 0 && /[1-9]/.test(shown) ? `+${shown}` : shown }),
  ]
}

/** `7,00 → 7,06 → 7,00`, without the last value where the probe was not adjusted. Buffers may have more decimals than screens show of a metric. */
export function pointText(metric: MetricKey, { expected, before, after }: CalibrationPoint): string {
  const { decimals } = metricOf(metric)
  return [expected, before, after]
    .flatMap((value) => (value === null ? [] : [typedDecimal(value, decimals).replace('-', '−')]))
    .join(' → ')
}

const DAY_MS = 86_400_000

/** The days of the calendar from now until an instant, negative after it. @param now epoch milliseconds */
export function daysUntil(at: string, now: number): number {
  const dayOf = (ms: number) => Date.parse(toLocal(ms).slice(0, 10))
  return (dayOf(Date.parse(at)) - dayOf(now)) / DAY_MS
}

/** `3 gün gecikti`, `Bugün`, `2 gün içinde`. */
export function dueText(t: TFunction, days: number): string {
  if (days === 0) return t('calibrations.due.today')
  return days < 0 ? t('calibrations.due.overdue', { count: -days }) : t('calibrations.due.within', { count: days })
}
