import type { Series } from '@dalyan/contracts/measurements'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import { useTheme } from '@mui/material/styles'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawnPrediction } from '../../../../shared/charts/plot-model.ts'
import type { TimeRange } from '../../../../shared/charts/time-range.ts'
import type { ShownWindow } from '../../../../shared/charts/use-series-window.ts'
import { type AlarmMarks, LinesCard, MetricCard } from './ChartCards.tsx'
import { metricTitle, overlayGroups } from './chart-metrics.ts'
import { CHART_COLUMNS, LEAD_COLUMNS, MetricGrid, useChartHeights } from './MetricBlocks.tsx'

/** The charts of one series. */
export interface SeriesChartsProps {
  series: Series
  metrics: readonly MetricKey[]
  window: ShownWindow
  /** Null: the metric has no limits. Absent: none has, as limits belong to tanks. */
  limitsOf?: ((metric: MetricKey) => Limits | null) | undefined
  marks?: AlarmMarks | undefined
  /** Metrics of one unit share a chart. */
  isOverlaid?: boolean
  /** The metric whose chart is the first and large; null: the first in the order of screens. Absent: all are equal. */
  lead?: MetricKey | null | undefined
  /** What is predicted of a metric; null: nothing. */
  predictionOf?: ((metric: MetricKey) => DrawnPrediction | null) | undefined
  /** What is drawn over the chart of a metric; null: over one of several metrics. */
  overlayOf?: ((metric: MetricKey | null) => ReactNode) | undefined
}

const NONE: readonly number[] = []

/** A small chart for each metric, on one time axis with one crosshair; a single one is large. */
export function SeriesCharts({
  series,
  metrics,
  window,
  limitsOf,
  marks,
  isOverlaid = false,
  lead,
  predictionOf,
  overlayOf,
  onZoom,
}: SeriesChartsProps & { onZoom?: (range: TimeRange) => void }) {
  const heights = useChartHeights()
  const ordered = metrics.toSorted((a, b) => Number(b === lead) - Number(a === lead))
  const groups = isOverlaid ? overlayGroups(ordered) : ordered.map((metric) => [metric])
  const isLarge = groups.length === 1
  const hasLead = lead !== undefined && !isLarge
  const chart = { series, window, isLarge, onZoom }
  return (
    <MetricGrid
      columns={isLarge ? { xs: 1 } : hasLead ? LEAD_COLUMNS : CHART_COLUMNS}
      sx={{ alignItems: isOverlaid ? 'start' : 'stretch' }}
    >
      {groups.map((group) =>
        group.length > 1 ? (
          <OverlayCard key={group.join()} {...chart} metrics={group} marks={marks} overlay={overlayOf?.(null)} />
        ) : (
          group.map((metric) => (
            <MetricCard
              key={metric}
              {...chart}
              metric={metric}
              limits={limitsOf?.(metric) ?? null}
              marks={marks?.[metric] ?? NONE}
              prediction={predictionOf?.(metric) ?? null}
              overlay={overlayOf?.(metric)}
              {...(hasLead && { height: metric === ordered[0] ? heights.lead : heights.small })}
              isFirst={hasLead && metric === ordered[0]}
            />
          ))
        ),
      )}
    </MetricGrid>
  )
}

interface OverlayCardProps extends Pick<SeriesChartsProps, 'series' | 'metrics' | 'window' | 'marks'> {
  overlay: ReactNode
  isLarge: boolean
  onZoom: ((range: TimeRange) => void) | undefined
}

const LINE_NAMES: Partial<Record<MetricKey, 'tank' | 'ambient' | 'cabinet'>> = {
  tank_temperature: 'tank',
  ambient_temperature: 'ambient',
  ambient_humidity: 'ambient',
  cabinet_temperature: 'cabinet',
  cabinet_humidity: 'cabinet',
}
const UNIT_NAMES: Readonly<Record<string, 'temperatures' | 'humidities'>> = { '°C': 'temperatures', '%': 'humidities' }

/** Metrics of one unit, at least two, in one chart. Their limits differ, so that only the single charts show limits. */
const OverlayCard = memo(function OverlayCard({ metrics, series, marks, ...chart }: OverlayCardProps) {
  const { t } = useTranslation()
  const { chart: tokens } = useTheme().tokens
  const [first] = metrics
  if (!first) return null
  const { unit } = metricOf(first)
  const unitName = UNIT_NAMES[unit]
  const title = unitName ? `${t(`measurements.overlay.${unitName}`)} (${unit})` : metricTitle(t, first)
  const sources = metrics.map((metric) => {
    const name = LINE_NAMES[metric]
    return {
      label: t(name ? `measurements.overlay.${name}` : `measurements.metrics.${metric}`),
      color: tokens.series[metric].color,
      metric,
      series,
      marks: marks?.[metric] ?? NONE,
    }
  })
  const lines = sources.map(({ label }) => label).join(', ')
  return (
    <LinesCard
      {...chart}
      metric={first}
      title={title}
      summarise={() => t('measurements.overlay.summary', { title, lines })}
      sources={sources}
      limits={null}
    />
  )
})
