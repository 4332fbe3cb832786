import type { Comparison } from '@dalyan/contracts/explore'
import type { MetricKey } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LINE_DASHES } from '../../../shared/charts/chart-lines.ts'
import { NO_LIMITS } from '../../../shared/charts/limit-steps.ts'
import { LineChart } from '../../../shared/charts/LineChart.tsx'
import { airyRange } from '../../../shared/charts/nice-ticks.ts'
import { plotModel } from '../../../shared/charts/plot-model.ts'
import type { TimeRange } from '../../../shared/charts/time-range.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { MetricGrid } from '../public/charts/MetricBlocks.tsx'
import { TANK_COLORS } from '../readings.ts'
import { seriesOf } from './comparison-series.ts'

interface Props {
  comparison: Comparison
  /** Of the place or firm whose median it is. */
  name: string
  metric: MetricKey
  window: { from: number; to: number }
  onZoom: (range: TimeRange) => void
}

/** Each tank's distance from the median, all on one scale. */
export function DifferenceCards({ comparison, name, metric, window, onZoom }: Props) {
  const { t } = useTranslation()
  const { chart } = useTheme().tokens
  const { tanks } = comparison
  const cards = useMemo(() => {
    const yRange = airyRange([0, ...tanks.flatMap(({ difference }) => difference.flatMap((value) => value ?? []))])
    return tanks.map(({ id, code, difference }, i) => {
      const model = { ...plotModel(seriesOf(comparison, metric, difference), metric, window, NO_LIMITS), yRange }
      const look = { color: chart.series[TANK_COLORS[i] ?? metric].color, dash: LINE_DASHES[i] ?? [] }
      return { id, code, model, lines: [{ label: code, ...look, model, marks: [] }], ...look }
    })
  }, [comparison, tanks, metric, window, chart])
  return (
    <MetricGrid columns={{ xs: 1, md: tanks.length > 1 ? 2 : 1, lg: Math.min(3, tanks.length) }}>
      {cards.map(({ id, code, model: { stats, xs, avg }, lines, color, dash }) => (
        <Paper key={id} component="li" variant="outlined" sx={{ p: { xs: 1, sm: 1.5 }, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 26 }}>
            <svg aria-hidden width={26} height={10}>
              <path d="M0 5h26" stroke={color} strokeWidth={2} strokeDasharray={dash.join(' ')} />
            </svg>
            <Typography variant="h3" lang="en" sx={{ fontWeight: 700, flex: 1 }}>
              {code}
            </Typography>
            {stats && (
              <Box component="span" sx={{ fontSize: '0.875rem' }}>
                <b>{signedMetric(metric, stats.last)}</b>{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {t('explore.compare.fromMedian')}
                </Box>
              </Box>
            )}
          </Box>
          <LineChart
            name={`difference-${code}`}
            lines={lines}
            limits={NO_LIMITS}
            window={window}
            height={180}
            summary={
              stats
                ? t('explore.compare.differenceSummary', {
                    code,
                    name,
                    last: signedMetric(metric, stats.last),
                    min: signedMetric(metric, stats.min),
                    max: signedMetric(metric, stats.max),
                  })
                : t('explore.compare.noDifference', { code })
            }
            describe={({ time, index }) => {
              const value = avg[index ?? -1] ?? null
              const at = formatDateTime((xs[index ?? -1] ?? time) * 1000)
              return `${at}: ${value === null ? t('common.live.noData') : signedMetric(metric, value)}`
            }}
            onCursor={() => undefined}
            onZoom={onZoom}
          />
        </Paper>
      ))}
    </MetricGrid>
  )
}

/** `+1,2 °C`, `−0,05` */
function signedMetric(metric: MetricKey, value: number): string {
  return `${value > 0 ? '+' : ''}${formatMetric(metric, value)}`
}
