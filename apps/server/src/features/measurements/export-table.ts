import type { MeasurementExportQuery } from '@dalyan/contracts/measurements'
import { METRICS, type MetricKey } from '@dalyan/contracts/metrics'
import type { CsvDialect } from '../../core/table-file/csv-file.ts'
import type { Column } from '../../core/table-file/table.ts'

type Locale = MeasurementExportQuery['locale']

/** How an export reads for machines (`en`) and for people in Turkey. Dates hold the clock of the time zone in their UTC fields. */
interface ExportForm {
  timeZone: string
  csv: CsvDialect
  columns: Column[]
  sheet: string
  /** First word of the file's name. */
  word: string
}

const TURKISH: Readonly<Record<MetricKey, string>> = {
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

const withUnit = (title: string, unit: string) => (unit === '' ? title : `${title} (${unit})`)

function columns(time: Column, tank: string, terminal: string, titleOf: (metric: (typeof METRICS)[number]) => string) {
  const metrics = METRICS.map((metric) => ({ title: titleOf(metric), width: 22 }))
  return [time, { title: tank, width: 16 }, { title: terminal, width: 16 }, ...metrics]
}

/** `20.11.2026 13:00:00`, and `,250` where the reading was not on the second. */
function turkishDate(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T')
  const [year, month, dayOfMonth] = day.split('-')
  const ms = time.slice(9, 12)
  return `${dayOfMonth}.${month}.${year} ${time.slice(0, 8)}${ms === '000' ? '' : `,${ms}`}`
}

export const EXPORT_FORMS: Readonly<Record<Locale, ExportForm>> = {
  en: {
    timeZone: 'UTC',
    csv: { delimiter: ',', decimal: '.', date: (date) => date.toISOString() },
    columns: columns(
      { title: 'measured_at', width: 20, format: 'yyyy-mm-dd hh:mm:ss' },
      'tank_code',
      'terminal_code',
      ({ key }) => key,
    ),
    sheet: 'Measurements',
    word: 'measurements',
  },
  tr: {
    timeZone: 'Europe/Istanbul',
    csv: { delimiter: ';', decimal: ',', date: turkishDate },
    columns: columns(
      { title: 'Zaman', width: 20, format: 'dd.mm.yyyy hh:mm:ss' },
      'Tank',
      'Terminal',
      ({ key, unit }) => withUnit(TURKISH[key], unit),
    ),
    sheet: 'Ölçümler',
    word: 'olcumler',
  },
}
