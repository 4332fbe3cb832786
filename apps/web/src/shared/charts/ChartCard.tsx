import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Range } from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columnar-series.ts'
import { MetricChart, type Readout } from './MetricChart.tsx'
import { plotModel, type PlotStats } from './plot-model.ts'
import type { SeriesWindow } from './use-series-window.ts'
import { hasLimits, type Limits, sideOutside } from './value-state.ts'
import { formatDateTime } from '../format/date-time.ts'
import { formatMetric, formatNumber } from '../format/number.ts'
import { metricTitle } from './metric-title.ts'

interface ChartCardProps {
  metric: MetricKey
  times: readonly number[]
  /** Absent: the server has no column for it. */
  column: Column | undefined
  bucketSeconds: number
  window: SeriesWindow
  limits: Range | null
  /** When alarms of this metric were raised, epoch seconds. */
  marks: readonly number[]
  isLarge: boolean
  onZoom: (from: number, to: number) => void
}

const EMPTY: Column = { min: [], avg: [], max: [] }
const HEIGHT = 180
const LARGE_HEIGHT = 380
/** All charts of a page share one crosshair. */
const SYNC_KEY = 'charts'

/** One metric over time: title, least, mean and greatest value (or the value under the crosshair), and the chart. */
export const ChartCard = memo(DrawnCard)

function DrawnCard({
  metric,
  times,
  column = EMPTY,
  bucketSeconds,
  window,
  limits,
  marks,
  isLarge,
  onZoom,
}: ChartCardProps) {
  const { t } = useTranslation()
  const { chart } = useTheme().tokens
  const [readout, setReadout] = useState<Readout | null>(null)
  const model = useMemo(
    () => plotModel({ times, column, bucketSeconds, window, limits }),
    [times, column, bucketSeconds, window, limits],
  )
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
          {metricTitle(t, metric)}
        </Typography>
        <Typography variant="body2" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {readout ? (
            <ReadoutText metric={metric} readout={readout} limits={limits} />
          ) : (
            model.stats && statsWords(t, metric, model.stats)
          )}
        </Typography>
      </Box>
      <MetricChart
        name={metric}
        summary={summaryWords(t, metric, model.stats, limits)}
        model={model}
        window={window}
        limits={limits}
        marks={marks}
        color={chart.series[metric].color}
        dash=""
        height={isLarge ? LARGE_HEIGHT : HEIGHT}
        syncKey={SYNC_KEY}
        describe={(point) => readoutWords(t, metric, point)}
        onReadout={setReadout}
        onZoom={onZoom}
      />
    </Paper>
  )
}

function ReadoutText({ metric, readout, limits }: { metric: MetricKey; readout: Readout; limits: Limits | null }) {
  const { t } = useTranslation()
  const isOut = readout.avg !== null && limits !== null && sideOutside(readout.avg, limits) !== null
  return (
    <Box
      component="span"
      sx={{ color: ({ tokens }) => (isOut ? tokens.palette.error.text : 'text.primary'), fontWeight: 500 }}
    >
      {readoutWords(t, metric, readout)}
    </Box>
  )
}

/** `09.07.2026 14:05: 8,12 (en az 8,05, en çok 8,31)` */
function readoutWords(t: TFunction, metric: MetricKey, { time, min, avg, max }: Readout): string {
  const when = formatDateTime(time * 1000)
  if (avg === null || min === null || max === null) return `${when}: ${t('common.live.noData')}`
  const value = formatMetric(metric, avg)
  if (min === max) return t('measurements.point', { time: when, value })
  return t('measurements.pointRange', { time: when, value, min: number(metric, min), max: number(metric, max) })
}

function statsWords(t: TFunction, metric: MetricKey, { min, avg, max }: PlotStats): string {
  return t('measurements.legend.statsLine', {
    min: number(metric, min),
    avg: number(metric, avg),
    max: number(metric, max),
  })
}

function summaryWords(t: TFunction, metric: MetricKey, stats: PlotStats | null, limits: Limits | null): string {
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
