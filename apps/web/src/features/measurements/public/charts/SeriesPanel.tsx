import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { ChartToolbar, type ChartView } from '../../../../shared/charts/ChartToolbar.tsx'
import type { TimeRange } from '../../../../shared/charts/time-range.ts'
import { useNarrow } from '../../../../shared/list/use-narrow.ts'
import { QueryError } from '../../../../shared/ui/ErrorAlert.tsx'
import { HiddenHeading } from '../../../../shared/ui/HiddenHeading.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { shownMetrics } from './chart-metrics.ts'
import { ChartsSkeleton } from './MetricBlocks.tsx'
import { SeriesCharts, type SeriesChartsProps } from './SeriesCharts.tsx'
import { SeriesTable } from './SeriesTable.tsx'

interface Props extends Omit<SeriesChartsProps, 'series' | 'metrics'> {
  heading: string
  view: ChartView
  show: (changes: Partial<ChartView>) => void
  query: Pick<UseQueryResult<Series>, 'error' | 'refetch' | 'isFetching' | 'isPlaceholderData'>
  /** The query's data, with live readings; undefined while it loads. */
  series: Series | undefined
  /** Empty: all metrics with data. */
  selected?: readonly MetricKey[]
  /** Number of readings that arrived during a pause. */
  missed?: number
  /** Title of the error of a failed call. */
  failed: string
  /** Stand beside the legend. */
  actions?: ReactNode
  /** Stands above the charts. */
  filters?: ReactNode
  /** Shown instead of charts when the window has no readings. */
  empty: ReactNode
}

/** The charts of one series with their toolbar and legend, or their numbers as a table. */
export function SeriesPanel(props: Props) {
  const { heading, view, show, query, series, selected = [], missed = 0, failed, actions, filters, empty } = props
  const { window, limitsOf, marks, isOverlaid = false, lead, predictionOf, overlayOf } = props
  const isNarrow = useNarrow()
  const charts = series && {
    series,
    metrics: shownMetrics(series, selected),
    window,
    limitsOf,
    marks,
    isOverlaid,
    lead,
    predictionOf,
    overlayOf,
  }
  const zoom = useCallback((range: TimeRange) => show({ range }), [show])
  const legend = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <ChartLegend
        window={window}
        bucketSeconds={series?.bucket_seconds ?? 0}
        charts={charts && !view.isTable ? charts : null}
      />
      {actions}
    </Box>
  )
  return (
    <>
      <HiddenHeading>{heading}</HiddenHeading>
      <ChartToolbar view={view} show={show} missed={missed} />
      {!isNarrow && legend}
      {filters}
      {/* The height is reserved, so that nothing moves when the bar comes and goes. */}
      <Box sx={{ height: 4, mb: 0.5 }}>{query.isFetching && query.isPlaceholderData && <LinearProgress />}</Box>
      <QueryError query={query} title={failed} />
      {!charts && !query.error && <ChartsSkeleton hasLead={lead !== undefined} />}
      {charts?.metrics.length === 0 && empty}
      {charts && charts.metrics.length > 0 && view.isTable && <SeriesTable {...charts} />}
      {charts && charts.metrics.length > 0 && !view.isTable && <SeriesCharts {...charts} onZoom={zoom} />}
      {/* On a phone the charts come first. */}
      {isNarrow && legend}
    </>
  )
}
