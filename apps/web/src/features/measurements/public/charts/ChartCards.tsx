import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { type ComponentProps, memo, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartLine, LINE_DASHES } from '../../../../shared/charts/chart-lines.ts'
import {
  constantLimits,
  hasLimits,
  limitsInForce,
  newestLimits,
  sideAt,
} from '../../../../shared/charts/limit-steps.ts'
import { LineChart } from '../../../../shared/charts/LineChart.tsx'
import { plotModel, type PlotStats, type DrawnPrediction } from '../../../../shared/charts/plot-model.ts'
import { formatDateTime } from '../../../../shared/format/date-time.ts'
import { formatMetric, metricText } from '../../../../shared/format/number.ts'
import { metricTitle } from './chart-metrics.ts'
import { CHART_HEIGHTS } from './MetricBlocks.tsx'
import { type Readout, readoutAt, readoutText, valueText } from './crosshair-readout.ts'

/** When alarms of each metric were raised, epoch seconds. */
export type AlarmMarks = Partial<Record<MetricKey, readonly number[]>>

interface CardProps extends Pick<ComponentProps<typeof LineChart>, 'window' | 'onZoom' | 'overlay'> {
  /** The metric by which tests find the chart. */
  metric: MetricKey
  /** The present limits; null: there are none, or those of several lines differ. */
  limits: Limits | null
  isLarge: boolean
}

interface MetricCardProps extends CardProps {
  /** CSS px, without the title; default by `isLarge`. */
  height?: number
  /** It takes a row of its own. */
  isFirst?: boolean
  series: Series
  marks: readonly number[]
  prediction?: DrawnPrediction | null
}

/** One metric over time: title, least, mean and greatest value (or the value under the crosshair), and the chart. */
export const MetricCard = memo(function MetricCard({
  series,
  marks,
  prediction = null,
  isLarge,
  height = isLarge ? CHART_HEIGHTS.large : CHART_HEIGHTS.equal,
  ...chart
}: MetricCardProps) {
  const { t } = useTranslation()
  const { metric, window, limits: present } = chart
  const { color } = useTheme().tokens.chart.series[metric]
  const [readout, setReadout] = useState<Readout | null>(null)
  const limits = useMemo(() => limitsInForce(series, metric, present), [series, metric, present])
  const model = useMemo(
    () => plotModel(series, metric, window, limits, prediction),
    [series, metric, window, limits, prediction],
  )
  const lines = useMemo(() => [{ label: metric, color, dash: [], model, marks }], [metric, color, model, marks])
  const isOut = readout?.avg != null && sideAt(limits, readout.time, readout.avg) !== null
  return (
    <ChartCard
      {...chart}
      limits={limits}
      title={metricTitle(t, metric)}
      aside={
        readout ? (
          <Box
            component="span"
            sx={{ color: ({ tokens }) => (isOut ? tokens.palette.error.text : 'text.primary'), fontWeight: 500 }}
          >
            {readoutText(t, metric, readout)}
          </Box>
        ) : (
          model.stats && statsText(t, metric, model.stats)
        )
      }
      summary={metricSummary(t, metric, model.stats, newestLimits(limits))}
      lines={lines}
      height={height}
      describe={(point) => readoutText(t, metric, readoutAt(model, point))}
      onCursor={(point) => setReadout(point && readoutAt(model, point))}
    />
  )
})

/** A line of a chart: one metric of one series. */
export interface LineSource extends Pick<ChartLine, 'label' | 'color' | 'marks' | 'axis'> {
  metric: MetricKey
  /** Undefined: still loading. */
  series: Series | undefined
  /** Stands behind the name, such as the axis of the line. */
  note?: string
}

interface LinesCardProps extends CardProps {
  title: string
  sources: readonly LineSource[]
  summarise: (lines: readonly ChartLine[]) => string
  /** Language of the lines' names: a screen reader reads codes in English. */
  lang?: string
}

