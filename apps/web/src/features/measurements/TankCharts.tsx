import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartLegend } from '../../shared/charts/ChartLegend.tsx'
import { ChartsSkeleton } from '../../shared/charts/MetricBlocks.tsx'
import { SeriesCharts } from '../../shared/charts/SeriesCharts.tsx'
import { shownMetrics } from '../../shared/charts/shown-metrics.ts'
import type { SeriesWindow } from '../../shared/charts/use-series-window.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { alarmMarksQuery } from '../alarms/alarm-marks.queries.ts'
import type { ExplorerView } from './explorer-search.ts'
import { Fetching } from './Fetching.tsx'
import { measurementQueries } from './measurements.queries.ts'
import { limitsOf } from './tank-limits.ts'
import type { ShowExplorer } from './use-explorer.ts'
import { useZoom } from './use-zoom.ts'

const POINTS = 500

interface Props {
  tank: Tank
  view: ExplorerView
  show: ShowExplorer
  window: SeriesWindow
}

/** One tank: a chart for each metric, with its limits and the moments of its alarms. */
export const TankCharts = memo(DrawnCharts)

function DrawnCharts({ tank, view: { range, metrics, terminalId }, show, window }: Props) {
  const { t } = useTranslation()
  const series = useQuery(measurementQueries.tankSeries(tank.id, { range, terminalId, points: POINTS }))
  const marks = useQuery(alarmMarksQuery(tank.id, range)).data ?? {}
  const zoom = useZoom(show)
  const limits = useCallback((metric: MetricKey) => limitsOf(tank, metric), [tank])
  const shown = series.data ? shownMetrics(series.data, metrics) : []
  return (
    <>
      {series.error && (
        <ErrorAlert title={t('explorer.chartFailed')} error={series.error} onRetry={() => void series.refetch()} />
      )}
      {series.isPending && <ChartsSkeleton />}
      {series.data && shown.length > 0 && (
        <>
          <ChartLegend window={window} bucketSeconds={series.data.bucket_seconds} hasAlarms />
          <Fetching isOn={series.isFetching && series.isPlaceholderData}>
            <SeriesCharts
              series={series.data}
              metrics={shown}
              window={window}
              limitsOf={limits}
              marks={marks}
              onZoom={zoom}
            />
          </Fetching>
        </>
      )}
    </>
  )
}
