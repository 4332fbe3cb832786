import { useTheme } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { chartTokens, dashOf } from './chart-tokens.ts'
import { alignedData, canDraw, createPlot, hideCrosshair, mountPlot, moveCrosshair } from './create-plot.ts'
import { nextPoint } from './crosshair-keys.ts'
import type { Picture } from './draw-chart.ts'
import type { PlotModel } from './plot-model.ts'
import { PlotPlace } from './PlotPlace.tsx'
import type { Limits } from './value-state.ts'

/** The point nearest to the crosshair; values null: there are no data at that place. */
export interface Readout {
  /** The crosshair's, epoch seconds: every chart of the page names the same instant, however far apart its own points lie. */
  time: number
  min: number | null
  avg: number | null
  max: number | null
}

interface MetricChartProps {
  /** Told to outside checks as `data-chart`. */
  name: string
  /** The sentence that says what the picture shows. */
  summary: string
  model: PlotModel
  /** Epoch seconds. */
  window: { from: number; to: number }
  limits: Limits | null
  /** Moments to point at on the top edge, epoch seconds. */
  marks: readonly number[]
  color: string
  dash: string
  height: number
  syncKey: string
  /** The words for a point, read out when the crosshair is moved by keys. */
  describe: (readout: Readout) => string
  onReadout: (readout: Readout | null) => void
  onZoom?: (from: number, to: number) => void
}

/** One line over time with its normal band; drawn by uPlot on a canvas. */
export function MetricChart(props: MetricChartProps) {
  const { name, summary, model, window, limits, marks, color, dash, height, syncKey, describe } = props
  const theme = useTheme()
  const tokens = useMemo(() => chartTokens(theme), [theme])
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const place = useRef<number | null>(null)
  const [spoken, setSpoken] = useState('')

  const latest = useRef({ ...props, tokens })
  useLayoutEffect(() => {
    latest.current = { ...props, tokens }
  })

  useEffect(() => {
    const element = host.current
    // Where there is no canvas (a test without a browser), the sentence and the table say it all.
    if (!element || !canDraw()) return
    const picture = (): Picture => latest.current
    const mounted = mountPlot(element, { height, fontFamily: tokens.fontFamily }, (size) =>
      createPlot(element, size, {
        picture,
        window: () => latest.current.window,
        dash: dashOf(dash),
        syncKey,
        onCursor: (at) => {
          place.current = at?.index ?? null
          latest.current.onReadout(at && readoutAt(latest.current.model, at.index, at.time))
        },
        onZoom: (from, to) => latest.current.onZoom?.(from, to),
      }),
    )
    plot.current = mounted.plot
    return () => {
      mounted.unmount()
      plot.current = null
    }
  }, [tokens, dash, height, syncKey])

  useEffect(() => {
    plot.current?.setData(alignedData(model))
  }, [model, window.from, window.to, limits, marks, color])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!plot.current) return
    if (event.key === 'Escape') {
      hideCrosshair(plot.current)
      return
    }
    const index = nextPoint(model.avg, place.current, event.key, event.shiftKey)
    if (index === null) return
    event.preventDefault()
    moveCrosshair(plot.current, index)
    setSpoken(describe(readoutAt(model, index, model.xs[index] ?? 0)))
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

function readoutAt(model: PlotModel, index: number | null, time: number): Readout {
  if (index === null) return { time, min: null, avg: null, max: null }
  return {
    time,
    min: model.min[index] ?? null,
    avg: model.avg[index] ?? null,
    max: model.max[index] ?? null,
  }
}
