import type { Limits } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartLine, joinedData } from './chart-lines.ts'
import { chartTokens } from './chart-tokens.ts'
import { canDraw, createPlot, type CursorPoint, hideCrosshair, mountPlot, moveCrosshair } from './create-plot.ts'
import { nextPoint } from './crosshair-keys.ts'
import type { TimeRange } from './time-range.ts'

interface Props {
  /** The value of `data-chart`, by which browser tests find the chart. */
  name: string
  /** The chart's summary in a sentence. */
  summary: string
  lines: readonly ChartLine[]
  /** Epoch seconds. */
  window: { from: number; to: number }
  /** The limits that all lines have in common; null where they differ. */
  limits: Limits | null
  height: number
  /** The text of a point, announced when keys move the crosshair. */
  describe: (point: CursorPoint) => string
  onCursor: (point: CursorPoint | null) => void
  onZoom: (range: TimeRange) => void
}

/**
 * Lines over time with their normal band, drawn by uPlot on a canvas; several lines differ by colour, dash and the name at their end.
 * A screen reader gets the summary, and the point under the crosshair when keys move it.
 */
export function LineChart(props: Props) {
  const { name, summary, lines, window, limits, height, describe } = props
  const theme = useTheme()
  const tokens = useMemo(() => chartTokens(theme), [theme])
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const at = useRef<number | null>(null)
  const [announced, setAnnounced] = useState('')
  // Another set of lines needs a new plot; new points of the same lines only new data.
  const kinds = lines.map((line) => `${line.label} ${line.dash.join(' ')}`).join('\n')

  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const element = host.current
    // Without a canvas (tests), the summary and the table have the content.
    if (!element || kinds === '' || !canDraw()) return
    const mounted = mountPlot(element, { height, fontFamily: tokens.fontFamily }, (size) =>
      createPlot(element, size, {
        tokens,
        lines: () => latest.current.lines,
        limits: () => latest.current.limits,
        window: () => latest.current.window,
        onCursor: (point) => {
          at.current = point?.index ?? null
          latest.current.onCursor(point)
        },
        onZoom: (range) => latest.current.onZoom(range),
      }),
    )
    plot.current = mounted.plot
    return () => {
      mounted.unmount()
      plot.current = null
    }
  }, [tokens, height, kinds])

  useEffect(() => {
    plot.current?.setData(joinedData(lines))
  }, [lines, window.from, window.to, limits])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!plot.current) return
    if (event.key === 'Escape') {
      hideCrosshair(plot.current)
      return
    }
    const [times = [], ...columns] = joinedData(lines)
    const values = Array.from(
      times,
      (_, i) => columns.map((column) => column[i]).find((value) => value != null) ?? null,
    )
    const index = nextPoint(values, at.current, event.key, event.shiftKey)
    if (index === null) return
    event.preventDefault()
    moveCrosshair(plot.current, index)
    at.current = index
    setAnnounced(describe({ time: times[index] ?? 0, index }))
  }

  return (
    <>
      <Box
        ref={host}
        role="img"
        aria-label={summary}
        tabIndex={0}
        data-chart={name}
        onKeyDown={onKeyDown}
        onBlur={() => plot.current && hideCrosshair(plot.current)}
        sx={{
          height,
          minWidth: 0,
          overflow: 'hidden',
          borderRadius: 1,
          '& .u-cursor-x': { borderRight: `1px dashed ${tokens.crosshair}` },
          '& .u-select': { background: tokens.crosshair, opacity: 0.15 },
        }}
      />
      <Box role="status" sx={visuallyHidden}>
        {announced}
      </Box>
    </>
  )
}
