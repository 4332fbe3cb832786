import type { Terminal } from '@dalyan/contracts/terminals'
import { mdiRouterWirelessOff } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { useChannel } from '../../../shared/live/use-channel.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { usePage } from '../../../shared/ui/page-state.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { PageTabs, TabPanel } from '../../../shared/ui/PageTabs.tsx'
import { LastSeen } from '../../../shared/ui/AgeText.tsx'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { isMissing, MissingRecord, RecordTrail } from '../../../shared/ui/RecordPage.tsx'
import { onDemand } from '../../../shared/ui/on-demand.tsx'
import { RecordStatus } from '../../../shared/resource/record-values.tsx'
import { ConnectionText } from '../../records/public/ConnectionText.tsx'
import { TerminalActions } from '../TerminalActions.tsx'
import { DiagnosisCard } from '../diagnosis/DiagnosisCard.tsx'
import { terminalFields, TerminalTank } from '../terminal-kind.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import { HealthStrips } from './HealthStrips.tsx'
import {
  TERMINAL_PAGE_DIALOGS,
  TERMINAL_TABS,
  type TerminalPageDialog,
  useTerminalPage,
} from './terminal-page-search.ts'
import { TrafficTab } from './TrafficTab.tsx'

addWords({ terminals })

const SeriesTab = lazy(async () => ({ default: (await import('./SeriesTab.tsx')).SeriesTab }))
const EntityLogs = lazy(async () => ({ default: (await import('../../logs/public/EntityLogs.tsx')).EntityLogs }))
const TerminalDialogs = onDemand(async () => (await import('../dialogs/TerminalDialogs.tsx')).TerminalDialogs)

/** One terminal: what it measures and sends, and why it may be silent. */
export function TerminalPage() {
  const { t } = useTranslation()
  const { id } = useTerminalPage()
  const isId = Number.isInteger(id)
  const terminal = useQuery({ ...terminalQueries.one(id), enabled: isId })
  useChannel(isId ? `iot.${id}` : null)
  usePage(terminal.data?.code ?? t('terminals.one'), !terminal.isPending)
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      {!isId || isMissing(terminal.error) ? (
        <MissingRecord icon={mdiRouterWirelessOff} list="/terminals" back={t('terminals.detail.backToList')} />
      ) : terminal.data ? (
        <LoadedTerminal key={id} terminal={terminal.data} />
      ) : terminal.error ? (
        <QueryError query={terminal} title={t('terminals.messages.loadFailed')} />
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
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        // Without battery and signal there is nothing to stand beside the tabs.
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(terminal.health && { lg: 'minmax(0, 1fr) 320px' }) },
        '& > header': { gridColumn: '1 / -1' },
      }}
    >
      <TerminalHeader terminal={terminal} onOpen={isManager ? (dialog) => show({ dialog }) : undefined} />
      {isManager && view.dialog && (
        <TerminalDialogs
          dialog={view.dialog}
          id={terminal.id}
          onOpen={() => show({ dialog: 'edit' })}
          onClose={() => show({ dialog: null })}
        />
      )}
      <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <DiagnosisCard terminal={terminal} onOpen={isManager ? (dialog) => show({ dialog }) : undefined} />
        {terminal.status === 'deleted' && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
        {isManager ? (
          <>
            <PageTabs tabs={TERMINAL_TABS} tab={view.tab} labels={labels} onChange={(tab) => show({ tab })} />
            <TabPanel tab={view.tab}>
              <Suspense fallback={<Skeleton variant="rounded" sx={{ height: { xs: '100dvh', lg: 320 } }} />}>
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
      <HealthStrips terminal={terminal} />
    </Box>
  )
}

interface TerminalHeaderProps {
  terminal: Terminal
  /** Opens a dialog; absent without the permission to manage terminals. */
  onOpen: ((dialog: TerminalPageDialog | null) => void) | undefined
}

/** The terminal's code, status, connection and tank. */
function TerminalHeader({ terminal, onOpen }: TerminalHeaderProps) {
  const { t } = useTranslation()
  return (
    <Box component="header">
      <RecordTrail list="/terminals" title={t('terminals.title')} code={terminal.code} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', mt: 0.5 }}>
        <Typography variant="h1" lang="en" sx={{ overflowWrap: 'anywhere' }}>
          {terminal.code}
        </Typography>
        <RecordStatus kind="terminals" status={terminal.status} />
        <ConnectionText connection={terminal.connection} />
        <Box component="span" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
          <LastSeen at={terminal.last_seen_at} />
        </Box>
        {onOpen && (
          <Box sx={{ marginInlineStart: { sm: 'auto' } }}>
            <TerminalActions
              terminal={terminal}
              isRead
              onOpen={(dialog) => onOpen(TERMINAL_PAGE_DIALOGS.find((each) => each === dialog) ?? null)}
            />
          </Box>
        )}
      </Box>
      <Typography component="div" variant="body2" sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
        {terminal.tank ? (
          <>
            {t('terminals.fields.tank')}: <TerminalTank tank={terminal.tank} />
          </>
        ) : (
          t('terminals.detail.notAssigned')
        )}
        {terminal.ip_address && ` · ${t('terminals.fields.ip_address')} ${terminal.ip_address}`}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {` · ${t('common.fields.created_at')} ${formatDateTime(terminal.created_at)}`}
        </Box>
      </Typography>
    </Box>
  )
}
