import type { MappedName } from '@dalyan/contracts/diagnosis'
import { isMetricKey, type MetricKey, metricOf } from '@dalyan/contracts/metrics'

/** Words of devices for each metric, without case and punctuation; the first metric with a fitting word counts. */
const WORDS: readonly (readonly [MetricKey, RegExp])[] = [
  ['cabinet_temperature', /^(cabinet|cab|box|kabin|pano)(t|temp.*|sic.*|isi)$/],
  ['cabinet_humidity', /^(cabinet|cab|box|kabin|pano)(h|hum.*|nem.*|rh)$/],
  ['ambient_temperature', /^(ambient|air|room|out|ortam|hava)(t|temp.*|sic.*)$/],
  ['ambient_humidity', /^((ambient|air|room|ortam|hava)?(hum.*|nem.*|rh))$/],
  ['tank_temperature', /^((tank|water|su)?(t|temp.*|sic.*)\d?)$/],
  ['ph', /^(ph|phvalue|phdegeri)\d?$/],
  ['salinity', /^(sal|salinity|tuz|tuzluluk|salt)\d?$/],
  ['orp', /^(orp|redox|orpmv)\d?$/],
  ['conductivity', /^(ec|cond|conductivity|iletkenlik)\d?$/],
  ['oxygen_saturation', /^((do|oxygen|o2|oksijen)(sat|saturation|pct|percent|yuzde|doygunlugu?))\d?$/],
  ['dissolved_oxygen', /^(do|odo|dissolvedoxygen|oxygen|o2|oksijen|cozunmusoksijen)(mgl?)?\d?$/],
]
/** Factors by which devices count in smaller units: tenths, hundredths, thousandths. */
const SCALES = [1, 0.1, 0.01, 0.001] as const

/** The value that a mapped name gives to its metric; null: the sample is no number or lies outside the metric's bounds. */
export function mappedValue(sample: unknown, { metric, scale, offset }: MappedName): number | null {
  if (typeof sample !== 'number') return null
  const { min, max } = metricOf(metric)
  const value = Math.fround(sample * scale + offset)
  return value >= min && value <= max ? value : null
}

/** The metric that a device's name most likely means, with the factor that brings its sample into the metric's bounds; null: unclear. */
export function suggestedMetric(name: string, sample: unknown): MappedName | null {
  const plain = name
    .toLocaleLowerCase('en')
    .replaceAll('ı', 'i')
    .replaceAll(/[^a-z0-9]/g, '')
  const own = name.toLocaleLowerCase('en')
  const metric = isMetricKey(own) ? own : WORDS.find(([, word]) => word.test(plain))?.[0]
  if (!metric) return null
  const scale = SCALES.find((each) => mappedValue(sample, { metric, scale: each, offset: 0 }) !== null)
  return scale === undefined ? null : { metric, scale, offset: 0 }
}
