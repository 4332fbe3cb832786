import { useTranslation } from 'react-i18next'
import { ExportButton } from '../../shared/export/ExportButton.tsx'
import type { LogSearch } from './log-search.ts'
import { type LogKind, readLogFile } from './log-source.ts'

/** The log as it is narrowed, as a CSV file of any length. */
export function LogFileButton({ kind, search }: { kind: LogKind; search: LogSearch }) {
  const { t } = useTranslation()
  const file = {
    label: t('logs.export'),
    name: `${kind}-logs.csv`,
    open: (signal: AbortSignal) => readLogFile(kind, search, signal),
  }
  return <ExportButton files={[file]} />
}
