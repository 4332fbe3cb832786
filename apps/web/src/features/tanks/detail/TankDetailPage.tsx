import type { Alarm } from '@dalyan/contracts/alarms'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiFishOff } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import tanksWords from '../../../locales/tr/tanks.json' with { type: 'json' }
import { useChannel } from '../../../realtime/use-channel.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { ChartsSkeleton } from '../../../shared/charts/MetricBlocks.tsx'
import { toLocal } from '../../../shared/charts/time-range.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { alarmQueries } from '../../alarms/alarms.queries.ts'
import { tankQueries } from '../tanks.queries.ts'
import { AlarmsTab } from './AlarmsTab.tsx'
import { AlarmStrip } from './AlarmStrip.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { DETAIL_TABS, type DetailTab } from './detail-search.ts'
import { LiveTab } from './LiveTab.tsx'
import { TankHeader } from './TankHeader.tsx'
import { TankHeaderActions } from './TankHeaderActions.tsx'
import { useDetailView } from './use-detail-view.ts'
import { worstFirst } from './worst-alarm.ts'

addWords({ tanks: tanksWords })

const ChartsTab = lazy(async () => ({ default: (await import('./ChartsTab.tsx')).ChartsTab }))
const TankDialogs = lazy(async () => ({ default: (await import('../dialogs/TankDialogs.tsx')).TankDialogs }))
const ButtonLink = createLink(Button)
const HOUR_MS = 3_600_000

/** One tank: is it healthy now, since when, what changed. */
export function TankDetailPage() {
  const { id } = useDetailView()
  const { t } = useTranslation()
  const tank = useQuery({ ...tankQueries.one(id), enabled: Number.isInteger(id) })
  useChannel(Number.isInteger(id) ? `tank.${id}` : null)
  usePageTitle(tank.data ? `${tank.data.code} · ${tank.data.name}` : t('tanks.one'))
  useAppReady(!tank.isPending)

  const retry = () => void tank.refetch()

  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      {!Number.isInteger(id) || isMissing(tank.error) ? (
        <NotFound />
      ) : tank.data ? (
        <LoadedTank key={id} tank={tank.data} error={tank.error} onRetry={retry} />
      ) : tank.error ? (
        <ErrorAlert title={t('tanks.messages.loadFailed')} error={tank.error} onRetry={retry} />
      ) : (
        <DetailSkeleton />
      )}
    </Box>
  )
}

function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid_id')
}

function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiFishOff}
      title={t('errors.notFound')}
      action={
        <ButtonLink to="/tanks" search={{}} variant="outlined">
          {t('tanks.detail.backToList')}
        </ButtonLink>
      }
    />
  )
}

interface LoadedTankProps {
  tank: Tank
  /** Of a later fetch: what is on screen stays. */
  error: Error | null
  onRetry: () => void
}

function LoadedTank({ tank, error, onRetry }: LoadedTankProps) {
  const { t } = useTranslation()
  const { view, show } = useDetailView()
  const user = useUser()
  const isManager = may(user, 'tanks.manage')
  const isOperator = may(user, 'tanks.operate')
  const mayOpen = isManager || (isOperator && view.dialog === 'edit')
  const open = useQuery(alarmQueries.list({ tank_id: tank.id, per_page: 100 })).data?.data
  const alarms = useMemo(() => worstFirst(open ?? []), [open])
  const [worst] = alarms

  const newestOf = ({ metric }: Alarm) => (metric && tank.last_measurement?.[metric]?.value) ?? null
  const showChart = (alarm: Alarm) =>
    show({
      tab: 'charts',
      metrics: alarm.metric ? [alarm.metric] : [],
      range: {
        from: toLocal(Date.parse(alarm.out_since) - HOUR_MS),
        to: 'now',
      },
      isPaused: false,
      isTable: false,
    })

  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TankHeader
        tank={tank}
        isPaused={view.tab === 'charts' && view.isPaused}
        actions={
          isOperator && <TankHeaderActions tank={tank} isManager={isManager} onOpen={(dialog) => show({ dialog })} />
        }
      />
      {mayOpen && view.dialog && (
        <Suspense>
          <TankDialogs
            dialog={view.dialog}
            id={tank.id}
            onOpen={() => show({ dialog: 'edit' })}
            onClose={() => show({ dialog: null })}
          />
        </Suspense>
      )}
      {tank.status === 'deleted' && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
      {error && <ErrorAlert title={t('tanks.messages.loadFailed')} error={error} onRetry={onRetry} />}
      {worst && view.tab !== 'alarms' && (
        <Box>
          <AlarmStrip key={worst.id} alarm={worst} newest={newestOf(worst)} onShowChart={() => showChart(worst)} />
          {alarms.length > 1 && (
            <Button size="small" onClick={() => show({ tab: 'alarms' })} sx={{ minHeight: 28, mt: 0.5 }}>
              {t('alarms.moreAlarms', { count: alarms.length - 1 })}
            </Button>
          )}
        </Box>
      )}
      <DetailTabs tab={view.tab} alarmCount={alarms.length} onChange={(tab) => show({ tab })} />
      <Box role="tabpanel" id={`panel-${view.tab}`} aria-labelledby={`tab-${view.tab}`}>
        {view.tab === 'live' && (
          <LiveTab
            tank={tank}
            onAssign={isManager && tank.status !== 'deleted' ? () => show({ dialog: 'edit' }) : undefined}
          />
        )}
        {view.tab === 'charts' && (
          <Suspense fallback={<ChartsSkeleton />}>
            <ChartsTab tank={tank} alarms={alarms} view={view} show={show} />
          </Suspense>
        )}
        {view.tab === 'alarms' && <AlarmsTab alarms={alarms} newestOf={newestOf} onShowChart={showChart} />}
      </Box>
    </Box>
  )
}

function DetailTabs({
  tab,
  alarmCount,
  onChange,
}: {
  tab: DetailTab
  alarmCount: number
  onChange: (tab: DetailTab) => void
}) {
  const { t } = useTranslation()
  const label = {
    live: t('tanks.detail.tabLive'),
    charts: t('tanks.detail.tabCharts'),
    alarms: alarmCount > 0 ? `${t('tanks.detail.tabAlarms')} (${alarmCount})` : t('tanks.detail.tabAlarms'),
  }
  return (
    <Tabs
      value={tab}
      onChange={(_, next: DetailTab) => onChange(next)}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {DETAIL_TABS.map((each) => (
        <Tab
          key={each}
          value={each}
          label={label[each]}
          id={`tab-${each}`}
          {...(each === tab ? { 'aria-controls': `panel-${each}` } : {})}
        />
      ))}
    </Tabs>
  )
}
