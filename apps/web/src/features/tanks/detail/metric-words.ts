import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Limits, Side } from '@dalyan/contracts/out-of-range'
import type { TFunction } from 'i18next'
import { formatMetric, formatNumber, metricText, unitAround, withUnit } from '../../../shared/format/number.ts'

/** `Aralık 16,0 – 22,0 °C`, `En çok %70`, `Aralık tanımlı değil`. @param isShort leaves out the word before a pair */
export function rangeWords(t: TFunction, metric: MetricKey, limits: Limits | null, isShort = false): string {
  const min = limits?.min ?? null
  const max = limits?.max ?? null
  if (min !== null && max !== null) {
    const { prefix, number } = metricText(metric, min)
    const pair = { min: prefix + number, max: formatMetric(metric, max) }
    return isShort ? `${pair.min} – ${pair.max}` : t('tanks.detail.range', pair)
  }
  if (min !== null) return t('tanks.detail.rangeMinOnly', { min: formatMetric(metric, min) })
  if (max !== null) return t('tanks.detail.rangeMaxOnly', { max: formatMetric(metric, max) })
  return t('tanks.detail.noRange')
}

/** `Üst sınırın 0,29 üstünde` */
export function distanceWords(t: TFunction, metric: MetricKey, outside: { side: Side; distance: number }): string {
  const delta = distanceText(metric, outside.distance)
  return outside.side === 'high' ? t('tanks.detail.highBy', { delta }) : t('tanks.detail.lowBy', { delta })
}

const MOST_DECIMALS = 4

/** A distance with its metric's decimals, and more where it would read as 0. It has no percent sign: it is in percentage points. */
function distanceText(metric: MetricKey, distance: number): string {
  const { unit, decimals } = metricOf(metric)
  let digits: number = decimals
  while (digits < MOST_DECIMALS && Math.round(distance * 10 ** digits) === 0) digits++
  return withUnit(formatNumber(distance, digits), unitAround(unit).suffix)
}
