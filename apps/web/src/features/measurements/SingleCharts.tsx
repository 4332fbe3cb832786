import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartLegend } from './public/charts/ChartLegend.tsx'
import { shownMetrics } from './public/charts/chart-metrics.ts'
import { ChartsSkeleton } from './public/charts/MetricBlocks.tsx'
import { SeriesCharts } from './public/charts/SeriesCharts.tsx'
import type { SeriesWindow } from '../../shared/charts/use-series-window.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { alarmMarksQuery } from '../alarms/public/alarm-marks.queries.ts'
import type { ExplorerView } from './explorer-search.ts'
import { limitsOf } from '../records/public/tank-limits.ts'
import { Fetching } from './Fetching.tsx'
import { measurementQueries } from './public/measurements.queries.ts'
import { type ShowExplorer, useZoom } from './use-explorer.ts'

const POINTS = 500
const NO_MARKS = {}
const noLimits = () => null

interface Props {
  view: ExplorerView
  show: ShowExplorer
  window: SeriesWindow
}

/** One tank: a chart for each metric, with its limits and the moments of its alarms. */
export const TankCharts = memo(DrawnTankCharts)

function DrawnTankCharts({ tank, view: { range, metrics, terminalId }, show, window }: Props & { tank: Tank }) {
  const series = useQuery(measurementQueries.tankSeries(tank.id, { range, terminalId, points: POINTS }))
  const marks = useQuery(alarmMarksQuery(tank.id, range)).data ?? {}
  const limits = useCallback((metric: MetricKey) => limitsOf(tank, metric), [tank])
  return <SingleCharts query={series} metrics={metrics} window={window} limitsOf={limits} marks={marks} show={show} />
}

/** One terminal over all its tanks: limits and alarms belong to tanks, so there are none. */
export const TerminalCharts = memo(DrawnTerminalCharts)

function DrawnTerminalCharts({ id, view: { range, metrics }, show, window }: Props & { id: number }) {
  const series = useQuery(measurementQueries.terminalSeries(id, { range, points: POINTS }))
  return (
    <SingleCharts query={series} metrics={metrics} window={window} limitsOf={noLimits} marks={NO_MARKS} show={show} />
  )
}

interface SingleChartsProps extends Required<
  Pick<ComponentProps<typeof SeriesCharts>, 'window' | 'limitsOf' | 'marks'>
> {
  query: UseQueryResult<Series>
  /** The selected ones; empty: all with data. */
  metrics: readonly MetricKey[]
  show: ShowExplorer
}

function SingleCharts({ query, metrics, show, ...drawing }: SingleChartsProps) {
  const { t } = useTranslation()
  const zoom = useZoom(show)
  const charts = query.data && { series: query.data, metrics: shownMetrics(query.data, metrics), ...drawing }
  return (
    <>
      {query.error && (
        <ErrorAlert title={t('explorer.chartFailed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <ChartsSkeleton />}
      {charts && charts.metrics.length > 0 && (
        <>
          <ChartLegend window={drawing.window} bucketSeconds={charts.series.bucket_seconds} charts={charts} />
          <Fetching isOn={query.isFetching && query.isPlaceholderData}>
            <SeriesCharts {...charts} onZoom={zoom} />
          </Fetching>
        </>
      )}
    </>
  )
}
