import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartLegend } from '../../shared/charts/ChartLegend.tsx'
import { drawnMarks } from '../../shared/charts/drawn-marks.ts'
import { ChartsSkeleton } from '../../shared/charts/MetricBlocks.tsx'
import { SeriesCharts } from '../../shared/charts/SeriesCharts.tsx'
import { shownMetrics } from '../../shared/charts/shown-metrics.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { Fetching } from './Fetching.tsx'
import type { ShowExplorer } from './use-explorer.ts'
import { useZoom } from './use-zoom.ts'

interface Props extends Required<Pick<ComponentProps<typeof SeriesCharts>, 'window' | 'limitsOf' | 'marks'>> {
  query: UseQueryResult<Series>
  /** The chosen ones; empty: all with data. */
  metrics: readonly MetricKey[]
  show: ShowExplorer
}

/** A chart for each metric of a series, in all its states. */
export function SeriesView({ query, metrics, window, limitsOf, marks, show }: Props) {
  const { t } = useTranslation()
  const zoom = useZoom(show)
  const shown = query.data ? shownMetrics(query.data, metrics) : []
  return (
    <>
      {query.error && (
        <ErrorAlert title={t('explorer.chartFailed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <ChartsSkeleton />}
      {query.data && shown.length > 0 && (
        <>
          <ChartLegend
            window={window}
            bucketSeconds={query.data.bucket_seconds}
            drawn={drawnMarks({ series: query.data, metrics: shown, window, limitsOf, marks })}
          />
          <Fetching isOn={query.isFetching && query.isPlaceholderData}>
            <SeriesCharts
              series={query.data}
              metrics={shown}
              window={window}
              limitsOf={limitsOf}
              marks={marks}
              onZoom={zoom}
            />
          </Fetching>
        </>
      )}
    </>
  )
}
