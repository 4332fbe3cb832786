/**
 * The metrics, once. A further metric is one line at the end, one migration (`add-metric-columns.ts`) and its words.
 * `min` and `max` are plausible physical bounds, in the metric's unit; `decimals` is how many a screen shows;
 * `deadband` is the least distance inside a limit that ends an alarm (docs/behaviour/alarms.md).
 */
export const METRICS = [
  { key: 'tank_temperature', unit: '°C', min: -5, max: 60, decimals: 1, deadband: 0.2 },
  { key: 'ambient_temperature', unit: '°C', min: -50, max: 70, decimals: 1, deadband: 0.2 },
  { key: 'cabinet_temperature', unit: '°C', min: -50, max: 100, decimals: 1, deadband: 0.2 },
  { key: 'ambient_humidity', unit: '%', min: 0, max: 100, decimals: 0, deadband: 2 },
  { key: 'cabinet_humidity', unit: '%', min: 0, max: 100, decimals: 0, deadband: 2 },
  { key: 'ph', unit: '', min: 0, max: 14, decimals: 2, deadband: 0.05 },
  { key: 'salinity', unit: '‰', min: 0, max: 100, decimals: 1, deadband: 0.3 },
  { key: 'orp', unit: 'mV', min: -2000, max: 2000, decimals: 0, deadband: 10 },
  { key: 'conductivity', unit: 'mS/cm', min: 0, max: 200, decimals: 1, deadband: 0.3 },
  { key: 'dissolved_oxygen', unit: 'mg/l', min: 0, max: 40, decimals: 1, deadband: 0.2 },
  { key: 'oxygen_saturation', unit: '%', min: 0, max: 400, decimals: 0, deadband: 2 },
] as const

export type Metric = (typeof METRICS)[number]
export type MetricKey = Metric['key']

export const METRIC_KEYS = METRICS.map((metric) => metric.key) as readonly MetricKey[] as readonly [
  MetricKey,
  ...MetricKey[],
]

/** The order on screens: water metrics first. */
export const SCREEN_ORDER: readonly MetricKey[] = [
  'tank_temperature',
  'dissolved_oxygen',
  'oxygen_saturation',
  'ph',
  'salinity',
  'orp',
  'conductivity',
  'ambient_temperature',
  'ambient_humidity',
  'cabinet_temperature',
  'cabinet_humidity',
]

/** Metrics that screens, forms and files show only where a terminal has delivered them or a template limits them. */
export const FURTHER_METRICS = ['dissolved_oxygen', 'oxygen_saturation'] as const satisfies readonly MetricKey[]
export type FurtherMetric = (typeof FURTHER_METRICS)[number]

const further = new Set<MetricKey>(FURTHER_METRICS)

/** The metrics of a list without the further ones that are not in use. */
export function metricsInUse(metrics: readonly MetricKey[], isInUse: (metric: MetricKey) => boolean): MetricKey[] {
  return metrics.filter((metric) => !further.has(metric) || isInUse(metric))
}

const byKey = new Map<string, Metric>(METRICS.map((metric) => [metric.key, metric]))

/** The registry's line of a metric. */
export function metricOf(key: MetricKey): Metric {
  const metric = byKey.get(key)
  if (!metric) throw new Error(`unknown metric ${key}`)
  return metric
}

export function isMetricKey(key: string): key is MetricKey {
  return byKey.has(key)
}

/** One value per metric, made by a function of its key. */
export function perMetric<T>(make: (key: MetricKey) => T): Record<MetricKey, T> {
  return Object.fromEntries(METRIC_KEYS.map((key) => [key, make(key)])) as Record<MetricKey, T>
}

/** The metrics' names in Turkish files; the screens have their own words in their locales. */
export const TURKISH_METRIC_NAMES: Readonly<Record<MetricKey, string>> = {
  tank_temperature: 'Tank Sıcaklığı',
  ambient_temperature: 'Ortam Sıcaklığı',
  cabinet_temperature: 'Kabin Sıcaklığı',
  ambient_humidity: 'Ortam Nemi',
  cabinet_humidity: 'Kabin Nemi',
  ph: 'pH',
  salinity: 'Tuzluluk',
  orp: 'ORP',
  conductivity: 'İletkenlik',
  dissolved_oxygen: 'Çözünmüş Oksijen',
  oxygen_saturation: 'Oksijen Doygunluğu',
}

/** The metrics' names in English reports and messages. */
export const ENGLISH_METRIC_NAMES: Readonly<Record<MetricKey, string>> = {
  tank_temperature: 'Tank temperature',
  ambient_temperature: 'Ambient temperature',
  cabinet_temperature: 'Cabinet temperature',
  ambient_humidity: 'Ambient humidity',
  cabinet_humidity: 'Cabinet humidity',
  ph: 'pH',
  salinity: 'Salinity',
  orp: 'ORP',
  conductivity: 'Conductivity',
  dissolved_oxygen: 'Dissolved oxygen',
  oxygen_saturation: 'Oxygen saturation',
}
