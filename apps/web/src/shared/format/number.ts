import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'

const formats = new Map<number, Intl.NumberFormat>()

/** A number in Turkish notation: `1.234,5`, with a true minus sign. */
export function formatNumber(value: number, decimals = 0): string {
  let format = formats.get(decimals)
  if (!format) {
    format = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    formats.set(decimals, format)
  }
  const text = format.format(value).replace('-', '−')
  return /[1-9]/.test(text) ? text : text.replace('−', '')
}

/** A metric's value and its unit, for screens that show the unit smaller. The prefix is a unit that Turkish writes first. */
export interface MetricText {
  prefix: string
  number: string
  suffix: string
}

export function metricText(key: MetricKey, value: number): MetricText {
  const { unit, decimals } = metricOf(key)
  const number = formatNumber(value, decimals)
  return { number, ...unitAround(unit) }
}

/** Where a unit stands: % and ‰ before their number, as Turkish writes them, any other after it. */
export function unitAround(unit: string): Omit<MetricText, 'number'> {
  return unit === '%' || unit === '‰' ? { prefix: unit, suffix: '' } : { prefix: '', suffix: unit }
}

/** A metric's value with its unit: `18,4 °C`, `%62`, `‰36,5`, `−50 mV`, pH bare. */
export function formatMetric(key: MetricKey, value: number): string {
  const { unit, decimals } = metricOf(key)
  return withUnit(formatNumber(value, decimals), unit)
}

/** A formatted number with its unit: `18,4 °C`, `%62`; bare where the unit is empty. */
export function withUnit(number: string, unit: string): string {
  const { prefix, suffix } = unitAround(unit)
  return suffix ? `${number}\u00a0${suffix}` : prefix + number
}
