import type { DayPattern } from '@dalyan/contracts/explore'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nextPoint } from '../../../shared/charts/chart-lines.ts'
import { airyRange, niceTicks, tickDecimals } from '../../../shared/charts/nice-ticks.ts'
import { type PlotFrame, SvgPlot } from '../../../shared/charts/SvgPlot.tsx'
import { formatMetric, formatNumber, metricText } from '../../../shared/format/number.ts'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { quarterTime, runsOf } from './day-quarters.ts'

const HOUR_TICKS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const NARROW_TICKS = [0, 6, 12, 18, 24]

interface Props {
  band: DayPattern['band']
  /** The day whose line is drawn. */
  day: DayPattern['recent'][number] | undefined
  dayName: string
  metric: MetricKey
  limits: Limits | null
  summary: string
  height: number
}

/** Percentiles by the quarter of an hour, with one day as a line. */
export function DayBand({ band, day, dayName, metric, limits, summary, height }: Props) {
  const { t } = useTranslation()
  const { chart, palette } = useTheme().tokens
  const isNarrow = useNarrow()
  const [at, setAt] = useState<number | null>(null)
  const { quarters } = band
  const ends = [limits?.min ?? null, limits?.max ?? null].filter((end) => end !== null)
  const domain = airyRange([...band.p10, ...band.p90, ...(day?.values ?? []), ...ends], 0.06)
  const ticks = niceTicks(domain, 9)
  const decimals = tickDecimals(ticks)
  const color = chart.series[metric].color
  const number = (value: number | undefined) => (value === undefined ? '' : metricText(metric, value).number)
  const nameOf = (i: number) => {
    const words = {
      p10: number(band.p10[i]),
      p25: number(band.p25[i]),
      p75: number(band.p75[i]),
      p90: number(band.p90[i]),
    }
    const text = t('explore.pattern.point', {
      ...words,
      time: quarterTime(quarters[i] ?? 0),
      median: formatMetric(metric, band.p50[i] ?? 0),
    })
    const value = day?.values[day.quarters.indexOf(quarters[i] ?? -1)]
    if (value === undefined) return text
    return `${text}; ${t('explore.pattern.pointDay', { day: dayName, value: formatMetric(metric, value) })}`
  }
  const text = at === null ? '' : nameOf(at)
  const legend = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', mb: 1, fontSize: '0.8125rem', minHeight: 20 }}>
      <Sample label={t('explore.pattern.band80')}>
        <rect width={18} height={10} y={1} fill={color} fillOpacity={0.18} />
      </Sample>
      <Sample label={t('explore.pattern.band50')}>
        <rect width={18} height={10} y={1} fill={color} fillOpacity={0.45} />
      </Sample>
      <Sample label={t('explore.pattern.median')}>
        <path d="M0 6h18" stroke={color} strokeWidth={2} strokeDasharray="5 3" />
      </Sample>
      {day && (
        <Sample label={dayName}>
          <path d="M0 6h18" stroke={palette.textPrimary} strokeWidth={2.5} />
        </Sample>
      )}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {text}
      </Box>
    </Box>
  )
  return (
    <>
      {!isNarrow && legend}
      <SvgPlot
        name="pattern"
        summary={summary}
        height={height}
        x={{
          domain: [0, 24],
          ticks: isNarrow ? NARROW_TICKS : HOUR_TICKS,
          label: (hour) => String(hour % 24).padStart(2, '0'),
        }}
        y={{ domain, ticks, label: (value) => formatNumber(value, decimals) }}
        announced={text}
        onKey={(event) => {
          if (event.key === 'Escape') setAt(null)
          const next = nextPoint(band.p50, at, event.key, event.shiftKey)
          if (next === null) return
          event.preventDefault()
          setAt(next)
        }}
        onPoint={(position, frame) => setAt(position && nearestQuarter(quarters, position.x, frame))}
      >
        {(frame) => {
          const x = (quarter: number) => frame.x(quarter / 4)
          const area = (low: readonly number[], high: readonly number[]) =>
            runsOf(quarters)
              .map((run) => {
                // The last quarter ends where the next would begin.
                const upper = run.flatMap((i) => [`${x(quarters[i] ?? 0)} ${frame.y(high[i] ?? 0)}`])
                const lower = run.toReversed().flatMap((i) => [`${x(quarters[i] ?? 0)} ${frame.y(low[i] ?? 0)}`])
                return `M${[...upper, ...lower].join('L')}Z`
              })
              .join('')
          const line = (at: readonly number[], values: readonly number[]) =>
            runsOf(at)
              .map((run) => `M${run.map((i) => `${x(at[i] ?? 0)} ${frame.y(values[i] ?? 0)}`).join('L')}`)
              .join('')
          const [lastQuarter, lastValue] = [day?.quarters.at(-1), day?.values.at(-1)]
          return (
            <>
              <LimitBand limits={limits} frame={frame} />
              <path d={area(band.p10, band.p90)} fill={color} fillOpacity={0.18} />
              <path d={area(band.p25, band.p75)} fill={color} fillOpacity={0.3} />
              <path d={line(quarters, band.p50)} fill="none" stroke={color} strokeWidth={1.75} strokeDasharray="5 3" />
              {day && (
                <path
                  d={line(day.quarters, day.values)}
                  fill="none"
                  stroke={palette.textPrimary}
                  strokeWidth={2.5}
                  strokeLinejoin="round"
                />
              )}
              {lastQuarter !== undefined && lastValue !== undefined && (
                <circle cx={x(lastQuarter)} cy={frame.y(lastValue)} r={4.5} fill={palette.textPrimary} />
              )}
              {at !== null && (
                <path
                  d={`M${x(quarters[at] ?? 0)} ${frame.top}V${frame.top + frame.height}`}
                  stroke={chart.crosshair}
                  strokeDasharray="3 3"
                />
              )}
            </>
          )
        }}
      </SvgPlot>
      {/* On a phone the picture comes first, and stays where it is when the text comes. */}
      {isNarrow && legend}
    </>
  )
}

function Sample({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <svg aria-hidden width={18} height={12}>
        {children}
      </svg>
      {label}
    </Box>
  )
}

/** The range of the tank, under everything else; an open side reaches the edge. */
function LimitBand({ limits, frame }: { limits: Limits | null; frame: PlotFrame }) {
  const { chart } = useTheme().tokens
  if (limits === null) return null
  const top = limits.max === null ? frame.top : frame.y(limits.max)
  const bottom = limits.min === null ? frame.top + frame.height : frame.y(limits.min)
  const edges = [...(limits.max === null ? [] : [top]), ...(limits.min === null ? [] : [bottom])]
  return (
    <>
      <rect
        x={frame.left}
        y={top}
        width={frame.width}
        height={Math.max(0, bottom - top)}
        fill={chart.bandFill.composited}
      />
      {edges.map((edge) => (
        <path
          key={edge}
          d={`M${frame.left} ${edge}h${frame.width}`}
          stroke={chart.bandStroke}
          strokeDasharray={chart.bandStrokeDash}
        />
      ))}
    </>
  )
}

function nearestQuarter(quarters: readonly number[], px: number, frame: PlotFrame): number | null {
  const distances = quarters.map((quarter) => Math.abs(frame.x(quarter / 4) - px))
  const least = Math.min(...distances)
  return Number.isFinite(least) ? distances.indexOf(least) : null
}
