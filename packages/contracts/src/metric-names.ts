import type { MetricKey } from './metrics.ts'

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
}
