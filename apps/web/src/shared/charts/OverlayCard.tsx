import type { MetricKey } from '@dalyan/contracts/metrics'
import { useTheme } from '@mui/material/styles'
import { memo } from 'react'
import { dashOf } from './chart-tokens.ts'
import type { ColumnarSeries } from './columnar-series.ts'
import { CompareCard } from './CompareCard.tsx'
import { type ComparedLine, LINE_DASHES } from './compared-lines.ts'
import { plotModel } from './plot-model.ts'
import type { SeriesWindow } from './use-series-window.ts'

/** What charts that metrics share are called; the page knows the words. */
export interface OverlayWords {
  /** Of the chart, by its first metric. */
  title: (metric: MetricKey) => string
  /** Of a line, short enough to stand beside its end. */
  label: (metric: MetricKey) => string
  summary: (title: string, labels: readonly string[]) => string
}

interface Props {
  /** Of one unit, at least two. */
  metrics: readonly MetricKey[]
  series: ColumnarSeries<MetricKey>
  window: SeriesWindow
  marks: Partial<Record<MetricKey, readonly number[]>> | undefined
  words: OverlayWords
  isLarge: boolean
  onZoom: (from: number, to: number) => void
}

/** Metrics of one unit in one chart, told apart by colour, dash and the name at their end. Their limits differ: those stand in the single charts. */
export const OverlayCard = memo(DrawnCard)

function DrawnCard({ metrics, series, window, marks, words, isLarge, onZoom }: Props) {
  const { chart } = useTheme().tokens
  const lines = metrics.map((metric, i): ComparedLine => ({
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
    <CompareCard
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
