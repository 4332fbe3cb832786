import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import logs from '../../locales/tr/logs.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { CommLoggingBanner } from './CommLoggingBanner.tsx'
import type { LogKind } from './log-source.ts'
import { LogTabs } from './LogTabs.tsx'
import { LogView } from './LogView.tsx'
import { useLogSearch } from './use-log-search.ts'

addWords({ logs })

export const TerminalLogsPage = () => <LogsPage kind="iot" />
export const TankLogsPage = () => <LogsPage kind="tanks" />
export const ServerLogsPage = () => <LogsPage kind="server" />
export const AuditLogsPage = () => <LogsPage kind="audit" />

/** What the machines said and what people did, live. */
function LogsPage({ kind }: { kind: LogKind }) {
  const { t } = useTranslation()
  const { search, change } = useLogSearch()
  const title = t(`logs.tabs.${kind}`)
  usePageTitle(title)
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{t('logs.title')}</Typography>
      <LogTabs refresh={search.refresh} />
      {kind === 'iot' && <CommLoggingBanner />}
      <LogView key={kind} source={SOURCES[kind]} label={title} search={search} onSearch={change} />
    </Box>
  )
}

const SOURCES = {
  iot: { kind: 'iot' },
  tanks: { kind: 'tanks' },
  server: { kind: 'server' },
  audit: { kind: 'audit' },
} as const
