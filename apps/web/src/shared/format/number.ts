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
  const isPrefix = unit === '%' || unit === '‰'
  return { prefix: isPrefix ? unit : '', number, suffix: isPrefix ? '' : unit }
}

/** A metric's value with its unit: `18,4 °C`, `%62`, `‰36,5`, `−50 mV`, pH bare. */
export function formatMetric(key: MetricKey, value: number): string {
  const { prefix, number, suffix } = metricText(key, value)
  return suffix ? `${prefix}${number}\u00a0${suffix}` : `${prefix}${number}`
}
