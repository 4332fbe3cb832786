import type { Tank } from '@dalyan/contracts/tanks'
import type { User } from '@dalyan/contracts/users'
import { mdiFishOff, mdiPencilPlusOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import tanksWords from '../../../locales/tr/tanks.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { isFollowing } from '../../../shared/charts/time-range.ts'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { useChannel } from '../../../shared/live/use-channel.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { usePage } from '../../../shared/ui/page-state.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { HiddenHeading } from '../../../shared/ui/HiddenHeading.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { InBackground } from '../../../shared/ui/InBackground.tsx'
import { InSteps } from '../../../shared/ui/InSteps.tsx'
import { onDemand } from '../../../shared/ui/on-demand.tsx'
import { PageTabs, TabPanel } from '../../../shared/ui/PageTabs.tsx'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { isMissing, MissingRecord } from '../../../shared/ui/RecordPage.tsx'
import { ChartsSkeleton, MetricBlocks } from '../../measurements/public/charts/MetricBlocks.tsx'
import { forewarningQueries } from '../../forewarnings/public/forewarnings.queries.ts'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { ModeBanner } from '../modes/ModeBanner.tsx'
import { tankFields } from '../tank-kind.tsx'
import { isWell } from '../tank-values.ts'
import { AlarmStrip } from './AlarmStrip.tsx'
import { alarmInChart, DETAIL_TABS, type DetailTab, type DetailView, useDetailView } from './detail-search.ts'
import { LiveTab } from './LiveTab.tsx'
import { TankHeader } from './TankHeader.tsx'
import { TankPageDialogs } from './TankPageDialogs.tsx'
import { useAlarmsAreLoading, useTankAlarms } from './use-tank-alarms.ts'

addWords({ tanks: tanksWords })

const TerminalsTab = lazy(async () => ({ default: (await import('./TerminalsTab.tsx')).TerminalsTab }))
const SideView = lazy(async () => ({ default: (await import('./side/SideView.tsx')).SideView }))
const AlarmsTab = lazy(async () => ({ default: (await import('./AlarmsTab.tsx')).AlarmsTab }))
const ChartsTab = lazy(async () => ({ default: (await import('./ChartsTab.tsx')).ChartsTab }))
const JournalTab = lazy(async () => ({ default: (await import('../../journal/public/JournalTab.tsx')).JournalTab }))
const ForewarningBanner = onDemand(
  async () => (await import('../../forewarnings/public/ForewarningBanner.tsx')).ForewarningBanner,
)
const ForewarningRecords = onDemand(
  async () => (await import('../../forewarnings/public/ForewarningRecords.tsx')).ForewarningRecords,
)
const ReportsTab = lazy(async () => ({ default: (await import('../../reports/public/ReportsTab.tsx')).ReportsTab }))
const LastEvent = onDemand(async () => (await import('../../measurements/public/LastEvent.tsx')).LastEvent)
const QueuedEntries = onDemand(async () => (await import('../../journal/public/QueuedEntries.tsx')).QueuedEntries, {
  canWait: true,
})
const EntityLogs = lazy(async () => ({ default: (await import('../../logs/public/EntityLogs.tsx')).EntityLogs }))

/** One tank: its values now, its charts, alarms, logs and terminals. */
export function TankDetailPage() {
  const { id, view } = useDetailView()
  const { t } = useTranslation()
  const tank = useQuery({ ...tankQueries.one(id), enabled: Number.isInteger(id) })
  useChannel(Number.isInteger(id) ? `tank.${id}` : null)
  usePage(tank.data ? `${tank.data.code} · ${tank.data.name}` : t('tanks.one'), !tank.isPending)

  const alarmsAreLoading = useAlarmsAreLoading(id, Number.isInteger(id))

  const retry = () => void tank.refetch()
  const isThere = Number.isInteger(id) && !isMissing(tank.error)
  const found = isThere ? tank.data : undefined
  const instead = !isThere ? (
    <MissingRecord icon={mdiFishOff} list="/tanks" back={t('tanks.detail.backToList')} />
  ) : tank.error ? (
    <ErrorAlert title={t('tanks.messages.loadFailed')} error={tank.error} onRetry={retry} />
  ) : (
    <DetailSkeleton />
  )
  if (view.isSide) {
    return (
      <Suspense>
        <SideView tankId={id} tank={found}>
          {instead}
        </SideView>
      </Suspense>
    )
  }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <InBackground>
        {found && !alarmsAreLoading ? <LoadedTank key={id} tank={found} error={tank.error} onRetry={retry} /> : instead}
      </InBackground>
    </Box>
  )
}

