import uPlot from 'uplot'
import { numberLabels, timeLabels } from './axis-labels.ts'
import { drawBackground, drawOverLine, drawUnderLine, type Picture } from './draw-chart.ts'
import type { PlotModel } from './plot-model.ts'

/** What the plot asks its owner for at every frame, and what it tells. */
export interface PlotOwner {
  picture: () => Picture
  window: () => { from: number; to: number }
  dash: number[]
  /** Charts with the same key share their crosshair. */
  syncKey: string
  /** The crosshair's time and the point there; a null index: no data at that time; null: no crosshair. */
  onCursor: (at: { time: number; index: number | null } | null) => void
  /** A stretch was dragged over; epoch seconds. */
  onZoom: ((from: number, to: number) => void) | undefined
}

const ZONE = 'Europe/Istanbul'
const AXIS_WIDTH = 50
const AXIS_HEIGHT = 38
const LEAST_DRAG_PX = 12

/** Puts a uPlot of one line into an element. */
export function createPlot(host: HTMLElement, size: { width: number; height: number }, owner: PlotOwner): uPlot {
  const { tokens } = owner.picture()
  const font = `12px ${tokens.fontFamily}`
  const options: uPlot.Options = {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), ZONE),
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: {
      y: false,
      points: { size: 8 },
      dataIdx: (u, _, closest, time) =>
        isNear(u, closest, time) || !isInGap(owner.picture().model, time) ? closest : null,
      sync: { key: owner.syncKey, setSeries: false, scales: ['x', null] },
      drag: { x: owner.onZoom !== undefined, y: false, setScale: false, dist: LEAST_DRAG_PX },
    },
    scales: {
      x: { time: true, range: () => [owner.window().from, owner.window().to] },
      y: { range: () => owner.picture().model.yRange },
    },
    series: [
      {},
      {
        stroke: () => owner.picture().color,
        width: 1.75,
        dash: owner.dash,
        points: { show: false },
        spanGaps: false,
      },
    ],
    axes: [
      {
        stroke: tokens.axisText,
        font,
        size: AXIS_HEIGHT,
        gap: 6,
        space: 64,
        grid: { stroke: tokens.grid, width: 1 },
        ticks: { show: false },
        values: (_, splits, __, ___, step) => timeLabels(splits, step),
      },
      {
        stroke: tokens.axisText,
        font,
        size: AXIS_WIDTH,
        gap: 6,
        space: 32,
        grid: { stroke: tokens.grid, width: 1 },
        ticks: { show: false },
        values: (_, splits, __, ___, step) => numberLabels(splits, step),
      },
    ],
    hooks: {
      drawClear: [(u) => drawBackground(u, owner.picture())],
      drawAxes: [(u) => drawUnderLine(u, owner.picture())],
      draw: [(u) => drawOverLine(u, owner.picture())],
      setCursor: [(u) => tellCursor(u, owner)],
      setSelect: [(u) => zoomTo(u, owner)],
    },
  }
  return new uPlot(options, alignedData(owner.picture().model), host)
}

/** The columns as uPlot takes them. */
export function alignedData(model: PlotModel): uPlot.AlignedData {
  return [model.xs, model.avg]
}

/** Moves the crosshair of this chart, and of those in step with it, to a point. */
export function moveCrosshair(plot: uPlot, index: number): void {
  const time = plot.data[0][index]
  if (time === undefined) return
  // uPlot's third argument, left out of its types, tells the other charts.
  const setCursor: (at: { left: number; top: number }, fire?: boolean, tell?: boolean) => void = plot.setCursor
  setCursor({ left: plot.valToPos(time, 'x'), top: plot.valToPos(plot.data[1]?.[index] ?? 0, 'y') }, true, true)
}

/** Takes the crosshair away. */
export function hideCrosshair(plot: uPlot): void {
  const setCursor: (at: { left: number; top: number }, fire?: boolean, tell?: boolean) => void = plot.setCursor
  setCursor({ left: -10, top: -10 }, true, true)
}

function tellCursor(u: uPlot, owner: PlotOwner): void {
  const left = u.cursor.left ?? -1
  owner.onCursor(left < 0 ? null : { time: u.posToVal(left, 'x'), index: u.cursor.idxs?.[1] ?? null })
}

const NEAR_PX = 5

function isNear(u: uPlot, index: number, time: number): boolean {
  const at = u.data[0][index]
  return at !== undefined && Math.abs(u.valToPos(at, 'x') - u.valToPos(time, 'x')) <= NEAR_PX
}

function isInGap(model: PlotModel, time: number): boolean {
  return model.gaps.some((gap) => time > gap.from && time < gap.to)
}

function zoomTo(u: uPlot, owner: PlotOwner): void {
  const { left, width } = u.select
  if (width < LEAST_DRAG_PX) return
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  owner.onZoom?.(u.posToVal(left, 'x'), u.posToVal(left + width, 'x'))
}
