import { alarmsApi } from '@dalyan/contracts/alarms'
import { useTranslation } from 'react-i18next'
import { callFile } from '../../shared/api/call.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { ExportButton } from '../../shared/export/ExportButton.tsx'
import { alarmFilters, type AlarmSearch } from './alarm-search.ts'

/** Exports the filtered history as a CSV file of any length. */
export function AlarmFileButton({ search }: { search: AlarmSearch }) {
  const { t } = useTranslation()
  const file = {
    label: t('export.csv'),
    name: 'alarms.csv',
    open: (signal: AbortSignal) =>
      callFile(alarmsApi.export, { query: { ...alarmFilters('history', search, serverNow()), locale: 'tr' } }, signal),
  }
  return <ExportButton files={[file]} />
}
