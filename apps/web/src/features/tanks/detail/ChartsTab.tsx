import type { Tank } from '@dalyan/contracts/tanks'
import { mdiChartLineVariant, mdiLayersOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import LinearProgress from '@mui/material/LinearProgress'
import ToggleButton from '@mui/material/ToggleButton'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartLegend } from '../../../shared/charts/ChartLegend.tsx'
import { drawnMarks, NOTHING_DRAWN } from '../../../shared/charts/drawn-marks.ts'
import { ChartToolbar } from '../../../shared/charts/ChartToolbar.tsx'
import { ChartsSkeleton } from '../../../shared/charts/MetricBlocks.tsx'
import { SeriesCharts } from '../../../shared/charts/SeriesCharts.tsx'
import { SeriesTable } from '../../../shared/charts/SeriesTable.tsx'
import { shownMetrics } from '../../../shared/charts/shown-metrics.ts'
import { type TimeRange, toLocal } from '../../../shared/charts/time-range.ts'
import { ExportButton } from '../../../shared/export/ExportButton.tsx'
import type { ExportFile } from '../../../shared/export/use-export.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { alarmMarksQuery } from '../../alarms/alarm-marks.queries.ts'
import { readingsFile } from '../../measurements/explorer.queries.ts'
import { rangeOf } from '../tank-values.ts'
import type { DetailView } from './detail-search.ts'
import { useOverlayWords } from './use-overlay-words.ts'
import { useTankSeries } from './use-tank-series.ts'

const POINTS = 500
const LEAST_ZOOM_SECONDS = 120
const DAY_MS = 86_400_000

interface ChartsTabProps {
  tank: Tank
  view: DetailView
  show: (changes: Partial<DetailView>) => void
}

/** A small chart for each metric, on one time axis with one crosshair. */
export function ChartsTab({ tank, view, show }: ChartsTabProps) {
  const { t } = useTranslation()
  const { series, window, missed, error, isFetching, retry } = useTankSeries(tank.id, {
    range: view.range,
    points: POINTS,
    isPaused: view.isPaused,
  })
  const metrics = series ? shownMetrics(series, view.metrics) : []
  const [only] = view.metrics
  const marks = useQuery(alarmMarksQuery(tank.id, view.range)).data ?? {}
  const overlay = useOverlayWords()
  const drawn =
    series && !view.isTable
      ? drawnMarks({
          series,
          metrics,
          window,
          limitsOf: (metric) => rangeOf(tank, metric),
          marks,
          isOverlaid: view.isOverlaid,
        })
      : NOTHING_DRAWN
  const zoom = useCallback(
    (from: number, to: number) => {
      if (to - from >= LEAST_ZOOM_SECONDS) show({ range: { from: toLocal(from * 1000), to: toLocal(to * 1000) } })
    },
    [show],
  )

  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        {t('tanks.detail.chartsHeading')}
      </Typography>
      <ChartToolbar view={view} show={show} missed={missed} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <ChartLegend window={window} bucketSeconds={series?.bucket_seconds ?? 0} drawn={drawn} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto' }}>
          <ToggleButton
            value="overlay"
            selected={view.isOverlaid}
            disabled={view.isTable}
            onChange={() => show({ isOverlaid: !view.isOverlaid })}
            title={t('tanks.overlay.hint')}
            sx={{ minHeight: 40, py: 0.5, px: 1.5, gap: 0.75, textTransform: 'none', fontWeight: 700 }}
          >
            <Icon path={mdiLayersOutline} sx={{ fontSize: 20 }} />
            {t('tanks.overlay.toggle')}
          </ToggleButton>
          <ExportButton files={[fileOf(tank, view.range, t('export.csv'))]} />
        </Box>
      </Box>
      {only && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
          {view.metrics.map((metric) => (
            <Chip
              key={metric}
              label={t(`measurements.metrics.${metric}`)}
              onDelete={() => show({ metrics: view.metrics.filter((each) => each !== metric) })}
            />
          ))}
          <Button size="small" onClick={() => show({ metrics: [] })}>
            {t('measurements.allMetrics')}
          </Button>
        </Box>
      )}
      {/* A bar of its own height, so that nothing moves when it comes and goes. */}
      <Box sx={{ height: 4, mb: 0.5 }}>{isFetching && <LinearProgress />}</Box>
      {error && <ErrorAlert title={t('tanks.messages.loadFailed')} error={error} onRetry={retry} />}
      {!series && !error && <ChartsSkeleton />}
      {series && metrics.length === 0 && <NoReadings tank={tank} show={show} />}
      {series && metrics.length > 0 && view.isTable && (
        <SeriesTable limitsOf={(metric) => rangeOf(tank, metric)} series={series} metrics={metrics} />
      )}
      {series && metrics.length > 0 && !view.isTable && (
        <SeriesCharts
          series={series}
          metrics={metrics}
          window={window}
          limitsOf={(metric) => rangeOf(tank, metric)}
          marks={marks}
          overlay={view.isOverlaid ? overlay : undefined}
          onZoom={zoom}
        />
      )}
    </>
  )
}

/** The charts' readings as they came, not summarised. */
function fileOf(tank: Tank, range: TimeRange, label: string): ExportFile {
  return {
    label,
    name: `olcumler-${tank.code}.csv`,
    open: (signal) => readingsFile({ tanks: [tank.id], range }, 'csv', signal),
  }
}

function NoReadings({ tank, show }: Pick<ChartsTabProps, 'tank' | 'show'>) {
  const { t } = useTranslation()
  const last = tank.last_measurement?.measured_at
  if (!last) return <EmptyState icon={mdiChartLineVariant} title={t('measurements.empty.title')} />
  const goToLast = () => {
    const end = Date.parse(last) + 60_000
    show({
      range: isRecent(last) ? { from: 'now-24h', to: 'now' } : { from: toLocal(end - DAY_MS), to: toLocal(end) },
      metrics: [],
    })
  }
  return (
    <EmptyState
      icon={mdiChartLineVariant}
      title={t('measurements.empty.title')}
      body={t('measurements.empty.lastKnown', { time: formatDateTime(last) })}
      action={
        <Button variant="outlined" onClick={goToLast}>
          {t('measurements.empty.goToLast')}
        </Button>
      }
    />
  )
}

function isRecent(instant: string): boolean {
  return Date.now() - Date.parse(instant) < DAY_MS
}
