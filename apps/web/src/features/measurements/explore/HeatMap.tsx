import type { DayPattern } from '@dalyan/contracts/explore'
import type { MetricKey } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlotFrame, SvgPlot } from '../../../shared/charts/SvgPlot.tsx'
import { formatDayAndMonth } from '../../../shared/format/date-time.ts'
import { formatMetric, metricText } from '../../../shared/format/number.ts'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'

type HeatOfDays = DayPattern['heat']

/** Steps of one hue, from the least to the greatest value. */
const SHADES = [0.06, 0.2, 0.34, 0.5, 0.66, 0.83, 1] as const
const HOUR_TICKS = [0, 6, 12, 18, 24]
const ROW_PX = { least: 5, most: 16 }
const MOST_HEIGHT = 520
const AXES_PX = 34

/** One cell of the map. */
interface HeatCell {
  row: number
  /** Hours from the left edge; an hour that stands there twice has two cells of half an hour's width. */
  left: number
  width: number
  hour: number
  value: number | null
}

/** Means by hour and day, in seven shades of one colour; what has no value is hatched. */
export function HeatMap({ heat, metric }: { heat: HeatOfDays; metric: MetricKey }) {
  const { t } = useTranslation()
  const { chart, palette } = useTheme().tokens
  const hatch = useId()
  const [at, setAt] = useState<number | null>(null)
  const cells = useMemo(() => cellsOf(heat), [heat])
  const values = cells.flatMap(({ value }) => value ?? [])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const shadeOf = (value: number) =>
    high > low ? Math.min(SHADES.length - 1, Math.floor(((value - low) / (high - low)) * SHADES.length)) : 3
  const { rows, step_days } = heat
  const height =
    AXES_PX + Math.min(MOST_HEIGHT, rows.length * Math.max(ROW_PX.least, Math.min(ROW_PX.most, 500 / rows.length)))
  const dateOf = (row: number) => formatDayAndMonth(Date.parse(`${rows[row]?.date}T12:00:00Z`))
  const nameOf = ({ row, hour, value }: HeatCell) =>
    t('explore.pattern.cell', {
      date: dateOf(row),
      hour: `${String(hour).padStart(2, '0')}:00`,
      value: value === null ? t('explore.pattern.noValue') : formatMetric(metric, value),
    })
  const current = at === null ? undefined : cells[at]
  const title =
    step_days === 1
      ? t('explore.pattern.heat')
      : step_days === 7
        ? t('explore.pattern.heatWeeks')
        : t('explore.pattern.heatSpan', { days: step_days })
  const every = Math.max(1, Math.ceil(rows.length / 9))
  const rectOf = ({ row, left, width }: HeatCell, frame: PlotFrame) => {
    const [x, y] = [frame.x(left), frame.y(row)]
    const [w, h] = [frame.x(left + width) - x, frame.y(row + 1) - y]
    return `M${x} ${y}h${Math.max(0.5, w - 1)}v${Math.max(0.5, h - 1)}h${-Math.max(0.5, w - 1)}z`
  }
  const color = chart.series[metric].color
  return (
    <PageSection title={title} gap={0.5}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem' }}>
        {metricText(metric, low).number}
        <svg aria-hidden width={SHADES.length * 20} height={12}>
          {SHADES.map((shade, i) => (
            <rect key={shade} x={i * 20} width={18} height={12} fill={color} fillOpacity={shade} />
          ))}
        </svg>
        {metricText(metric, high).number}
      </Box>
      <SvgPlot
        name="heat"
        summary={t('explore.pattern.heatSummary', {
          metric: t(`measurements.metrics.${metric}`),
          rows: rows.length,
          low: formatMetric(metric, low),
          high: formatMetric(metric, high),
        })}
        height={height}
        x={{ domain: [0, 24], ticks: HOUR_TICKS, label: (hour) => String(hour % 24).padStart(2, '0') }}
        y={{
          domain: [rows.length, 0],
          ticks: rows.flatMap((_, row) => (row % every === 0 ? [row + 0.5] : [])),
          label: (row) => dateOf(Math.floor(row)),
        }}
        announced={current ? nameOf(current) : ''}
        onKey={(event) => {
          if (event.key === 'Escape') setAt(null)
          const next = nextCell(cells, at, event)
          if (next === null) return
          event.preventDefault()
          setAt(next)
        }}
        onPoint={(position, frame) => setAt(position && cellAt(cells, position, frame))}
      >
        {(frame) => (
          <>
            <defs>
              <pattern id={hatch} width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <path d="M0 0v7" stroke={chart.axisText} strokeOpacity={0.5} strokeWidth={1.5} />
              </pattern>
            </defs>
            <rect x={frame.left} y={frame.top} width={frame.width} height={frame.height} fill={palette.surface} />
            {SHADES.map((shade, i) => (
              <path
                key={shade}
                d={cells
                  .flatMap((cell) => (cell.value !== null && shadeOf(cell.value) === i ? rectOf(cell, frame) : []))
                  .join('')}
                fill={color}
                fillOpacity={shade}
              />
            ))}
            <path
              d={cells.flatMap((cell) => (cell.value === null ? rectOf(cell, frame) : [])).join('')}
              fill={`url(#${hatch})`}
            />
            {current && <path d={rectOf(current, frame)} fill="none" stroke={palette.textPrimary} strokeWidth={2} />}
          </>
        )}
      </SvgPlot>
      <Box sx={{ minHeight: 20 }}>{current && <Quiet small>{nameOf(current)}</Quiet>}</Box>
    </PageSection>
  )
}

function cellsOf({ rows }: HeatOfDays): HeatCell[] {
  return rows.flatMap(({ hours, values }, row) =>
    hours.map((hour, i): HeatCell => {
      const twins = hours.filter((each) => each === hour).length
      const before = hours.slice(0, i).filter((each) => each === hour).length
      return { row, left: hour + before / twins, width: 1 / twins, hour, value: values[i] ?? null }
    }),
  )
}

/** The cell to which an arrow key moves; null: the key moves nowhere. */
function nextCell(cells: readonly HeatCell[], at: number | null, { key }: KeyboardEvent): number | null {
  const isArrow = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)
  if (!isArrow || cells.length === 0) return null
  if (key === 'Home') return 0
  const current = cells[at ?? -1]
  if (at === null || !current || key === 'End') return cells.length - 1
  if (key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'ArrowRight') return Math.min(cells.length - 1, at + 1)
  const row = current.row + (key === 'ArrowUp' ? -1 : 1)
  const found = cells.findIndex((cell) => cell.row === row && cell.left + cell.width > current.left)
  return found < 0 ? at : found
}

function cellAt(cells: readonly HeatCell[], { x, y }: { x: number; y: number }, frame: PlotFrame): number | null {
  const found = cells.findIndex(
    ({ row, left, width }) =>
      x >= frame.x(left) && x < frame.x(left + width) && y >= frame.y(row) && y < frame.y(row + 1),
  )
  return found < 0 ? null : found
}