/** Several lines of one unit, or of two with an axis for each: the chart, and each line's least, mean and greatest value, or its value under the crosshair. */
export function LinesCard({ sources, summarise, lang, isLarge, ...chart }: LinesCardProps) {
  const { t } = useTranslation()
  const [time, setTime] = useState<number | null>(null)
  const { window, limits: common } = chart
  const limits = useMemo(() => constantLimits(common), [common])
  const lines = useMemo(
    () =>
      sources.map((source, i) => ({
        ...source,
        dash: LINE_DASHES[i] ?? [],
        model: plotModel(source.series, source.metric, window, source.axis ? source.axis.limits : limits),
      })),
    [sources, window, limits],
  )
  return (
    <ChartCard
      {...chart}
      limits={limits}
      lines={lines}
      summary={summarise(lines)}
      aside={time !== null && formatDateTime(time * 1000)}
      height={isLarge ? CHART_HEIGHTS.large : 220}
      describe={(point) =>
        `${formatDateTime(point.time * 1000)}: ${lines.map((line) => `${line.label} ${valueText(t, line.metric, line, point.time)}`).join('; ')}`
      }
      onCursor={(point) => setTime(point?.time ?? null)}
    >
      <Box
        component="ul"
        sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: '2px 16px' }}
      >
        {lines.map((line) => (
          <Box
            component="li"
            key={line.label}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem' }}
          >
            <svg aria-hidden width={26} height={10}>
              <path d="M0 5h26" stroke={line.color} strokeWidth={2} strokeDasharray={line.dash.join(' ')} />
            </svg>
            <Box component="b" lang={lang}>
              {line.label}
            </Box>
            {line.note && <span>{line.note}</span>}
            <Box component="span" sx={{ color: time === null ? 'text.secondary' : 'text.primary' }}>
              {time !== null
                ? valueText(t, line.metric, line, time)
                : line.model.stats
                  ? statsText(t, line.metric, line.model.stats)
                  : t('common.live.noData')}
            </Box>
          </Box>
        ))}
      </Box>
    </ChartCard>
  )
}

interface ChartCardProps extends Omit<ComponentProps<typeof LineChart>, 'name'> {
  metric: MetricKey
  title: string
  aside: ReactNode
  isFirst?: boolean
  children?: ReactNode
}

function ChartCard({ metric, title, aside, isFirst = false, children, ...chart }: ChartCardProps) {
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: { xs: 1, sm: 1.5 }, minWidth: 0, ...(isFirst ? { gridColumn: '1 / -1' } : {}) }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: '0 8px',
          minHeight: 26,
        }}
      >
        <Typography variant="h3" sx={{ fontWeight: 700 }}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {aside}
        </Typography>
      </Box>
      <LineChart name={metric} {...chart} />
      {children}
    </Paper>
  )
}

function statsText(t: TFunction, metric: MetricKey, { min, avg, max }: PlotStats): string {
  return t('measurements.legend.statsLine', {
    min: metricText(metric, min).number,
    avg: metricText(metric, avg).number,
    max: metricText(metric, max).number,
  })
}

/** A metric's course in a sentence: newest, least and greatest value, and its limits. */
export function metricSummary(t: TFunction, metric: MetricKey, stats: PlotStats | null, limits: Limits | null): string {
  const name = t(`measurements.metrics.${metric}`)
  if (!stats) return t('measurements.noDataSummary', { metric: name })
  const words = {
    metric: name,
    last: formatMetric(metric, stats.last),
    min: formatMetric(metric, stats.min),
    max: formatMetric(metric, stats.max),
  }
  if (!hasLimits(limits)) return t('measurements.chartSummaryOpen', words)
  const limit = (value: number | null) => (value === null ? '…' : formatMetric(metric, value))
  return t('common.aria.chartSummary', { ...words, low: limit(limits.min), high: limit(limits.max) })
}
