import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import { type Limits, sideOf } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { type ComponentProps, memo, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../../shared/format/date-time.ts'
import { formatMetric, formatNumber } from '../../../../shared/format/number.ts'
import { type ChartLine, pointAt } from '../../../../shared/charts/chart-lines.ts'
import { metricTitle } from './chart-metrics.ts'
import type { CursorPoint } from '../../../../shared/charts/create-plot.ts'
import { LineChart } from '../../../../shared/charts/LineChart.tsx'
import {
  type ChartData,
  hasLimits,
  plotModel,
  type PlotModel,
  type PlotStats,
} from '../../../../shared/charts/plot-model.ts'
import type { TimeRange } from '../../../../shared/charts/time-range.ts'

interface MetricCardProps extends Omit<ChartData, 'column'> {
  metric: MetricKey
  /** Absent: the server has no data of it. */
  column: ChartData['column'] | undefined
  /** When alarms of this metric were raised, epoch seconds. */
  marks: readonly number[]
  isLarge: boolean
  onZoom: (range: TimeRange) => void
}

const EMPTY: ChartData['column'] = { min: [], avg: [], max: [] }

/** One metric over time: title, least, mean and greatest value (or the value under the crosshair), and the chart. */
export const MetricCard = memo(DrawnMetricCard)

function DrawnMetricCard({
  metric,
  times,
  column = EMPTY,
  bucketSeconds,
  window,
  limits,
  marks,
  isLarge,
  onZoom,
}: MetricCardProps) {
  const { t } = useTranslation()
  const { color } = useTheme().tokens.chart.series[metric]
  const [readout, setReadout] = useState<Readout | null>(null)
  const model = useMemo(
    () => plotModel({ times, column, bucketSeconds, window, limits }),
    [times, column, bucketSeconds, window, limits],
  )
  const lines = useMemo(() => [{ label: metric, color, dash: [], model, marks }], [metric, color, model, marks])
  const isOut = readout?.avg != null && limits !== null && sideOf(readout.avg, limits) !== null
  return (
    <ChartCard
      metric={metric}
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
      summary={metricSummary(t, metric, model.stats, limits)}
      lines={lines}
      window={window}
      limits={limits}
      height={isLarge ? 380 : 180}
      describe={(point) => readoutText(t, metric, readoutAt(model, point))}
      onCursor={(point) => setReadout(point && readoutAt(model, point))}
      onZoom={onZoom}
    />
  )
}

interface LinesCardProps extends Pick<
  ComponentProps<typeof LineChart>,
  'summary' | 'lines' | 'window' | 'limits' | 'onZoom'
> {
  /** All lines share its unit and decimals. */
  metric: MetricKey
  title: string
  /** Language of the lines' names: a screen reader reads codes in English. */
  lang?: string
  isLarge: boolean
}

/** Several lines of one unit: the chart, and each line's least, mean and greatest value, or its value under the crosshair. */
export const LinesCard = memo(DrawnLinesCard)

function DrawnLinesCard({ metric, lang, lines, isLarge, ...chart }: LinesCardProps) {
  const { t } = useTranslation()
  const [time, setTime] = useState<number | null>(null)
  return (
    <ChartCard
      {...chart}
      metric={metric}
      lines={lines}
      aside={time !== null && formatDateTime(time * 1000)}
      height={isLarge ? 380 : 220}
      describe={(point) =>
        `${formatDateTime(point.time * 1000)}: ${lines.map((line) => `${line.label} ${valueText(t, metric, line, point.time)}`).join('; ')}`
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
            <Box component="span" sx={{ color: time === null ? 'text.secondary' : 'text.primary' }}>
              {time !== null
                ? valueText(t, metric, line, time)
                : line.model.stats
                  ? statsText(t, metric, line.model.stats)
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
  children?: ReactNode
}

function ChartCard({ metric, title, aside, children, ...chart }: ChartCardProps) {
  return (
    <Paper component="li" variant="outlined" sx={{ p: { xs: 1, sm: 1.5 }, minWidth: 0 }}>
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

/** The point under the crosshair; values null: there are no data at that time. */
interface Readout {
  time: number
  min: number | null
  avg: number | null
  max: number | null
}

function readoutAt({ min, avg, max }: PlotModel, { time, index }: CursorPoint): Readout {
  const at = index ?? -1
  return { time, min: min[at] ?? null, avg: avg[at] ?? null, max: max[at] ?? null }
}

/** `09.07.2026 14:05: 8,12 (en az 8,05, en çok 8,31)` */
function readoutText(t: TFunction, metric: MetricKey, { time, min, avg, max }: Readout): string {
  const when = formatDateTime(time * 1000)
  if (avg === null || min === null || max === null) return `${when}: ${t('common.live.noData')}`
  const value = formatMetric(metric, avg)
  if (min === max) return t('measurements.point', { time: when, value })
  return t('measurements.pointRange', { time: when, value, min: number(metric, min), max: number(metric, max) })
}

function valueText(t: TFunction, metric: MetricKey, { model }: ChartLine, time: number): string {
  const value = model.avg[pointAt(model, time) ?? -1] ?? null
  return value === null ? t('common.live.noData') : formatMetric(metric, value)
}

function statsText(t: TFunction, metric: MetricKey, { min, avg, max }: PlotStats): string {
  return t('measurements.legend.statsLine', {
    min: number(metric, min),
    avg: number(metric, avg),
    max: number(metric, max),
  })
}

function metricSummary(t: TFunction, metric: MetricKey, stats: PlotStats | null, limits: Limits | null): string {
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

function number(metric: MetricKey, value: number): string {
  return formatNumber(value, metricOf(metric).decimals)
}
