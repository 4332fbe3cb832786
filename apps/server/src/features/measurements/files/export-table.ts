import type { MeasurementExportQuery } from '@dalyan/contracts/measurements'
import { TURKISH_METRIC_NAMES } from '@dalyan/contracts/metric-names'
import { METRICS } from '@dalyan/contracts/metrics'
import { FILE_DIALECTS, type FileDialect } from '../../../core/table-file/file-dialects.ts'
import type { Column } from '../../../core/table-file/table.ts'

type Locale = MeasurementExportQuery['locale']

/** The form of an export for programs (`en`) and for users in Turkey (`tr`). */
interface ExportForm extends FileDialect {
  columns: Column[]
  sheet: string
  /** First word of the file's name. */
  word: string
}

const withUnit = (title: string, unit: string) => (unit === '' ? title : `${title} (${unit})`)

function columns(time: Column, tank: string, terminal: string, titleOf: (metric: (typeof METRICS)[number]) => string) {
  const metrics = METRICS.map((metric) => ({ title: titleOf(metric), width: 22 }))
  return [time, { title: tank, width: 16 }, { title: terminal, width: 16 }, ...metrics]
}

export const EXPORT_FORMS: Readonly<Record<Locale, ExportForm>> = {
  en: {
    ...FILE_DIALECTS.en,
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
    ...FILE_DIALECTS.tr,
    columns: columns(
      { title: 'Zaman', width: 20, format: 'dd.mm.yyyy hh:mm:ss' },
      'Tank',
      'Terminal',
      ({ key, unit }) => withUnit(TURKISH_METRIC_NAMES[key], unit),
    ),
    sheet: 'Ölçümler',
    word: 'olcumler',
  },
}
