import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import logs from '../../locales/tr/logs.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { LinkTabs } from '../../shared/ui/LinkTabs.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { CommLoggingBanner } from './CommLoggingBanner.tsx'
import { type LogSearch, readLogSearch } from './log-search.ts'
import type { LogKind } from './log-source.ts'
import { LogView } from './LogView.tsx'

addWords({ logs })

export const TerminalLogsPage = () => <LogsPage kind="iot" />
export const TankLogsPage = () => <LogsPage kind="tanks" />
export const ServerLogsPage = () => <LogsPage kind="server" />
export const AuditLogsPage = () => <LogsPage kind="audit" />

/** The logs of terminals, tanks and server, and the audit log, live. */
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

const TABS = [
  { to: '/logs/iot', label: 'logs.tabs.iot' },
  { to: '/logs/tanks', label: 'logs.tabs.tanks' },
  { to: '/logs/server', label: 'logs.tabs.server' },
  { to: '/logs/audit', label: 'logs.tabs.audit' },
] as const

/** Links to the four logs; each has its own address, which includes the interval of following. */
function LogTabs({ refresh }: { refresh: 0 | 2 | 5 | 15 | 60 | undefined }) {
  const { t } = useTranslation()
  return (
    <LinkTabs label={t('logs.title')}>
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          search={refresh === undefined ? {} : { refresh }}
          activeOptions={{ includeSearch: false }}
        >
          {t(label)}
        </Link>
      ))}
    </LinkTabs>
  )
}

/** The state of a log page, in its address. */
function useLogSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search: readLogSearch(raw),
    change(part: Partial<LogSearch>, { replace = false }: { replace?: boolean } = {}): void {
      void navigate({
        to: '.',
        // The router has a type of search for each log; this hook serves all four.
        search: ((before: Readonly<Record<string, unknown>>) => readLogSearch({ ...before, ...part })) as never,
        replace,
        resetScroll: false,
      })
    },
  }
}
