import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import { type SxProps, type Theme, useTheme } from '@mui/material/styles'
import { type KeyboardEvent, type SVGProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMetric, formatNumber } from '../../../shared/format/number.ts'
import { STRIP, stripDomain, type StripData, stripPaths, stripY } from './strip-paths.ts'

interface Props {
  metric: MetricKey
  /** The history of the template's tanks; null: no values. */
  data: StripData | null
  /** The typed limits; an unreadable limit counts as open. */
  limits: Limits
  /** The saved limits; null for a new template. */
  saved: Limits | null
  onChange: (limits: Limits) => void
}

const NOTHING: StripData = { from: 0, to: 1, times: [], min: [], max: [] }
const HANDLES_WIDTH = 68

/**
 * The last 30 days of a metric, all tanks together, with the limits as handles that can be dragged: arrow keys move a handle by the last decimal,
 * with Shift by ten, and Escape moves it back.
 */
export function RangeStrip({ metric, data, limits, saved, onChange }: Props) {
  const { t } = useTranslation()
  const { chart, palette } = useTheme().tokens
  const bounds = metricOf(metric)
  const name = t(`measurements.metrics.${metric}`)
  const step = 10 ** -bounds.decimals
  const course = data ?? NOTHING
  const fitting = stripDomain(course, [limits.min, limits.max, saved?.min ?? null, saved?.max ?? null], bounds)
  // The scale stays the same while a handle is dragged.
  const [dragged, setDragged] = useState<[number, number] | null>(null)
  const [bottom, top] = dragged ?? fitting
  const domain = [floorTo(step, bottom), -floorTo(step, -top)] as const
  const { bars, out } = stripPaths(course, limits, domain)
  const line = (limit: number | null) => (limit === null ? '' : `M0 ${stripY(limit, domain)}H${STRIP.width}`)
  const ends = (['min', 'max'] as const).filter((end) => limits[end] !== null)
  const band = {
    top: limits.max === null ? 0 : stripY(limits.max, domain),
    bottom: limits.min === null ? STRIP.height : stripY(limits.min, domain),
  }
  const changed = (values: readonly number[]) => {
    const rounded = values.map((value) => Number(value.toFixed(bounds.decimals)))
    onChange({ ...limits, ...Object.fromEntries(ends.map((end, i) => [end, rounded[i] ?? null])) })
  }
  const before = useRef(limits)
  const back = (event: KeyboardEvent) => {
    const hasMoved = before.current.min !== limits.min || before.current.max !== limits.max
    if (event.key !== 'Escape' || !hasMoved) return
    // Escape must not close the dialog.
    event.stopPropagation()
    onChange(before.current)
  }
  return (
    <Box sx={{ position: 'relative', display: 'flex', minWidth: 0, height: STRIP.height, my: 1 }}>
      <svg
        viewBox={`0 0 ${STRIP.width} ${STRIP.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{ flex: 1, minWidth: 0, height: '100%', overflow: 'visible' }}
      >
        {ends.length > 0 && (
          <rect
            width={STRIP.width}
            y={band.top}
            height={Math.max(0, band.bottom - band.top)}
            fill={chart.bandFill.composited}
          />
        )}
        <g fill="none">
          <StripPath d={bars} stroke={palette.outline} strokeWidth={2} />
          <StripPath d={out} stroke={chart.outOfRange.color} strokeWidth={2} />
          <StripPath
            d={line(saved?.min ?? null) + line(saved?.max ?? null)}
            stroke={palette.textSecondary}
            strokeWidth={1}
            strokeDasharray="2 3"
          />
          <StripPath d={line(limits.min) + line(limits.max)} stroke={palette.textPrimary} strokeWidth={1.2} />
        </g>
      </svg>
      <Box sx={{ width: HANDLES_WIDTH, flexShrink: 0, position: 'relative' }}>
        {ends.length > 0 && (
          <Slider
            orientation="vertical"
            track={false}
            disableSwap
            min={domain[0]}
            max={domain[1]}
            step={step}
            shiftStep={10 * step}
            value={ends.map((end) => limits[end] ?? 0)}
            onChange={(_, values) => {
              setDragged([bottom, top])
              changed([values].flat())
            }}
            onChangeCommitted={() => setDragged(null)}
            onFocus={() => (before.current = limits)}
            onKeyDown={back}
            getAriaLabel={(i) => t(`rangeTemplates.dragged.${ends[i] ?? 'min'}`, { metric: name })}
            getAriaValueText={(value) => formatMetric(metric, value)}
            valueLabelDisplay="on"
            valueLabelFormat={(value) => `↕ ${formatNumber(value, bounds.decimals)}`}
            slotProps={{ rail: { style: { display: 'none' } } }}
            sx={HANDLES}
          />
        )}
      </Box>
    </Box>
  )
}

function StripPath(props: SVGProps<SVGPathElement>) {
  return props.d ? <path vectorEffect="non-scaling-stroke" {...props} /> : null
}

const floorTo = (step: number, value: number) => Math.floor(value / step + 1e-9) * step

/** Each thumb is its own label, at least as large as a finger or a pointer needs. */
const HANDLES: SxProps<Theme> = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  p: '0 !important',
  '& .MuiSlider-thumb': {
    width: HANDLES_WIDTH - 6,
    height: 24,
    borderRadius: 1,
    bgcolor: 'transparent',
    boxShadow: 'none',
    '&::before': { display: 'none' },
    '&::after': { width: '100%', height: 24, '@media (pointer: coarse)': { height: 44 } },
  },
  '& .MuiSlider-valueLabel': {
    position: 'static',
    transform: 'none !important',
    width: '100%',
    px: 0.5,
    py: 0,
    borderRadius: 9,
    border: '1px solid',
    borderColor: 'text.secondary',
    bgcolor: 'background.paper',
    color: 'text.primary',
    typography: 'caption',
    fontWeight: 600,
    lineHeight: '18px',
    textAlign: 'center',
    '&::before': { display: 'none' },
  },
  '& .Mui-focusVisible .MuiSlider-valueLabel, & .Mui-active .MuiSlider-valueLabel': {
    bgcolor: 'primary.main',
    borderColor: 'primary.main',
    color: 'primary.contrastText',
  },
}
