import type { Scatter } from '@dalyan/contracts/explore'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nextPoint } from '../../../shared/charts/chart-lines.ts'
import { airyRange, niceTicks, tickDecimals } from '../../../shared/charts/nice-ticks.ts'
import { type PlotAxis, type PlotFrame, SvgPlot } from '../../../shared/charts/SvgPlot.tsx'
import { formatDateTime, hourOfDay } from '../../../shared/format/date-time.ts'
import { formatMetric, formatNumber } from '../../../shared/format/number.ts'
import { TANK_COLORS } from '../readings.ts'

/** A marker around a point: parts of the day differ by shape before they differ by colour. */
const MARKERS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`,
  (x, y) => `M${x - 2.7} ${y - 2.7}h5.4v5.4h-5.4z`,
  (x, y) => `M${x} ${y - 3.6}l3.4 6h-6.8z`,
  (x, y) => `M${x} ${y - 3.8}l3.8 3.8l-3.8 3.8l-3.8 -3.8z`,
]
const PARTS = ['00–06', '06–12', '12–18', '18–24'] as const
/** The pointer is at a point when it is as near as this, CSS px. */
const NEAR_PX = 24

interface Props {
  scatter: Scatter
  metrics: { x: MetricKey; y: MetricKey }
  titles: { x: string; y: string }
  summary: string
  height: number
}

/** Pairs of values as points; shape and colour give the part of the day. */
export function ScatterChart({ scatter, metrics, titles, summary, height }: Props) {
  const { t } = useTranslation()
  const { chart, palette } = useTheme().tokens
  const { points, slope, intercept } = scatter
  const [at, setAt] = useState<number | null>(null)
  const parts = useMemo(() => points.times.map((time) => Math.floor(hourOfDay(time * 1000) / 6)), [points])
  // Keys move from left to right, not by time: neighbours on the picture are neighbours under the keys.
  const order = useMemo(() => [...points.x.keys()].sort((a, b) => (points.x[a] ?? 0) - (points.x[b] ?? 0)), [points])
  const axes = useMemo(
    () => ({ x: axisOf(points.x, titles.x, 9), y: axisOf(points.y, titles.y, 10) }),
    [points, titles.x, titles.y],
  )
  const nameOf = (i: number) =>
    t('explore.relation.point', {
      time: formatDateTime((points.times[i] ?? 0) * 1000),
      x: formatMetric(metrics.x, points.x[i] ?? 0),
      y: formatMetric(metrics.y, points.y[i] ?? 0),
    })
  const color = (part: number) => chart.series[TANK_COLORS[part] ?? 'ph'].color
  const current = at === null ? null : (order[at] ?? null)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', mb: 1, fontSize: '0.8125rem' }}>
        {PARTS.map((part, i) => (
          <Box key={part} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
            <svg aria-hidden width={12} height={12}>
              <path d={MARKERS[i]?.(6, 6)} fill={color(i)} />
            </svg>
            {part}
          </Box>
        ))}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {current === null ? t('explore.relation.byHour') : nameOf(current)}
        </Box>
      </Box>
      <SvgPlot
        name="scatter"
        summary={summary}
        height={height}
        {...axes}
        announced={current === null ? '' : nameOf(current)}
        onKey={(event) => {
          if (event.key === 'Escape') setAt(null)
          const next = nextPoint(
            order.map((i) => points.x[i] ?? null),
            at,
            event.key,
            event.shiftKey,
          )
          if (next === null) return
          event.preventDefault()
          setAt(next)
        }}
        onPoint={(position, frame) => setAt(position && nearest(points, order, position, frame))}
      >
        {(frame) => (
          <>
            {PARTS.map((name, part) => (
              <path
                key={name}
                d={points.times
                  .flatMap((_, i) =>
                    parts[i] === part
                      ? (MARKERS[part]?.(frame.x(points.x[i] ?? 0), frame.y(points.y[i] ?? 0)) ?? [])
                      : [],
                  )
                  .join('')}
                fill={color(part)}
                fillOpacity={0.6}
              />
            ))}
            {slope !== null && intercept !== null && (
              <path d={lineOf(axes.x, { slope, intercept }, frame)} stroke={palette.textPrimary} strokeWidth={2} />
            )}
            {current !== null && (
              <circle
                cx={frame.x(points.x[current] ?? 0)}
                cy={frame.y(points.y[current] ?? 0)}
                r={7}
                fill="none"
                stroke={palette.textPrimary}
                strokeWidth={2}
              />
            )}
          </>
        )}
      </SvgPlot>
    </>
  )
}

function axisOf(values: readonly number[], title: string, most: number): PlotAxis {
  const domain = airyRange(values)
  const ticks = niceTicks(domain, most)
  const decimals = tickDecimals(ticks)
  return { domain, ticks, label: (value) => formatNumber(value, decimals), title }
}

/** The straight line over the width of the points, cut where it leaves the plot. */
function lineOf({ domain }: PlotAxis, { slope, intercept }: { slope: number; intercept: number }, frame: PlotFrame) {
  const [top, bottom] = [frame.top, frame.top + frame.height]
  const steps = Array.from({ length: 101 }, (_, i) => domain[0] + ((domain[1] - domain[0]) * i) / 100)
  const inside = steps
    .map((x) => ({ x: frame.x(x), y: frame.y(slope * x + intercept) }))
    .filter(({ y }) => y >= top && y <= bottom)
  const [first, last] = [inside[0], inside.at(-1)]
  return first && last ? `M${first.x} ${first.y}L${last.x} ${last.y}` : ''
}

/** The position in `order` of the point nearest to the pointer; null: none is near. */
function nearest(
  { x, y }: Scatter['points'],
  order: readonly number[],
  pointer: { x: number; y: number },
  frame: PlotFrame,
): number | null {
  let [best, distance] = [-1, NEAR_PX ** 2]
  order.forEach((i, position) => {
    const squared = (frame.x(x[i] ?? 0) - pointer.x) ** 2 + (frame.y(y[i] ?? 0) - pointer.y) ** 2
    if (squared < distance) [best, distance] = [position, squared]
  })
  return best < 0 ? null : best
}

/** The unit of a slope, `pH / °C`; a metric without a unit stands by its name. */
export function slopeUnit(x: MetricKey, y: MetricKey, nameOf: (metric: MetricKey) => string): string {
  return `${metricOf(y).unit || nameOf(y)} / ${metricOf(x).unit || nameOf(x)}`
}
