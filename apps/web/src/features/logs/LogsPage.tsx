import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import logs from '../../locales/tr/logs.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { useAddress } from '../../shared/list/use-list.ts'
import { LinkTabs } from '../../shared/ui/LinkTabs.tsx'
import { usePageTitle } from '../../shared/ui/page-state.ts'
import { readLogSearch } from './log-search.ts'
import { LOG_KINDS, type LogKind } from './logs.queries.ts'
import { LogView } from './LogView.tsx'

addWords({ logs })

export const TerminalLogsPage = () => <LogsPage kind="iot" />
export const TankLogsPage = () => <LogsPage kind="tanks" />
export const ServerLogsPage = () => <LogsPage kind="server" />
export const AuditLogsPage = () => <LogsPage kind="audit" />

/** The logs of terminals, tanks and server, and the audit log, live. */
function LogsPage({ kind }: { kind: LogKind }) {
  const { t } = useTranslation()
  const { state: search, go } = useAddress(readLogSearch)
  const title = t(`logs.tabs.${kind}`)
  usePageTitle(title)
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{t('logs.title')}</Typography>
      <LinkTabs label={t('logs.title')}>
        {LOG_KINDS.map((each) => (
          <Link
            key={each}
            to={`/logs/${each}`}
            // The interval of following stays the same in all logs.
            search={{ refresh: search.refresh }}
            activeOptions={{ includeSearch: false }}
          >
            {t(`logs.tabs.${each}`)}
          </Link>
        ))}
      </LinkTabs>
      <LogView key={kind} source={{ kind }} label={title} search={search} onSearch={go} />
    </Box>
  )
}
