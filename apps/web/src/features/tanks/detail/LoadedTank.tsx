import type { Tank } from '@dalyan/contracts/tanks'
import { mdiPencilPlusOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import type { TFunction } from 'i18next'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartsSkeleton } from '../../measurements/public/charts/MetricBlocks.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { PageTabs, TabPanel } from '../../../shared/ui/PageTabs.tsx'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { tankFields } from '../tank-fields.tsx'
import { AlarmsTab } from './AlarmsTab.tsx'
import { AlarmStrip } from './AlarmStrip.tsx'
import { DETAIL_TABS, type DetailTab } from './detail-search.ts'
import { LiveTab } from './LiveTab.tsx'
import { TankHeader } from './TankHeader.tsx'
import { TankPageDialogs } from './TankPageDialogs.tsx'
import { TerminalsTab } from './TerminalsTab.tsx'
import { alarmInChart, useDetailView } from './use-detail-view.ts'
import { useTankAlarms } from './use-tank-alarms.ts'

const ChartsTab = lazy(async () => ({ default: (await import('./ChartsTab.tsx')).ChartsTab }))
const EntityLogs = lazy(async () => ({ default: (await import('../../logs/public/EntityLogs.tsx')).EntityLogs }))

interface Props {
  tank: Tank
  /** Of a later fetch; the tank on screen stays. */
  error: Error | null
  onRetry: () => void
}

/** The page of a loaded tank: header, worst alarm and tabs. */
export function LoadedTank({ tank, error, onRetry }: Props) {
  const { t } = useTranslation()
  const { view, show } = useDetailView()
  const user = useUser()
  const isManager = may(user, 'tanks.manage')
  const isLive = tank.status !== 'deleted'
  const tabs = DETAIL_TABS.filter((each) => each !== 'logs' || may(user, 'tank_logs.view'))
  const tab = tabs.includes(view.tab) ? view.tab : 'live'
  const alarms = useTankAlarms(tank.id)
  const [worst] = alarms
  const onAssign = isManager && isLive ? () => show({ dialog: 'assign' }) : undefined

  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
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
      {worst && tab !== 'alarms' && (
        <Box>
          <AlarmStrip key={worst.id} tank={tank} alarm={worst} onShowChart={() => show(alarmInChart(worst))} />
          {alarms.length > 1 && (
            <Button size="small" onClick={() => show({ tab: 'alarms' })} sx={{ minHeight: 28, mt: 0.5 }}>
              {t('tanks.detail.moreAlarms', { count: alarms.length - 1 })}
            </Button>
          )}
        </Box>
      )}
      <PageTabs
        tabs={tabs}
        tab={tab}
        labels={tabLabels(t, alarms.length, tank.iots.length)}
        onChange={(next) => show({ tab: next })}
      />
      <TabPanel tab={tab}>
        <Suspense fallback={tab === 'charts' ? <ChartsSkeleton /> : <Skeleton variant="rounded" height={320} />}>
          {tab === 'live' && (
            <LiveTab tank={tank} onAssign={onAssign} onPickTemplate={onAssign && (() => show({ dialog: 'edit' }))} />
          )}
          {tab === 'charts' && <ChartsTab tank={tank} view={view} show={show} />}
          {tab === 'alarms' && (
            <AlarmsTab tank={tank} alarms={alarms} onShowChart={(alarm) => show(alarmInChart(alarm))} />
          )}
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
      </TabPanel>
    </Box>
  )
}

function tabLabels(t: TFunction, alarms: number, terminals: number): Record<DetailTab, string> {
  const counted = (label: string, count: number) => (count > 0 ? `${label} (${count})` : label)
  return {
    live: t('tanks.detail.tabLive'),
    charts: t('tanks.detail.tabCharts'),
    alarms: counted(t('tanks.detail.tabAlarms'), alarms),
    logs: t('tanks.detail.tabLogs'),
    terminals: counted(t('tanks.detail.tabTerminals'), terminals),
    info: t('tanks.detail.tabInfo'),
  }
}

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
      <Typography variant="h2" sx={visuallyHidden}>
        {t('tanks.detail.tabInfo')}
      </Typography>
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
    </>
  )
}
