import { mdiChartLineVariant } from '@mdi/js'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChartLegend } from '../../measurements/public/charts/ChartLegend.tsx'
import { ChartToolbar, type ChartView } from '../../../shared/charts/ChartToolbar.tsx'
import { ChartsSkeleton } from '../../measurements/public/charts/MetricBlocks.tsx'
import { SeriesCharts } from '../../measurements/public/charts/SeriesCharts.tsx'
import { SeriesTable } from '../../measurements/public/charts/SeriesTable.tsx'
import { shownMetrics } from '../../measurements/public/charts/chart-metrics.ts'
import { isFollowing } from '../../../shared/charts/time-range.ts'
import { useSeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { measurementQueries } from '../../measurements/public/measurements.queries.ts'

const POINTS = 500
/** Limits belong to tanks, so the terminal's own page shows none. */
const noLimits = () => null

interface Props {
  terminalId: number
  view: ChartView
  show: (changes: Partial<ChartView>) => void
}

/** What the terminal measured, on any tank. */
export function SeriesTab({ terminalId, view, show }: Props) {
  const { t } = useTranslation()
  const { range, isPaused, isTable } = view
  const query = useQuery(measurementQueries.terminalSeries(terminalId, { range, points: POINTS }, isPaused))
  const window = useSeriesWindow(range, isFollowing(range) && !isPaused)
  const series = query.data
  const metrics = series ? shownMetrics(series, []) : []
  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        {t('terminals.detail.tabMeasurements')}
      </Typography>
      <ChartToolbar view={view} show={show} missed={0} />
      <ChartLegend
        window={window}
        bucketSeconds={series?.bucket_seconds ?? 0}
        charts={series && !isTable ? { series, metrics, window, limitsOf: noLimits } : null}
      />
      <Box sx={{ height: 4, mb: 0.5 }}>{query.isPlaceholderData && query.isFetching && <LinearProgress />}</Box>
      {query.error && (
        <ErrorAlert
          title={t('terminals.messages.loadFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {!series && !query.error && <ChartsSkeleton />}
      {series && metrics.length === 0 && (
        <EmptyState
          icon={mdiChartLineVariant}
          title={t('measurements.empty.title')}
          body={t('terminals.detail.widen')}
        />
      )}
      {series && metrics.length > 0 && isTable && <SeriesTable series={series} metrics={metrics} limitsOf={noLimits} />}
      {series && metrics.length > 0 && !isTable && (
        <SeriesCharts
          series={series}
          metrics={metrics}
          window={window}
          limitsOf={noLimits}
          onZoom={(next) => show({ range: next })}
        />
      )}
    </>
  )
}
