import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../format/date-time.ts'
import { formatMetric, formatNumber } from '../format/number.ts'
import { CompareChart } from './CompareChart.tsx'
import { type ComparedLine, pointAt } from './compared-lines.ts'
import type { Limits } from './value-state.ts'

interface Props {
  /** Told to outside checks as `data-chart`; its unit and decimals are every line's. */
  metric: MetricKey
  title: string
  /** The sentence that says what the picture shows. */
  summary: string
  /** Of the lines' names: codes are English to a screen reader. */
  lang?: string
  lines: readonly ComparedLine[]
  /** Epoch seconds. */
  window: { from: number; to: number }
  limits: Limits | null
  isLarge: boolean
  onZoom: (from: number, to: number) => void
}

const HEIGHT = 220
const LARGE_HEIGHT = 380
/** The crosshair is one for all charts of a page. */
const SYNC_KEY = 'charts'

/** Several lines of one unit: the chart, and each line's least, mean and greatest value, or its value under the crosshair. */
export const CompareCard = memo(DrawnCard)

function DrawnCard({ metric, title, summary, lang, lines, window, limits, isLarge, onZoom }: Props) {
  const { t } = useTranslation()
  const [time, setTime] = useState<number | null>(null)
  return (
    <Paper component="li" variant="outlined" sx={{ p: { xs: 1, sm: 1.5 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 8px', minHeight: 26 }}>
        <Typography variant="h3" sx={{ fontWeight: 700 }}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {time !== null && formatDateTime(time * 1000)}
        </Typography>
      </Box>
      <CompareChart
        name={metric}
        summary={summary}
        lines={lines}
        window={window}
        limits={limits}
        height={isLarge ? LARGE_HEIGHT : HEIGHT}
        syncKey={SYNC_KEY}
        describe={(at) =>
          `${formatDateTime(at * 1000)}: ${lines.map((line) => `${line.label} ${valueWords(t, metric, line, at)}`).join('; ')}`
        }
        onReadout={setTime}
        onZoom={onZoom}
      />
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
              <line
                x1={0}
                x2={26}
                y1={5}
                y2={5}
                stroke={line.color}
                strokeWidth={2}
                strokeDasharray={line.dash.join(' ')}
              />
            </svg>
            <Box component="b" lang={lang}>
              {line.label}
            </Box>
            <Box component="span" sx={{ color: time === null ? 'text.secondary' : 'text.primary' }}>
              {time === null ? statsWords(t, metric, line) : valueWords(t, metric, line, time)}
            </Box>
          </Box>
        ))}
      </Box>
    </Paper>
  )
}

function valueWords(t: TFunction, metric: MetricKey, { model }: ComparedLine, time: number): string {
  const value = model.avg[pointAt(model, time) ?? -1] ?? null
  return value === null ? t('common.live.noData') : formatMetric(metric, value)
}

function statsWords(t: TFunction, metric: MetricKey, { model }: ComparedLine): string {
  if (!model.stats) return t('common.live.noData')
  const number = (value: number) => formatNumber(value, metricOf(metric).decimals)
  const { min, avg, max } = model.stats
  return t('measurements.legend.statsLine', { min: number(min), avg: number(avg), max: number(max) })
}
