import type { Series } from '@dalyan/contracts/measurements'
import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiChartMultiline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartLine } from '../../shared/charts/chart-lines.ts'
import { hasLimits, limitsInForce, newestLimits } from '../../shared/charts/limit-steps.ts'
import type { TimeRange } from '../../shared/charts/time-range.ts'
import type { ShownWindow } from '../../shared/charts/use-series-window.ts'
import { formatMetric, metricText } from '../../shared/format/number.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Fetching } from '../../shared/ui/ProgressLine.tsx'
import { alarmMarksQuery } from '../alarms/public/alarm-marks.queries.ts'
import { limitsOf } from '../records/public/tank-limits.ts'
import type { ExplorerView, ShowExplorer } from './explorer-search.ts'
import { type AlarmMarks, LinesCard, metricSummary } from './public/charts/ChartCards.tsx'
import { ChartLegend } from './public/charts/ChartLegend.tsx'
import { expectedCharts, metricTitle, shownMetrics } from './public/charts/chart-metrics.ts'
import { ChartsSkeleton, MetricGrid } from './public/charts/MetricBlocks.tsx'
import { SeriesCharts, type SeriesChartsProps } from './public/charts/SeriesCharts.tsx'
import { measurementQueries } from './public/measurements.queries.ts'
import { commonLimits, TANK_COLORS } from './readings.ts'

interface Props {
  view: ExplorerView
  show: ShowExplorer
  window: ShownWindow
}

/** One tank: a chart for each metric, with its limits and the moments of its alarms. */
export const TankCharts = memo(function TankCharts({ tank, view, show, window }: Props & { tank: Tank }) {
  const { range, terminalId } = view
  const series = useQuery(measurementQueries.tankSeries(tank.id, { range, terminalId }))
  const marks = useQuery(alarmMarksQuery(tank.id, range)).data
  const limits = (metric: MetricKey) => limitsOf(tank, metric)
  const charts = { view, window, limitsOf: limits, marks, show }
  return <SingleCharts query={series} {...charts} expected={expectedCharts(tank, view.metrics)} />
})

/** One terminal over all its tanks: limits and alarms belong to tanks, so there are none. */
export const TerminalCharts = memo(function TerminalCharts({ id, view, show, window }: Props & { id: number }) {
  const series = useQuery(measurementQueries.terminalSeries(id, { range: view.range }))
  const expected = expectedCharts(undefined, view.metrics)
  return <SingleCharts query={series} view={view} window={window} show={show} expected={expected} />
})

interface SingleChartsProps extends Pick<SeriesChartsProps, 'window' | 'limitsOf' | 'marks'> {
  query: UseQueryResult<Series>
  view: ExplorerView
  show: ShowExplorer
  /** The number of charts while they load. */
  expected: number
}

function SingleCharts({ query, view: { metrics, hasTwoAxes }, show, expected, ...drawing }: SingleChartsProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const zoom = useCallback((range: TimeRange) => show({ range }), [show])
  const charts = query.data && { series: query.data, metrics: shownMetrics(query.data, metrics), ...drawing }
  const legend = charts && (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <ChartLegend
        window={drawing.window}
        bucketSeconds={charts.series.bucket_seconds}
        charts={hasTwoAxes ? null : charts}
      />
      <Button
        data-print="hide"
        startIcon={<Icon path={mdiChartMultiline} />}
        aria-pressed={hasTwoAxes}
        disabled={charts.metrics.length < 2}
        onClick={() =>
          show(hasTwoAxes ? { hasTwoAxes: false } : { hasTwoAxes: true, metrics: charts.metrics.slice(0, 2) })
        }
      >
        {hasTwoAxes ? t('explorer.oneAxis') : t('explorer.twoAxes')}
      </Button>
    </Box>
  )
  return (
    <>
      <QueryError query={query} title={t('explorer.chartFailed')} />
      {query.isPending && <ChartsSkeleton count={hasTwoAxes ? 1 : expected} hasLegend />}
      {charts && charts.metrics.length > 0 && (
        <>
          {!isNarrow && legend}
          <Fetching isOn={query.isFetching && query.isPlaceholderData}>
            {hasTwoAxes ? <TwoAxesChart {...charts} onZoom={zoom} /> : <SeriesCharts {...charts} onZoom={zoom} />}
          </Fetching>
          {/* On a phone the charts come first. */}
          {isNarrow && legend}
        </>
      )}
    </>
  )
}

