import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
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
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartLegend } from '../../measurements/public/charts/ChartLegend.tsx'
import { ChartToolbar } from '../../../shared/charts/ChartToolbar.tsx'
import { ChartsSkeleton } from '../../measurements/public/charts/MetricBlocks.tsx'
import { metricTitle, shownMetrics } from '../../measurements/public/charts/chart-metrics.ts'
import { type OverlayWords, SeriesCharts } from '../../measurements/public/charts/SeriesCharts.tsx'
import { SeriesTable } from '../../measurements/public/charts/SeriesTable.tsx'
import { dayUpTo, type TimeRange } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { ExportButton } from '../../../shared/export/ExportButton.tsx'
import type { ExportFile } from '../../../shared/export/use-export.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { alarmMarksQuery } from '../../alarms/public/alarm-marks.queries.ts'
import { readingsFile } from '../../measurements/public/explorer.queries.ts'
import { limitsOf } from '../../records/public/tank-limits.ts'
import type { DetailView } from './detail-search.ts'
import { useTankSeries } from './use-tank-series.ts'

const POINTS = 500

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
  const limits = (metric: MetricKey) => limitsOf(tank, metric)
  const charts = series && { series, metrics, window, limitsOf: limits, marks }
  const zoom = useCallback((range: TimeRange) => show({ range }), [show])

  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        {t('tanks.detail.chartsHeading')}
      </Typography>
      <ChartToolbar view={view} show={show} missed={missed} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <ChartLegend
          window={window}
          bucketSeconds={series?.bucket_seconds ?? 0}
          charts={charts && !view.isTable ? { ...charts, isOverlaid: view.isOverlaid } : null}
        />
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
      {/* The height is reserved, so that nothing moves when the bar comes and goes. */}
      <Box sx={{ height: 4, mb: 0.5 }}>{isFetching && <LinearProgress />}</Box>
      {error && <ErrorAlert title={t('tanks.messages.loadFailed')} error={error} onRetry={retry} />}
      {!series && !error && <ChartsSkeleton />}
      {charts &&
        (metrics.length === 0 ? (
          <NoReadings tank={tank} show={show} />
        ) : view.isTable ? (
          <SeriesTable limitsOf={limits} series={charts.series} metrics={metrics} />
        ) : (
          <SeriesCharts {...charts} overlay={view.isOverlaid ? overlay : undefined} onZoom={zoom} />
        ))}
    </>
  )
}

/** The charts' readings, not summarised. */
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
  return (
    <EmptyState
      icon={mdiChartLineVariant}
      title={t('measurements.empty.title')}
      body={t('measurements.empty.lastKnown', { time: formatDateTime(last) })}
      action={
        <Button variant="outlined" onClick={() => show({ range: dayUpTo(Date.parse(last), serverNow()), metrics: [] })}>
          {t('measurements.empty.goToLast')}
        </Button>
      }
    />
  )
}

const LINE_NAMES = {
  tank_temperature: 'tanks.overlay.tank',
  ambient_temperature: 'tanks.overlay.ambient',
  ambient_humidity: 'tanks.overlay.ambient',
  cabinet_temperature: 'tanks.overlay.cabinet',
  cabinet_humidity: 'tanks.overlay.cabinet',
} as const satisfies Partial<Record<MetricKey, unknown>>

const OVERLAY_TITLES = { '°C': 'tanks.overlay.temperatures', '%': 'tanks.overlay.humidities' } as const

/** The texts of the charts that temperatures and humidities share. */
function useOverlayWords(): OverlayWords {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      title: (metric) => {
        const { unit } = metricOf(metric)
        return unit === '°C' || unit === '%' ? `${t(OVERLAY_TITLES[unit])} (${unit})` : metricTitle(t, metric)
      },
      label: (metric) => (hasLineName(metric) ? t(LINE_NAMES[metric]) : t(`measurements.metrics.${metric}`)),
      summary: (title, labels) => t('tanks.overlay.summary', { title, lines: labels.join(', ') }),
    }),
    [t],
  )
}

function hasLineName(metric: MetricKey): metric is keyof typeof LINE_NAMES {
  return metric in LINE_NAMES
}
