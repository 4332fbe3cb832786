import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { memo } from 'react'
import { LinesCard, MetricCard } from './ChartCards.tsx'
import { type ChartLine, LINE_DASHES } from '../../../../shared/charts/chart-lines.ts'
import { overlayGroups } from './chart-metrics.ts'
import { dashOf } from '../../../../shared/charts/chart-tokens.ts'
import type { ColumnarSeries } from '../../../../shared/charts/columnar-series.ts'
import { plotModel } from '../../../../shared/charts/plot-model.ts'
import type { TimeRange } from '../../../../shared/charts/time-range.ts'
import type { SeriesWindow } from '../../../../shared/charts/use-series-window.ts'

/** The texts of charts that metrics share, given by the page. */
export interface OverlayWords {
  /** Title of the chart, by its first metric. */
  title: (metric: MetricKey) => string
  /** Name of a line, short enough to stand beside its end. */
  label: (metric: MetricKey) => string
  summary: (title: string, labels: readonly string[]) => string
}

interface Props {
  series: ColumnarSeries<MetricKey>
  metrics: readonly MetricKey[]
  window: SeriesWindow
  /** Null: the metric has no limits. */
  limitsOf: (metric: MetricKey) => Range | null
  /** When alarms of each metric were raised, epoch seconds. */
  marks?: Partial<Record<MetricKey, readonly number[]>>
  /** When given, metrics of one unit share a chart with these texts. */
  overlay?: OverlayWords | undefined
  onZoom: (range: TimeRange) => void
}

const NONE: readonly number[] = []

/** A small chart for each metric, on one time axis with one crosshair; a single one is large. */
export function SeriesCharts({ series, metrics, window, limitsOf, marks, overlay, onZoom }: Props) {
  const groups = overlay ? overlayGroups(metrics) : metrics.map((metric) => [metric])
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gridTemplateColumns:
          groups.length === 1
            ? 'minmax(0, 1fr)'
            : { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
        alignItems: overlay ? 'start' : 'stretch',
        gap: 1.5,
        p: 0,
        m: 0,
        listStyle: 'none',
      }}
    >
      {groups.map((group) =>
        overlay && group.length > 1 ? (
          <OverlayCard
            key={group.join()}
            metrics={group}
            series={series}
            window={window}
            marks={marks}
            words={overlay}
            isLarge={groups.length === 1}
            onZoom={onZoom}
          />
        ) : (
          group.map((metric) => (
            <MetricCard
              key={metric}
              metric={metric}
              times={series.times}
              column={series.metrics[metric]}
              bucketSeconds={series.bucket_seconds}
              window={window}
              limits={limitsOf(metric)}
              marks={marks?.[metric] ?? NONE}
              isLarge={groups.length === 1}
              onZoom={onZoom}
            />
          ))
        ),
      )}
    </Box>
  )
}

interface OverlayCardProps {
  /** At least two, of one unit. */
  metrics: readonly MetricKey[]
  series: ColumnarSeries<MetricKey>
  window: SeriesWindow
  marks: Partial<Record<MetricKey, readonly number[]>> | undefined
  words: OverlayWords
  isLarge: boolean
  onZoom: (range: TimeRange) => void
}

/** Metrics of one unit in one chart. Their limits differ, so that only the single charts show limits. */
const OverlayCard = memo(DrawnCard)

function DrawnCard({ metrics, series, window, marks, words, isLarge, onZoom }: OverlayCardProps) {
  const { chart } = useTheme().tokens
  const lines = metrics.map((metric, i): ChartLine => ({
    label: words.label(metric),
    color: chart.series[metric].color,
    dash: dashOf(LINE_DASHES[i] ?? ''),
    model: plotModel({
      times: series.times,
      column: series.metrics[metric] ?? NOTHING,
      bucketSeconds: series.bucket_seconds,
      window,
      limits: null,
    }),
    marks: marks?.[metric] ?? [],
  }))
  const [first] = metrics
  if (!first) return null
  const title = words.title(first)
  return (
    <LinesCard
      metric={first}
      title={title}
      summary={words.summary(
        title,
        lines.map(({ label }) => label),
      )}
      lines={lines}
      window={window}
      limits={null}
      isLarge={isLarge}
      onZoom={onZoom}
    />
  )
}

const NOTHING = { min: [], avg: [], max: [] }