function DetailSkeleton() {
  return (
    <Box>
      <Skeleton width={160} />
      <Skeleton width="min(360px, 80%)" height={44} />
      <Skeleton width="min(480px, 90%)" sx={{ mb: 2 }} />
      <TabSkeleton tab="live" />
    </Box>
  )
}

function TabSkeleton({ tab }: { tab: DetailTab }) {
  if (tab === 'live') return <MetricBlocks height={{ xs: 110, sm: 134 }} columns={{ xs: 2, md: 3 }} />
  return tab === 'charts' ? <ChartsSkeleton hasLead /> : <Skeleton variant="rounded" height={320} />
}

/** In which what is predicted is easy to see. */
const LAST_SIX_HOURS = { from: 'now-6h', to: 'now' }

interface LoadedTankProps {
  tank: Tank
  /** Of a later fetch; the tank on screen stays. */
  error: Error | null
  onRetry: () => void
}

/** The page of a loaded tank: header, worst alarm and tabs. */
function LoadedTank({ tank, error, onRetry }: LoadedTankProps) {
  const { t } = useTranslation()
  const { view, show } = useDetailView()
  const user = useUser()
  const isManager = may(user, 'tanks.manage')
  const isLive = tank.status !== 'deleted'
  const tab = tabsOf(user).includes(view.tab) ? view.tab : 'live'
  const alarms = useTankAlarms(tank.id)
  const [forewarning] = useQuery({ ...forewarningQueries.ofTank(tank.id), enabled: isLive }).data?.data ?? []
  const mayAcknowledge = may(user, 'alarms.acknowledge')
  // A returned alarm waits for those who may acknowledge it; others read that it is over.
  const [worst] = alarms.filter(({ state }) => mayAcknowledge || state !== 'rtn_unack')
  const isInStrip = useNarrow() && tab === 'charts'
  const more = alarms.length > 1 && (
    <Button size="small" onClick={() => show({ tab: 'alarms' })} sx={{ minHeight: 28, mt: { sm: 0.5 } }}>
      {t('tanks.detail.moreAlarms', { count: alarms.length - 1 })}
    </Button>
  )
  const onAssign = isManager && isLive ? () => show({ dialog: 'assign' }) : undefined

  return (
    <Box sx={{ display: 'grid', gap: { xs: 1, sm: 1.5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TankHeader tank={tank} isPaused={tab === 'charts' && view.isPaused} view={view} show={show} />
      {view.dialog && (
        <TankPageDialogs
          dialog={view.dialog}
          tank={tank}
          onOpen={(dialog) => show({ dialog })}
          onClose={() => show({ dialog: null })}
        />
      )}
      {!isLive && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
      {error && <ErrorAlert title={t('tanks.messages.loadFailed')} error={error} onRetry={onRetry} />}
      {may(user, 'journal.write') && <QueuedEntries />}
      <ModeBanner tank={tank} />
      {forewarning && (
        <ForewarningBanner
          forewarning={forewarning}
          onShowChart={
            tab === 'charts' && isFollowing(view.range)
              ? undefined
              : () => show({ tab: 'charts', range: LAST_SIX_HOURS, metrics: [forewarning.metric], isTable: false })
          }
        />
      )}
      {worst && tab !== 'alarms' && (
        <Box>
          <AlarmStrip
            key={worst.id}
            tank={tank}
            alarm={worst}
            // On a phone its chart is the first one below.
            {...(isInStrip ? { more } : { onShowChart: () => show(alarmInChart(worst)) })}
          />
          {!isInStrip && more}
        </Box>
      )}
      {!mayAcknowledge && !worst && tab !== 'alarms' && (
        <LastEvent tankId={tank.id} well={isWell(tank) ? t('home.allWell', { count: 1 }) : null} />
      )}
      <TankTabs tab={tab} alarms={alarms.length} terminals={tank.iots.length} show={show} />
      <TabPanel tab={tab}>
        <InSteps first={<TabSkeleton tab={tab} />}>
          <Suspense fallback={<TabSkeleton tab={tab} />}>
            {tab === 'live' && (
              <LiveTab tank={tank} onAssign={onAssign} onPickTemplate={onAssign && (() => show({ dialog: 'edit' }))} />
            )}
            {tab === 'charts' && <ChartsTab tank={tank} worst={worst?.metric ?? null} view={view} show={show} />}
            {tab === 'alarms' && (
              <AlarmsTab tank={tank} alarms={alarms} onShowChart={(alarm) => show(alarmInChart(alarm))} />
            )}
            {tab === 'journal' && <JournalTab tank={tank} />}
            {tab === 'reports' && <ReportsTab tank={tank} hash={view.reportHash} />}
            {tab === 'logs' && <EntityLogs kind="tanks" id={tank.id} />}
            {tab === 'terminals' && <TerminalsTab tank={tank} onAssign={onAssign} />}
            {tab === 'info' && (
              <InfoTab
                tank={tank}
                onEnterReading={
                  isLive && may(user, 'measurements.create') ? () => show({ dialog: 'reading' }) : undefined
                }
              />
            )}
          </Suspense>
        </InSteps>
      </TabPanel>
    </Box>
  )
}

const tabsOf = (user: User) => DETAIL_TABS.filter((each) => each !== 'logs' || may(user, 'tank_logs.view'))

interface TankTabsProps {
  tab: DetailTab
  /** How many open alarms and terminals the tank has. */
  alarms: number
  terminals: number
  show: (changes: Partial<DetailView>) => void
}

/** Not drawn again with each value: MUI's tabs measure themselves then, for which the browser lays out the whole page at once. */
const TankTabs = memo(function TankTabs({ tab, alarms, terminals, show }: TankTabsProps) {
  const { t } = useTranslation()
  const counted = (label: string, count: number) => (count > 0 ? `${label} (${count})` : label)
  const labels: Record<DetailTab, string> = {
    live: t('tanks.detail.tabLive'),
    charts: t('tanks.detail.tabCharts'),
    journal: t('tanks.detail.tabJournal'),
    alarms: counted(t('tanks.detail.tabAlarms'), alarms),
    reports: t('tanks.detail.tabReports'),
    logs: t('tanks.detail.tabLogs'),
    terminals: counted(t('tanks.detail.tabTerminals'), terminals),
    info: t('tanks.detail.tabInfo'),
  }
  return <PageTabs tabs={tabsOf(useUser())} tab={tab} labels={labels} onChange={(next) => show({ tab: next })} />
})

interface InfoTabProps {
  tank: Tank
  /** Opens the form for a manual reading; absent without the permission, or for a deleted tank. */
  onEnterReading?: (() => void) | undefined
}

/** The tank's record. */
function InfoTab({ tank, onEnterReading }: InfoTabProps) {
  const { t } = useTranslation()
  return (
    <>
      <HiddenHeading>{t('tanks.detail.tabInfo')}</HiddenHeading>
      {onEnterReading && (
        <Box sx={{ mb: 1.5 }}>
          <Button variant="outlined" startIcon={<Icon path={mdiPencilPlusOutline} />} onClick={onEnterReading}>
            {t('tanks.detail.addMeasurement')}
          </Button>
        </Box>
      )}
      <Paper variant="outlined" sx={{ p: 2 }}>
        <RecordFields fields={tankFields(tank, t)} />
      </Paper>
      {tank.status === 'active' && <ForewarningRecords tankId={tank.id} />}
    </>
  )
}
