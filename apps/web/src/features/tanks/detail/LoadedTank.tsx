import type { Tank } from '@dalyan/contracts/tanks'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartsSkeleton } from '../../../shared/charts/MetricBlocks.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { TabPanel } from '../../../shared/ui/PageTabs.tsx'
import { AlarmsTab } from './AlarmsTab.tsx'
import { AlarmStrip } from './AlarmStrip.tsx'
import { alarmInChart } from './alarm-range.ts'
import { DetailTabs, tabsFor } from './DetailTabs.tsx'
import { InfoTab } from './InfoTab.tsx'
import { LiveTab } from './LiveTab.tsx'
import { TankHeader } from './TankHeader.tsx'
import { TankHeaderActions } from './TankHeaderActions.tsx'
import { TankPageDialogs } from './TankPageDialogs.tsx'
import { TerminalsTab } from './TerminalsTab.tsx'
import { useDetailView } from './use-detail-view.ts'
import { useTankAlarms } from './use-tank-alarms.ts'

const ChartsTab = lazy(async () => ({ default: (await import('./ChartsTab.tsx')).ChartsTab }))
const EntityLogs = lazy(async () => ({ default: (await import('../../logs/EntityLogs.tsx')).EntityLogs }))

interface Props {
  tank: Tank
  /** Of a later fetch: what is on screen stays. */
  error: Error | null
  onRetry: () => void
}

/** A tank's page once the tank is there: its head, its worst alarm, and one of its parts. */
export function LoadedTank({ tank, error, onRetry }: Props) {
  const { t } = useTranslation()
  const { view, show } = useDetailView()
  const user = useUser()
  const isManager = may(user, 'tanks.manage')
  const isLive = tank.status !== 'deleted'
  const tabs = tabsFor(user)
  const tab = tabs.includes(view.tab) ? view.tab : 'live'
  const alarms = useTankAlarms(tank.id)
  const [worst] = alarms
  const onAssign = isManager && isLive ? () => show({ dialog: 'assign' }) : undefined

  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TankHeader
        tank={tank}
        isPaused={tab === 'charts' && view.isPaused}
        view={view}
        actions={
          <TankHeaderActions tank={tank} onOpen={(dialog) => show({ dialog })} onSide={() => show({ isSide: true })} />
        }
      />
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
      <DetailTabs
        tank={tank}
        tabs={tabs}
        tab={tab}
        alarmCount={alarms.length}
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
