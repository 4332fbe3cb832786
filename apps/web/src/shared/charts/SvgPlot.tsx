import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/** One axis of a plot. */
export interface PlotAxis {
  /** The values at its left (or lower) and its right (or upper) end. */
  domain: readonly [number, number]
  ticks: readonly number[]
  label: (value: number) => string
  title?: string
}

/** Where values lie on the plot, in CSS px. */
export interface PlotFrame {
  x: (value: number) => number
  y: (value: number) => number
  left: number
  top: number
  width: number
  height: number
}

interface Props {
  /** The value of `data-chart`, by which browser tests find the chart. */
  name: string
  /** The chart's summary in a sentence. */
  summary: string
  /** CSS px. */
  height: number
  x: PlotAxis
  y: PlotAxis
  /** Draws what lies over the grid. */
  children: (frame: PlotFrame) => ReactNode
  /** What keys have moved to, announced to screen readers. */
  announced?: string
  onKey?: (event: KeyboardEvent) => void
  /** The pointer is at this position; null: it left the plot. */
  onPoint?: (position: { x: number; y: number } | null, frame: PlotFrame) => void
}

const AXIS_LEFT = 52
const AXIS_BOTTOM = 24
const TITLE_HEIGHT = 18
const PADDING_TOP = 8
const PADDING_RIGHT = 22
const TEXT_PX = 12

/** A plot of two number axes in SVG, as wide as its container. Lines over time are drawn by `LineChart`. */
export function SvgPlot({ name, summary, height, x, y, children, announced = '', onKey, onPoint }: Props) {
  const { chart } = useTheme().tokens
  const { host, width } = useWidth()
  const frame = frameOf(width, height, x, y)
  const [bottom, right] = [frame.top + frame.height, frame.left + frame.width]
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    onPoint?.({ x: event.clientX - left, y: event.clientY - top }, frame)
  }
  return (
    <>
      <Box
        ref={host}
        role="img"
        aria-label={summary}
        data-chart={name}
        {...(onKey ? { tabIndex: 0, onKeyDown: onKey } : {})}
        sx={{ minWidth: 0, overflow: 'hidden', borderRadius: 1 }}
      >
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          style={{ display: 'block', fontSize: TEXT_PX }}
          {...(onPoint ? { onPointerMove: point, onPointerLeave: () => onPoint(null, frame) } : {})}
        >
          <g stroke={chart.grid}>
            {x.ticks.map((tick) => (
              <path key={tick} d={`M${frame.x(tick)} ${frame.top}V${bottom}`} />
            ))}
            {y.ticks.map((tick) => (
              <path key={tick} d={`M${frame.left} ${frame.y(tick)}H${right}`} />
            ))}
          </g>
          {children(frame)}
          <g fill={chart.axisText}>
            {x.ticks.map((tick) => (
              <text key={tick} x={frame.x(tick)} y={bottom + 16} textAnchor="middle">
                {x.label(tick)}
              </text>
            ))}
            {y.ticks.map((tick) => (
              <text key={tick} x={frame.left - 6} y={frame.y(tick)} textAnchor="end" dominantBaseline="central">
                {y.label(tick)}
              </text>
            ))}
            {x.title && (
              <text x={frame.left + frame.width / 2} y={height - 4} textAnchor="middle" fontWeight={700}>
                {x.title}
              </text>
            )}
            {y.title && (
              <text
                transform={`translate(${TEXT_PX} ${frame.top + frame.height / 2}) rotate(-90)`}
                textAnchor="middle"
                fontWeight={700}
              >
                {y.title}
              </text>
            )}
          </g>
        </svg>
      </Box>
      {onKey && (
        <Box role="status" sx={visuallyHidden}>
          {announced}
        </Box>
      )}
    </>
  )
}

function frameOf(width: number, height: number, x: PlotAxis, y: PlotAxis): PlotFrame {
  const left = AXIS_LEFT + (y.title ? TITLE_HEIGHT - 8 : 0)
  const inner = {
    left,
    top: PADDING_TOP,
    width: Math.max(1, width - left - PADDING_RIGHT),
    height: Math.max(1, height - PADDING_TOP - AXIS_BOTTOM - (x.title ? TITLE_HEIGHT : 0)),
  }
  const share = ([low, high]: PlotAxis['domain'], value: number) => (high === low ? 0.5 : (value - low) / (high - low))
  return {
    ...inner,
    x: (value) => rounded(left + share(x.domain, value) * inner.width),
    y: (value) => rounded(inner.top + (1 - share(y.domain, value)) * inner.height),
  }
}

/** A tenth of a pixel is finer than a screen shows, and keeps paths short. */
function rounded(px: number): number {
  return Math.round(px * 10) / 10
}

/** Width of a container, CSS px. */
function useWidth() {
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(320)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { host, width }
}
