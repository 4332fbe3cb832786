import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { chartTokens } from './chart-tokens.ts'
import { type ComparedLine, joinedData } from './compared-lines.ts'
import { createComparePlot } from './create-compare-plot.ts'
import { canDraw, hideCrosshair, mountPlot, moveCrosshair } from './create-plot.ts'
import { nextPoint } from './crosshair-keys.ts'
import { PlotPlace } from './PlotPlace.tsx'
import type { Limits } from './value-state.ts'

interface Props {
  /** Told to outside checks as `data-chart`. */
  name: string
  /** The sentence that says what the picture shows. */
  summary: string
  lines: readonly ComparedLine[]
  /** Epoch seconds. */
  window: { from: number; to: number }
  /** Common to all lines; null where they differ. */
  limits: Limits | null
  height: number
  syncKey: string
  /** The words for a time (epoch seconds), read out when the crosshair is moved by keys. */
  describe: (time: number) => string
  onReadout: (time: number | null) => void
  onZoom: (from: number, to: number) => void
}

/** Several lines of one quantity over time, told apart by colour, dash and the name at their end. */
export function CompareChart(props: Props) {
  const { name, summary, lines, window, limits, height, syncKey, describe } = props
  const theme = useTheme()
  const tokens = useMemo(() => chartTokens(theme), [theme])
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const at = useRef<number | null>(null)
  const [spoken, setSpoken] = useState('')
  // Another set of lines is another plot; new points of the same are only other data.
  const kinds = lines.map((line) => `${line.label} ${line.dash.join(' ')}`).join('\n')

  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const element = host.current
    if (!element || kinds === '' || !canDraw()) return
    const mounted = mountPlot(element, { height, fontFamily: tokens.fontFamily }, (size) =>
      createComparePlot(element, size, {
        tokens,
        syncKey,
        lines: () => latest.current.lines,
        limits: () => latest.current.limits,
        window: () => latest.current.window,
        onCursor: (time) => {
          if (time === null) at.current = null
          latest.current.onReadout(time)
        },
        onZoom: (from, to) => latest.current.onZoom(from, to),
      }),
    )
    plot.current = mounted.plot
    return () => {
      mounted.unmount()
      plot.current = null
    }
  }, [tokens, height, syncKey, kinds])

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
    const filled = Array.from(
      times,
      (_, i) => columns.map((column) => column[i]).find((value) => value != null) ?? null,
    )
    const index = nextPoint(filled, at.current, event.key, event.shiftKey)
    if (index === null) return
    event.preventDefault()
    moveCrosshair(plot.current, index)
    at.current = index
    setSpoken(describe(times[index] ?? 0))
  }

  return (
    <PlotPlace
      host={host}
      name={name}
      summary={summary}
      height={height}
      tokens={tokens}
      spoken={spoken}
      onKeyDown={onKeyDown}
      onBlur={() => plot.current && hideCrosshair(plot.current)}
    />
  )
}
