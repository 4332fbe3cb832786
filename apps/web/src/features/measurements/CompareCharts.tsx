import type { Series } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { dashOf } from '../../shared/charts/chart-tokens.ts'
import { LinesCard } from './public/charts/ChartCards.tsx'
import { type ChartLine, LINE_DASHES } from '../../shared/charts/chart-lines.ts'
import { metricTitle, shownMetrics } from './public/charts/chart-metrics.ts'
import { ChartsSkeleton } from './public/charts/MetricBlocks.tsx'
import { plotModel } from '../../shared/charts/plot-model.ts'
import type { TimeRange } from '../../shared/charts/time-range.ts'
import type { SeriesWindow } from '../../shared/charts/use-series-window.ts'
import { formatMetric } from '../../shared/format/number.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { alarmMarksQuery } from '../alarms/public/alarm-marks.queries.ts'
import type { ExplorerView } from './explorer-search.ts'
import { Fetching } from './Fetching.tsx'
import { measurementQueries } from './public/measurements.queries.ts'
import { commonLimits } from './readings.ts'
import { type ShowExplorer, useZoom } from './use-explorer.ts'

const POINTS = 500
/** The metrics whose colours the tanks take in order: six colours that are easy to distinguish. */
const COLORS: readonly MetricKey[] = [
  'tank_temperature',
  'orp',
  'ph',
  'conductivity',
  'cabinet_humidity',
  'ambient_temperature',
]

interface Props {
  tanks: readonly Tank[]
  view: ExplorerView
  show: ShowExplorer
  window: SeriesWindow
}

/** Several tanks: a chart for each metric with a line for each tank. */
export const CompareCharts = memo(DrawnCharts)

function DrawnCharts({ tanks, view: { range, metrics: selected }, show, window }: Props) {
  const { t } = useTranslation()
  const { series, failed, isPending, isStale } = useQueries({
    queries: tanks.map((tank) => measurementQueries.tankSeries(tank.id, { range, points: POINTS })),
    combine: allSeries,
  })
  const marks = useQueries({ queries: tanks.map(({ id }) => alarmMarksQuery(id, range)), combine: allMarks })
  const zoom = useZoom(show)
  const metrics = SCREEN_ORDER.filter((metric) =>
    series.some((each) => each && shownMetrics(each, selected).includes(metric)),
  )
  return (
    <>
      {failed?.error && (
        <ErrorAlert title={t('explorer.chartFailed')} error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {isPending && metrics.length === 0 && <ChartsSkeleton />}
      {metrics.length > 0 && (
        <Fetching isOn={isStale}>
          <Typography variant="body2" sx={{ color: 'text.secondary', my: 1, fontSize: '0.8125rem' }}>
            {series.some((each) => each && each.bucket_seconds > 0) && `${t('explorer.pointsPerTank')} `}
            {t('explorer.ownLimits')} {t('explorer.alarmMarks')}
          </Typography>
          <Box
            component="ul"
            sx={{
              display: 'grid',
              gridTemplateColumns:
                metrics.length === 1 ? 'minmax(0, 1fr)' : { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
              gap: 1.5,
              p: 0,
              m: 0,
              listStyle: 'none',
            }}
          >
            {metrics.map((metric) => (
              <MetricOfTanks
                key={metric}
                metric={metric}
                tanks={tanks}
                series={series}
                marks={marks}
                window={window}
                isLarge={metrics.length === 1}
                onZoom={zoom}
              />
            ))}
          </Box>
        </Fetching>
      )}
    </>
  )
}

function allSeries(queries: readonly UseQueryResult<Series>[]) {
  return {
    series: queries.map(({ data }) => data),
    failed: queries.find(({ error }) => error),
    isPending: queries.some((query) => query.isPending),
    /** The charts still show the previous window. */
    isStale: queries.some((query) => query.isFetching && query.isPlaceholderData),
  }
}

type Marks = Readonly<Record<MetricKey, number[]>>

function allMarks(queries: readonly UseQueryResult<Marks>[]): (Marks | undefined)[] {
  return queries.map(({ data }) => data)
}

interface MetricProps {
  metric: MetricKey
  tanks: readonly Tank[]
  /** In the order of the tanks; undefined: still loading. */
  series: readonly (Series | undefined)[]
  /** When alarms of these tanks were raised. */
  marks: readonly (Marks | undefined)[]
  window: SeriesWindow
  isLarge: boolean
  onZoom: (range: TimeRange) => void
}

const MetricOfTanks = memo(DrawnMetric)

function DrawnMetric({ metric, tanks, series, marks, window, isLarge, onZoom }: MetricProps) {
  const { t } = useTranslation()
  const { chart } = useTheme().tokens
  const limits = commonLimits(tanks, metric)
  const lines = tanks.map((tank, i): ChartLine => {
    const own = series[i]
    return {
      label: tank.code,
      color: chart.series[COLORS[i] ?? metric].color,
      dash: dashOf(LINE_DASHES[i] ?? ''),
      marks: marks[i]?.[metric] ?? [],
      model: plotModel({
        times: own?.times ?? [],
        column: own?.metrics[metric] ?? NOTHING,
        bucketSeconds: own?.bucket_seconds ?? 0,
        window,
        limits,
      }),
    }
  })
  return (
    <LinesCard
      metric={metric}
      title={metricTitle(t, metric)}
      summary={summaryWords(t, metric, lines)}
      lang="en"
      lines={lines}
      window={window}
      limits={limits}
      isLarge={isLarge}
      onZoom={onZoom}
    />
  )
}

const NOTHING = { min: [], avg: [], max: [] }

function summaryWords(t: TFunction, metric: MetricKey, lines: readonly ChartLine[]): string {
  const each = lines.map(({ label, model: { stats } }) =>
    stats
      ? t('explorer.lineSummary', {
          label,
          last: formatMetric(metric, stats.last),
          min: formatMetric(metric, stats.min),
          max: formatMetric(metric, stats.max),
        })
      : t('explorer.lineWithout', { label }),
  )
  return [
    t('explorer.compareSummary', { metric: t(`measurements.metrics.${metric}`), count: lines.length }),
    ...each,
  ].join(' ')
}
