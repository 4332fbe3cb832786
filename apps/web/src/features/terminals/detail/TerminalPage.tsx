import type { Terminal } from '@dalyan/contracts/terminals'
import { mdiRouterWirelessOff } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { useChannel } from '../../../shared/live/use-channel.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { PageTabs, TabPanel } from '../../../shared/ui/PageTabs.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { terminalFields } from '../terminal-fields.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import { TERMINAL_TABS } from './terminal-page-search.ts'
import { TerminalHeader } from './TerminalHeader.tsx'
import { TrafficTab } from './TrafficTab.tsx'
import { useTerminalPage } from './use-terminal-page.ts'

addWords({ terminals })

const SeriesTab = lazy(async () => ({ default: (await import('./SeriesTab.tsx')).SeriesTab }))
const EntityLogs = lazy(async () => ({ default: (await import('../../logs/public/EntityLogs.tsx')).EntityLogs }))
const TerminalDialogs = lazy(async () => ({
  default: (await import('../dialogs/TerminalDialogs.tsx')).TerminalDialogs,
}))
const ButtonLink = createLink(Button)

/** One terminal: what it measures and sends, and why it may be silent. */
export function TerminalPage() {
  const { t } = useTranslation()
  const { id } = useTerminalPage()
  const isId = Number.isInteger(id)
  const terminal = useQuery({ ...terminalQueries.one(id), enabled: isId })
  useChannel(isId ? `iot.${id}` : null)
  usePageTitle(terminal.data?.code ?? t('terminals.one'))
  useAppReady(!terminal.isPending)
  const isMissing = !isId || (terminal.error instanceof ApiError && terminal.error.status === 404)
  const retry = () => void terminal.refetch()
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      {isMissing ? (
        <NotFound />
      ) : terminal.data ? (
        <LoadedTerminal key={id} terminal={terminal.data} />
      ) : terminal.error ? (
        <ErrorAlert title={t('terminals.messages.loadFailed')} error={terminal.error} onRetry={retry} />
      ) : (
        <Box aria-busy>
          <Skeleton width={180} />
          <Skeleton width="min(420px, 80%)" height={44} />
          <Skeleton variant="rounded" height={220} sx={{ mt: 2 }} />
        </Box>
      )}
    </Box>
  )
}

function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiRouterWirelessOff}
      title={t('errors.notFound')}
      action={
        <ButtonLink to="/terminals" search={{}} variant="outlined">
          {t('terminals.detail.backToList')}
        </ButtonLink>
      }
    />
  )
}

function LoadedTerminal({ terminal }: { terminal: Terminal }) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'iots.manage')
  const { view, show } = useTerminalPage()
  const labels = {
    live: t('terminals.detail.tabLive'),
    measurements: t('terminals.detail.tabMeasurements'),
    logs: t('terminals.detail.tabLogs'),
    info: t('terminals.detail.tabInfo'),
  }
  const info = (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <RecordFields fields={terminalFields(terminal, t)} />
    </Paper>
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TerminalHeader terminal={terminal} onOpen={isManager ? (dialog) => show({ dialog }) : undefined} />
      {isManager && view.dialog && (
        <Suspense>
          <TerminalDialogs
            dialog={view.dialog}
            id={terminal.id}
            onOpen={() => show({ dialog: 'edit' })}
            onClose={() => show({ dialog: null })}
          />
        </Suspense>
      )}
      {terminal.status === 'deleted' && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
      {isManager ? (
        <>
          <PageTabs tabs={TERMINAL_TABS} tab={view.tab} labels={labels} onChange={(tab) => show({ tab })} />
          <TabPanel tab={view.tab}>
            <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
              {view.tab === 'live' && <TrafficTab terminal={terminal} />}
              {view.tab === 'measurements' && <SeriesTab terminalId={terminal.id} view={view} show={show} />}
              {view.tab === 'logs' && <EntityLogs kind="iot" id={terminal.id} />}
              {view.tab === 'info' && info}
            </Suspense>
          </TabPanel>
        </>
      ) : (
        // Its readings and raw messages may come from a time on another firm's tank, so they are for administrators.
        info
      )}
    </Box>
  )
}
