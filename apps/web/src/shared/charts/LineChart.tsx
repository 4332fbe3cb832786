import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { joinedData, nextPoint } from './chart-lines.ts'
import {
  canDraw,
  createPlot,
  type CursorPoint,
  hideCrosshair,
  moveCrosshair,
  plotInsets,
  type PlotProps,
} from './create-plot.ts'

interface Props extends PlotProps {
  /** The value of `data-chart`, by which browser tests find the chart. */
  name: string
  /** The chart's summary in a sentence. */
  summary: string
  /** The text of a point, announced when keys move the crosshair. */
  describe: (point: CursorPoint) => string
  /** Drawn over the plot's area. */
  overlay?: ReactNode
}

/**
 * Lines over time with their normal band, drawn by uPlot on a canvas; several lines differ by colour, dash and the name at their end.
 * A screen reader gets the summary, and the point under the crosshair when keys move it.
 */
export function LineChart(props: Props) {
  const { name, summary, lines, window, limits, height, describe, overlay } = props
  const theme = useTheme()
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const isDrawn = useRef(false)
  const at = useRef<number | null>(null)
  const [announced, setAnnounced] = useState('')
  // Another set of lines needs a new plot; new points of the same lines only new data.
  const kinds = lines.map(({ label, dash, axis }) => `${label} ${dash.join(' ')} ${axis?.side ?? ''}`).join('\n')

  const latest = useRef<PlotProps>(props)
  useLayoutEffect(() => {
    latest.current = {
      ...props,
      onCursor: (point) => {
        at.current = point?.index ?? null
        props.onCursor(point)
      },
    }
  })

  // Comes before the plot's creation: a new plot has these data already.
  useEffect(() => {
    plot.current?.setData(joinedData(lines))
  }, [lines, window.from, window.to, limits])

  useEffect(() => {
    // Without a canvas (tests), the summary and the table have the content.
    if (!host.current || kinds === '' || !canDraw()) return
    const element = host.current
    let remove: (() => void) | null = null
    const create = () => {
      isDrawn.current = true
      const created = createPlot(element, theme, latest)
      plot.current = created.plot
      remove = created.remove
    }
    // A page of charts that appear together would draw all of them in one task, and answer nobody meanwhile.
    // Later plots are drawn at once: paper changes the theme, and the browser prints before another task runs.
    const wait = isDrawn.current ? undefined : setTimeout(create)
    if (wait === undefined) create()
    return () => {
      clearTimeout(wait)
      remove?.()
      plot.current = null
    }
  }, [theme, height, kinds])

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
    <Box sx={{ position: 'relative' }}>
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
          // Swipes up and down scroll the page; all other movements of fingers zoom the chart, not the page.
          touchAction: 'pan-y',
          '& .u-cursor-x': { borderRight: `1px dashed ${theme.tokens.chart.crosshair}` },
          '& .u-select': { background: theme.tokens.chart.crosshair, opacity: 0.15 },
        }}
      />
      {overlay && <Box sx={{ position: 'absolute', ...plotInsets(lines), pointerEvents: 'none' }}>{overlay}</Box>}
      <Box role="status" sx={visuallyHidden}>
        {announced}
      </Box>
    </Box>
  )
}
