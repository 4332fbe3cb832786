import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { hasLimits, limitsInForce, sideAt, stepsWithin } from '../../../../shared/charts/limit-steps.ts'
import { plotModel } from '../../../../shared/charts/plot-model.ts'
import { type ShownWindow, WINDOW_STEPS } from '../../../../shared/charts/use-series-window.ts'
import { formatStep } from '../../../../shared/format/age.ts'
import { formatDateTime } from '../../../../shared/format/date-time.ts'
import { overlayGroups } from './chart-metrics.ts'
import type { SeriesChartsProps } from './SeriesCharts.tsx'

interface ChartLegendProps {
  window: ShownWindow
  bucketSeconds: number
  /** Null: no charts are on screen. */
  charts: SeriesChartsProps | null
}

/** The window as text, the meaning of the marks that are drawn, and whether points summarise several readings. */
export function ChartLegend({ window, bucketSeconds, charts }: ChartLegendProps) {
  const { t } = useTranslation()
  const { chart } = useTheme().tokens
  const hatch = useId()
  const drawn = charts ? drawnMarks(charts) : NOTHING_DRAWN
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '4px 16px',
        alignItems: 'center',
        my: 1,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <span>
        {formatDateTime(window.from * 1000)} – {formatDateTime(window.to * 1000)} (UTC+3)
      </span>
      {drawn.limits && (
        <Key label={t('measurements.legend.normalRange')}>
          <rect
            width={22}
            height={10}
            y={1}
            fill={chart.bandFill.composited}
            stroke={chart.bandStroke}
            strokeDasharray="3 2"
          />
        </Key>
      )}
      {drawn.outOfRange && (
        <Key label={t('measurements.legend.outOfRange')}>
          <line x1={1} x2={21} y1={6} y2={6} stroke={chart.outOfRange.color} strokeWidth={chart.outOfRange.width} />
        </Key>
      )}
      {drawn.gaps && (
        <Key label={t('measurements.legend.noData')}>
          <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1={0} x2={0} y1={0} y2={6} stroke={chart.axisText} strokeWidth={1.5} />
          </pattern>
          <rect width={22} height={12} fill={`url(#${hatch})`} />
        </Key>
      )}
      {drawn.prediction && (
        <Key label={t('measurements.legend.prediction')}>
          <path d="M1 9 21 1v8z" fill={chart.axisText} opacity={0.25} />
          <line x1={1} x2={21} y1={9} y2={5} stroke={chart.axisText} strokeWidth={2} strokeDasharray="2 3" />
        </Key>
      )}
      {drawn.refused && (
        <Key label={t('measurements.legend.refused')}>
          <circle cx={11} cy={6} r={4} fill="none" stroke={chart.axisText} strokeWidth={1.5} />
        </Key>
      )}
      {drawn.alarms && (
        <Key label={t('measurements.legend.alarm')}>
          <path d="M6 0h10l-5 8z" fill={chart.outOfRange.color} />
          <line x1={11} x2={11} y1={0} y2={12} stroke={chart.outOfRange.color} />
        </Key>
      )}
      {bucketSeconds > 0 && <span>{t('measurements.summarised', { step: formatStep(bucketSeconds * 1000) })}</span>}
    </Box>
  )
}

function Key({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <svg aria-hidden width={22} height={12}>
        {children}
      </svg>
      {label}
    </Box>
  )
}

/** What the charts of a page draw besides their lines; the legend explains only what is drawn. */
const NOTHING_DRAWN = {
  limits: false,
  outOfRange: false,
  gaps: false,
  refused: false,
  prediction: false,
  alarms: false,
}
export type DrawnMarks = typeof NOTHING_DRAWN

/** What `SeriesCharts` draws of these. Metrics that share a chart show neither limits nor gaps. */
export function drawnMarks({
  series,
  metrics,
  window,
  limitsOf,
  marks,
  predictionOf,
  isOverlaid,
}: SeriesChartsProps): DrawnMarks {
  const single = isOverlaid ? overlayGroups(metrics).flatMap((group) => (group.length === 1 ? group : [])) : metrics
  // The window moves in steps: an alarm of the current step is already drawn at the right edge.
  const edge = window.to + (window.to - window.from) / WINDOW_STEPS
  const drawn = {
    ...NOTHING_DRAWN,
    alarms: metrics.some((metric) => marks?.[metric]?.some((at) => at >= window.from && at <= edge)),
  }
  for (const metric of single) {
    if (!series.metrics[metric]) continue
    const limits = stepsWithin(limitsInForce(series, metric, limitsOf?.(metric) ?? null), window)
    const { xs, gaps, min, max, refused } = plotModel(series, metric, window, limits)
    const isOut = (value: number | null, i: number) => value !== null && sideAt(limits, xs[i] ?? 0, value) !== null
    drawn.gaps ||= gaps.length > 0
    drawn.refused ||= refused.length > 0
    drawn.prediction ||= Boolean(predictionOf?.(metric))
    drawn.limits ||= limits.some(hasLimits)
    drawn.outOfRange ||= min.some(isOut) || max.some(isOut)
  }
  return drawn
}
