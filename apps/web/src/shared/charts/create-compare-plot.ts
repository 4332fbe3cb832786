import uPlot from 'uplot'
import type { ChartTokens } from './chart-tokens.ts'
import { type ComparedLine, joinedData, jointRange } from './compared-lines.ts'
import { lineSeries, plotFrame, type PlotSize, zoomTo } from './create-plot.ts'
import { drawBackground, drawOverLine, drawUnderLine, type Picture } from './draw-chart.ts'
import { drawEndLabels } from './end-labels.ts'
import type { Limits } from './value-state.ts'

/** What a plot of several lines asks its owner for at every frame, and what it tells. */
export interface CompareOwner {
  lines: () => readonly ComparedLine[]
  /** Common to all lines. */
  limits: () => Limits | null
  tokens: ChartTokens
  window: () => { from: number; to: number }
  syncKey: string
  /** The crosshair's time, epoch seconds; null: no crosshair. */
  onCursor: (time: number | null) => void
  onZoom: (from: number, to: number) => void
}

const LABEL_WIDTH = 84

/** Puts a uPlot of several lines into an element, each with its name at its end. */
export function createComparePlot(host: HTMLElement, size: PlotSize, owner: CompareOwner): uPlot {
  const { tokens } = owner
  const lines = owner.lines()
  const frame = plotFrame(size, { ...owner, yRange: () => jointRange(owner.lines()) })
  const pictures = (limits: Limits | null): Picture[] =>
    owner
      .lines()
      .map(({ model, color, marks = [] }) => ({ model: { ...model, gaps: [] }, color, limits, marks, tokens }))
  const options: uPlot.Options = {
    ...frame,
    padding: [8, LABEL_WIDTH, 0, 0],
    cursor: { ...frame.cursor, points: { show: false } },
    series: [{}, ...lines.map((line, i) => lineSeries(() => owner.lines()[i]?.color ?? '', [...line.dash]))],
    hooks: {
      drawClear: [
        (u) =>
          pictures(owner.limits())
            .slice(0, 1)
            .forEach((picture) => drawBackground(u, picture)),
      ],
      drawAxes: [(u) => pictures(owner.limits()).forEach((picture) => drawUnderLine(u, picture))],
      draw: [
        (u) => {
          for (const picture of pictures(null)) {
            // Whose alarm it was is told by the line's own colour.
            drawOverLine(u, { ...picture, tokens: { ...tokens, outOfRange: picture.color } })
          }
          const labels = owner.lines().map(({ label, model, color, dash }) => ({
            text: label,
            value: model.stats?.last ?? null,
            color,
            dash,
          }))
          drawEndLabels(u, labels, tokens, LABEL_WIDTH)
        },
      ],
      setCursor: [(u) => owner.onCursor((u.cursor.left ?? -1) < 0 ? null : u.posToVal(u.cursor.left ?? 0, 'x'))],
      setSelect: [(u) => zoomTo(u, owner)],
    },
  }
  return new uPlot(options, joinedData(lines), host)
}
