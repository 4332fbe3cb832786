import type { Tank } from '@dalyan/contracts/tanks'
import { mdiAccessPointOff, mdiTimerSand } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '../../../shared/charts/time-range.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { MetricGrid } from '../../measurements/public/charts/MetricBlocks.tsx'
import { measurementQueries } from '../../measurements/public/measurements.queries.ts'
import { DerivedCards } from './DerivedCards.tsx'
import { MetricTile } from './MetricTile.tsx'
import { countStates, type TankReading, useTankReadings } from './tank-reading.ts'
import { useSeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { HiddenHeading } from '../../../shared/ui/HiddenHeading.tsx'

const SPARK_RANGE: TimeRange = { from: 'now-6h', to: 'now' }
const SPARK_POINTS = 120

interface Props {
  tank: Tank
  /** Open the dialogs for a missing terminal or template; absent without the permission. */
  onAssign?: (() => void) | undefined
  onPickTemplate?: (() => void) | undefined
}

/** The tank's values now, in the order of screens. */
export function LiveTab({ tank, onAssign, onPickTemplate }: Props) {
  const { t } = useTranslation()
  const readings = useTankReadings(tank)
  const isEmpty = tank.last_measurement === null
  const window = useSeriesWindow(SPARK_RANGE, true)
  // Live points are not added: three minutes are one pixel here.
  const { data: series } = useQuery({
    ...measurementQueries.tankSeries(tank.id, { range: SPARK_RANGE, points: SPARK_POINTS }),
    enabled: !isEmpty,
  })

  if (isEmpty) {
    return tank.iots.length === 0 ? (
      <EmptyState
        icon={mdiAccessPointOff}
        title={t('tanks.detail.noTerminal')}
        body={t('tanks.detail.noTerminalBody')}
        action={
          onAssign && (
            <Button variant="outlined" onClick={onAssign}>
              {t('tanks.detail.assignTerminal')}
            </Button>
          )
        }
      />
    ) : (
      <EmptyState
        icon={mdiTimerSand}
        title={t('tanks.detail.noMeasurement')}
        body={t('tanks.detail.noMeasurementBody')}
      />
    )
  }
  return (
    <>
      <HiddenHeading>{t('tanks.detail.liveHeading')}</HiddenHeading>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography>
          <Summary tank={tank} readings={readings} />
          {onPickTemplate && tank.status === 'active' && !tank.range_template && (
            <Button size="small" onClick={onPickTemplate} sx={{ ml: 1 }}>
              {t('tanks.detail.assignTemplate')}
            </Button>
          )}
        </Typography>
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', whiteSpace: 'nowrap', display: { xs: 'none', sm: 'block' } }}
        >
          {t('common.time.last6h')}
        </Typography>
      </Box>
      <MetricGrid columns={{ xs: 2, md: 3 }}>
        {readings.map((reading) => (
          <MetricTile key={reading.metric} tankId={String(tank.id)} reading={reading} series={series} window={window} />
        ))}
      </MetricGrid>
      <DerivedCards readings={readings} tank={tank} />
    </>
  )
}

/** `1 değer aralık dışında · 8 değer aralıkta`, or why there are no limits. */
function Summary({ tank, readings }: { tank: Tank; readings: readonly TankReading[] }) {
  const { t } = useTranslation()
  if (tank.status !== 'active') return t('tanks.detail.notMonitored')
  if (!tank.range_template) return t('tanks.detail.noTemplate')
  if (!tank.range_template.active) return t('tanks.detail.templateOff')
  const { outside, inside, stale, wasOutside } = countStates(readings)
  const rest = [
    ...(inside > 0 ? [t('tanks.detail.summaryOk', { count: inside })] : []),
    ...(stale > 0 ? [t('tanks.detail.summaryStale', { count: stale })] : []),
  ].join(' · ')
  const bad = [
    ...(outside > 0 ? [t('tanks.detail.summaryBad', { count: outside })] : []),
    ...(wasOutside > 0 ? [t('tanks.detail.summaryWasBad', { count: wasOutside })] : []),
  ].join(' · ')
  if (bad === '') return rest
  return (
    <>
      <strong>{bad}</strong>
      {rest && ` · ${rest}`}
    </>
  )
}
