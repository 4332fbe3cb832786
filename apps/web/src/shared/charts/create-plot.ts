import type { Limits } from '@dalyan/contracts/out-of-range'
import uPlot from 'uplot'
import { numberLabels, timeLabels } from './axis-labels.ts'
import { type ChartLine, joinedData, jointRange } from './chart-lines.ts'
import type { ChartTokens } from './chart-tokens.ts'
import { drawBackground, drawOverLine, drawUnderLine, type Picture } from './draw-chart.ts'
import { drawEndLabels } from './end-labels.ts'
import { type TimeRange, toLocal } from './time-range.ts'

/** The position of the crosshair. */
export interface CursorPoint {
  /** Epoch seconds: every chart of the page names the same instant, however far its own points lie from it. */
  time: number
  /** Index of the point there; null: there are no data at that time. */
  index: number | null
}

/** What the plot reads from its owner at each frame, and what it reports. */
interface PlotOwner {
  /** A single line is drawn with its gaps; several lines have their names at their ends. */
  lines: () => readonly ChartLine[]
  /** Common to all lines. */
  limits: () => Limits | null
  tokens: ChartTokens
  window: () => { from: number; to: number }
  /** Null: no crosshair. */
  onCursor: (point: CursorPoint | null) => void
  /** The user dragged over an interval. */
  onZoom: (range: TimeRange) => void
}

const ZONE = 'Europe/Istanbul'
/** All charts of a page share one crosshair. */
const SYNC_KEY = 'charts'
const AXIS_WIDTH = 50
const AXIS_HEIGHT = 38
const LABEL_WIDTH = 84
const LEAST_DRAG_PX = 12
const NEAR_PX = 5
/** A shorter interval is dragged over by accident. */
const LEAST_ZOOM_SECONDS = 120

/** A size in CSS pixels. */
interface PlotSize {
  width: number
  height: number
}

/** Puts a uPlot into an element. */
export function createPlot(host: HTMLElement, size: PlotSize, owner: PlotOwner): uPlot {
  const { tokens } = owner
  const lines = owner.lines()
  const isAlone = lines.length === 1
  // Hatched gaps of several lines would cover each other.
  const pictures = (): Picture[] =>
    owner.lines().map(({ model, color, marks }) => ({
      model: isAlone ? model : { ...model, gaps: [] },
      color,
      limits: owner.limits(),
      marks,
      tokens,
    }))
  const axis = {
    stroke: tokens.axisText,
    font: `12px ${tokens.fontFamily}`,
    gap: 6,
    grid: { stroke: tokens.grid, width: 1 },
    ticks: { show: false },
  }
  const options: uPlot.Options = {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), ZONE),
    legend: { show: false },
    padding: [8, isAlone ? 8 : LABEL_WIDTH, 0, 0],
    cursor: {
      y: false,
      sync: { key: SYNC_KEY, setSeries: false, scales: ['x', null] },
      drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG_PX },
      points: isAlone ? { size: 8 } : { show: false },
      ...(isAlone && {
        dataIdx: (u, _, closest, time) => (isNear(u, closest, time) || !isInGap(owner, time) ? closest : null),
      }),
    },
    scales: {
      x: { time: true, range: () => [owner.window().from, owner.window().to] },
      y: { range: () => jointRange(owner.lines()) },
    },
    axes: [
      { ...axis, size: AXIS_HEIGHT, space: 64, values: (_, splits, __, ___, step) => timeLabels(splits, step) },
      { ...axis, size: AXIS_WIDTH, space: 32, values: (_, splits, __, ___, step) => numberLabels(splits, step) },
    ],
    series: [
      {},
      ...lines.map((line, i) => ({
        stroke: () => owner.lines()[i]?.color ?? '',
        width: 1.75,
        dash: [...line.dash],
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      drawClear: [
        (u) =>
          pictures()
            .slice(0, 1)
            .forEach((picture) => drawBackground(u, picture)),
      ],
      drawAxes: [(u) => pictures().forEach((picture) => drawUnderLine(u, picture))],
      draw: [
        (u) => {
          for (const picture of pictures()) {
            // Of several lines, the mark of an alarm has the colour of its line, and none is drawn thick.
            drawOverLine(
              u,
              isAlone ? picture : { ...picture, limits: null, tokens: { ...tokens, outOfRange: picture.color } },
            )
          }
          if (!isAlone) drawEndLabels(u, owner.lines(), tokens, LABEL_WIDTH)
        },
      ],
      setCursor: [
        (u) => {
          const { left = -1, idx, idxs } = u.cursor
          const index = (isAlone ? idxs?.[1] : idx) ?? null
          owner.onCursor(left < 0 ? null : { time: u.posToVal(left, 'x'), index })
        },
      ],
      setSelect: [(u) => reportZoom(u, owner)],
    },
  }
  return new uPlot(options, joinedData(lines), host)
}

/**
 * Puts a plot into an element and fits it to the element's width, in the font of the page.
 * @returns the plot, and a function that removes it
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
  // Text drawn before its font is loaded stays in the fallback font.
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

/** Moves the crosshair of this chart, and of those synchronised with it, to a point. */
export function moveCrosshair(plot: uPlot, index: number): void {
  const time = plot.data[0][index]
  // The height does not matter here, but one above the plot would hide the crosshair of the others.
  if (time !== undefined) setCrosshair(plot, { left: plot.valToPos(time, 'x'), top: 0 })
}

export function hideCrosshair(plot: uPlot): void {
  setCrosshair(plot, { left: -10, top: -10 })
}

function setCrosshair(plot: uPlot, at: { left: number; top: number }): void {
  // The types of uPlot leave out the third argument, which makes it notify the other charts.
  const setCursor: (at: { left: number; top: number }, fire?: boolean, publish?: boolean) => void = plot.setCursor
  setCursor(at, true, true)
}

function isNear(u: uPlot, index: number, time: number): boolean {
  const at = u.data[0][index]
  return at !== undefined && Math.abs(u.valToPos(at, 'x') - u.valToPos(time, 'x')) <= NEAR_PX
}

function isInGap({ lines }: PlotOwner, time: number): boolean {
  return lines().some(({ model }) => model.gaps.some((gap) => time > gap.from && time < gap.to))
}

/** Reports the interval that the user dragged over, and removes its shade. */
function reportZoom(u: uPlot, { onZoom }: PlotOwner): void {
  const { left, width } = u.select
  if (width < LEAST_DRAG_PX) return
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  const [from, to] = [u.posToVal(left, 'x'), u.posToVal(left + width, 'x')]
  if (to - from >= LEAST_ZOOM_SECONDS) onZoom({ from: toLocal(from * 1000), to: toLocal(to * 1000) })
}