/** Two metrics of any units in one chart, each with its axis, its unit and its limits. */
function TwoAxesChart({ series, metrics, window, limitsOf, marks, onZoom }: ChartsOfTwo) {
  const { t } = useTranslation()
  const { chart: tokens } = useTheme().tokens
  const sources = metrics.map((metric, i) => {
    const title = metricTitle(t, metric)
    const side = i === 0 ? ('left' as const) : ('right' as const)
    const limits = limitsInForce(series, metric, limitsOf?.(metric) ?? null)
    return {
      label: title,
      color: tokens.series[metric].color,
      metric,
      series,
      marks: marks?.[metric] ?? [],
      axis: { side, title, limits },
      note: [t(`explorer.axis.${side}`), ...limitsText(t, metric, newestLimits(limits))].join(', '),
    }
  })
  const [first] = metrics
  if (!first) return null
  return (
    <MetricGrid columns={{ xs: 1 }}>
      <LinesCard
        metric={first}
        title={sources.map(({ label }) => label).join(' · ')}
        sources={sources}
        summarise={(lines) =>
          lines
            .flatMap(({ model }, i) =>
              metrics[i] ? metricSummary(t, metrics[i], model.stats, newestLimits(sources[i]?.axis.limits ?? [])) : [],
            )
            .join(' ')
        }
        limits={null}
        window={window}
        isLarge
        onZoom={onZoom}
      />
    </MetricGrid>
  )
}

type ChartsOfTwo = Pick<SeriesChartsProps, 'series' | 'metrics' | 'window' | 'limitsOf' | 'marks'> & {
  onZoom: (range: TimeRange) => void
}

/** `sınır 7,5 – 8,3`; nothing without limits. */
function limitsText(t: TFunction, metric: MetricKey, limits: Limits | null): string[] {
  if (!hasLimits(limits)) return []
  const text = (value: number | null) => (value === null ? '…' : metricText(metric, value).number)
  return [t('explorer.axis.limits', { low: text(limits.min), high: text(limits.max) })]
}

/** Several tanks: a chart for each metric with a line for each tank. */
export const CompareCharts = memo(function CompareCharts({
  tanks,
  view: { range, metrics: selected },
  show,
  window,
}: Props & { tanks: readonly Tank[] }) {
  const { t } = useTranslation()
  const { series, failed, isPending, isStale } = useQueries({
    queries: tanks.map((tank) => measurementQueries.tankSeries(tank.id, { range })),
    combine: allSeries,
  })
  const marks = useQueries({ queries: tanks.map(({ id }) => alarmMarksQuery(id, range)), combine: allMarks })
  const isNarrow = useNarrow()
  const zoom = useCallback((range: TimeRange) => show({ range }), [show])
  const metrics = SCREEN_ORDER.filter((metric) =>
    series.some((each) => each && shownMetrics(each, selected).includes(metric)),
  )
  const note = (
    <Typography variant="body2" sx={{ color: 'text.secondary', my: 1, fontSize: '0.8125rem' }}>
      {series.some((each) => each && each.bucket_seconds > 0) && `${t('explorer.pointsPerTank')} `}
      {t('explorer.ownLimits')} {t('explorer.alarmMarks')}
    </Typography>
  )
  return (
    <>
      {failed?.error && <QueryError query={failed} title={t('explorer.chartFailed')} />}
      {isPending && metrics.length === 0 && <ChartsSkeleton count={expectedCharts(tanks[0], selected)} hasLegend />}
      {metrics.length > 0 && (
        <Fetching isOn={isStale}>
          {!isNarrow && note}
          <MetricGrid columns={metrics.length === 1 ? { xs: 1 } : { xs: 1, lg: 2 }}>
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
          </MetricGrid>
          {isNarrow && note}
        </Fetching>
      )}
    </>
  )
})

function allSeries(queries: readonly UseQueryResult<Series>[]) {
  return {
    series: queries.map(({ data }) => data),
    failed: queries.find(({ error }) => error),
    isPending: queries.some((query) => query.isPending),
    /** The charts still show the previous window. */
    isStale: queries.some((query) => query.isFetching && query.isPlaceholderData),
  }
}

function allMarks(queries: readonly UseQueryResult<AlarmMarks>[]): (AlarmMarks | undefined)[] {
  return queries.map(({ data }) => data)
}

interface MetricProps {
  metric: MetricKey
  tanks: readonly Tank[]
  /** In the order of the tanks; undefined: still loading. */
  series: readonly (Series | undefined)[]
  /** When alarms of these tanks were raised. */
  marks: readonly (AlarmMarks | undefined)[]
  window: ShownWindow
  isLarge: boolean
  onZoom: (range: TimeRange) => void
}

const MetricOfTanks = memo(function MetricOfTanks({ metric, tanks, series, marks, ...chart }: MetricProps) {
  const { t } = useTranslation()
  const { chart: tokens } = useTheme().tokens
  return (
    <LinesCard
      {...chart}
      metric={metric}
      title={metricTitle(t, metric)}
      summarise={(lines) => summaryWords(t, metric, lines)}
      lang="en"
      sources={tanks.map((tank, i) => ({
        label: tank.code,
        color: tokens.series[TANK_COLORS[i] ?? metric].color,
        metric,
        series: series[i],
        marks: marks[i]?.[metric] ?? [],
      }))}
      limits={commonLimits(tanks, metric)}
    />
  )
})

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
