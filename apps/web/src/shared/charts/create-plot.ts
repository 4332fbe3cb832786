import uPlot from 'uplot'
import { numberLabels, timeLabels } from './axis-labels.ts'
import type { ChartTokens } from './chart-tokens.ts'
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

/** A size in CSS pixels. */
export interface PlotSize {
  width: number
  height: number
}

/** Puts a uPlot of one line into an element. */
export function createPlot(host: HTMLElement, size: PlotSize, owner: PlotOwner): uPlot {
  const frame = plotFrame(size, {
    ...owner,
    tokens: owner.picture().tokens,
    yRange: () => owner.picture().model.yRange,
  })
  const options: uPlot.Options = {
    ...frame,
    cursor: {
      ...frame.cursor,
      points: { size: 8 },
      dataIdx: (u, _, closest, time) =>
        isNear(u, closest, time) || !isInGap(owner.picture().model, time) ? closest : null,
    },
    series: [{}, lineSeries(() => owner.picture().color, owner.dash)],
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

interface Frame extends Pick<PlotOwner, 'window' | 'syncKey' | 'onZoom'> {
  tokens: ChartTokens
  yRange: () => [number, number]
}

/** A line that a gap lifts. */
export function lineSeries(stroke: () => string, dash: number[]): uPlot.Series {
  return { stroke, width: 1.75, dash, points: { show: false }, spanGaps: false }
}

/** What all charts have in common: local time, axes, crosshair in step, a stretch to drag over. */
export function plotFrame(size: PlotSize, { tokens, window, yRange, syncKey, onZoom }: Frame) {
  const font = `12px ${tokens.fontFamily}`
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), ZONE),
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: {
      y: false,
      sync: { key: syncKey, setSeries: false, scales: ['x', null] },
      drag: { x: onZoom !== undefined, y: false, setScale: false, dist: LEAST_DRAG_PX },
    },
    scales: {
      x: { time: true, range: () => [window().from, window().to] },
      y: { range: yRange },
    },
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
  } satisfies Omit<uPlot.Options, 'series'>
}

/**
 * Puts a plot into an element and keeps it as wide as that, in its own font.
 * @returns the plot, and what takes it away
 */
export function mountPlot(
  element: HTMLElement,
  { height, fontFamily }: { height: number; fontFamily: string },
  make: (size: PlotSize) => uPlot,
): { plot: uPlot; unmount: () => void } {
  const plot = make({ width: element.clientWidth || 320, height })
  let isThere = true
  const resize = new ResizeObserver(() => {
    if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height })
  })
  resize.observe(element)
  // Text drawn before its font is there stays in the fallback's.
  void document.fonts?.load(`12px ${fontFamily}`).then(() => isThere && plot.redraw(false, true))
  return {
    plot,
    unmount: () => {
      isThere = false
      resize.disconnect()
      plot.destroy()
    },
  }
}

/** Whether there is a canvas to draw on: a test without a browser has none. */
export function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null
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
  // The height tells nothing here, but one above the plot would hide the crosshair of the others.
  setCursor({ left: plot.valToPos(time, 'x'), top: 0 }, true, true)
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

/** Tells which stretch was dragged over, and takes its shade away. */
export function zoomTo(u: uPlot, owner: Pick<PlotOwner, 'onZoom'>): void {
  const { left, width } = u.select
  if (width < LEAST_DRAG_PX) return
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  owner.onZoom?.(u.posToVal(left, 'x'), u.posToVal(left + width, 'x'))
}
