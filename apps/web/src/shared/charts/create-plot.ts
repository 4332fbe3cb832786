import type { Theme } from '@mui/material/styles'
import uPlot from 'uplot'
import { formatDayAndMonth, formatTime, formatTimeWithSeconds, TIME_ZONE } from '../format/date-time.ts'
import { type ChartLine, hasTwoAxes, isInGap, joinedData, jointRange } from './chart-lines.ts'
import {
  drawBackground,
  drawEndLabels,
  drawOverLine,
  drawUnderLine,
  LABEL_WIDTH,
  type ChartPicture,
  scaleOf,
} from './draw-chart.ts'
import { type LimitSteps, NO_LIMITS } from './limit-steps.ts'
import { LEAST_WIDTH, type TimeRange, toLocal } from './time-range.ts'
import { LEAST_DRAG_PX, zoomByTouch } from './touch-zoom.ts'
import type { ShownWindow } from './use-series-window.ts'

/** The position of the crosshair. */
export interface CursorPoint {
  /** Epoch seconds: every chart of the page names the same instant, however far its own points lie from it. */
  time: number
  /** Index of the point there; null: there are no data at that time. */
  index: number | null
}

/** What the plot draws and reports to. */
export interface PlotProps {
  /** A single line is drawn with its gaps; several lines have their names at their ends, or of two quantities along their axes. */
  lines: readonly ChartLine[]
  /** The limits that all lines have in common; none where they differ. */
  limits: LimitSteps
  window: ShownWindow
  /** CSS px. */
  height: number
  /** Null: no crosshair. */
  onCursor: (point: CursorPoint | null) => void
  /** The user dragged over an interval, or pinched the window. Absent: the window stays. */
  onZoom?: ((range: TimeRange) => void) | undefined
}

/** All charts of a page share one crosshair. */
const SYNC_KEY = 'charts'
/** CSS px. */
const AXIS = { width: 50, height: 38, title: 18 }
const MARGIN = 8
const NEAR_PX = 5
const DAY_SECONDS = 86_400

/** The distances of the plot's area from the edges of its element, CSS px. */
export function plotInsets(lines: readonly ChartLine[]) {
  const titled = AXIS.width + AXIS.title
  if (hasTwoAxes(lines)) return { top: MARGIN, right: titled, bottom: AXIS.height, left: titled }
  return { top: MARGIN, right: lines.length === 1 ? MARGIN : LABEL_WIDTH, bottom: AXIS.height, left: AXIS.width }
}

/**
 * Puts a uPlot into an element and fits it to the element's width.
 * @param latest the present properties, read anew at each frame
 * @returns the plot, and a function that removes it
 */
export function createPlot(host: HTMLElement, theme: Theme, latest: { readonly current: PlotProps }) {
  const { chart } = theme.tokens
  const font = `12px ${theme.typography.fontFamily}`
  const { lines, height } = latest.current
  const isAlone = lines.length === 1
  const isTwoSided = hasTwoAxes(lines)
  const pictures = () =>
    latest.current.lines.map((line): ChartPicture => ({
      ...line,
      // Hatched gaps of several lines would cover each other.
      model: isAlone ? line.model : { ...line.model, gaps: [] },
      limits: line.axis ? line.axis.limits : latest.current.limits,
      // Of several lines, the mark of an alarm has the colour of its line.
      markColor: isAlone ? chart.outOfRange.color : line.color,
      tokens: chart,
    }))
  const axis = {
    stroke: chart.axisText,
    font,
    gap: 6,
    grid: { stroke: chart.grid, width: 1 },
    ticks: { show: false },
  }
  const numberAxis: uPlot.Axis = {
    ...axis,
    size: AXIS.width,
    space: 32,
    values: (_, splits, __, ___, step) => numberLabels(splits, step),
  }
  const titleOf = (side: 'left' | 'right') =>
    isTwoSided && {
      label: lines.find((line) => line.axis?.side === side)?.axis?.title ?? '',
      labelFont: font,
      labelSize: AXIS.title,
      labelGap: 0,
    }
  const options: uPlot.Options = {
    width: host.clientWidth || 320,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), TIME_ZONE),
    legend: { show: false },
    padding: [MARGIN, isTwoSided ? 0 : isAlone ? MARGIN : LABEL_WIDTH, 0, 0],
    cursor: {
      y: false,
      sync: { key: SYNC_KEY, setSeries: false, scales: ['x', null] },
      drag: { x: latest.current.onZoom !== undefined, y: false, setScale: false, dist: LEAST_DRAG_PX },
      points: isAlone ? { size: 8 } : { show: false },
      ...(isAlone && {
        dataIdx: (u, _, closest, time) =>
          isNear(u, closest, time) || !latest.current.lines.some(({ model }) => isInGap(model, time)) ? closest : null,
      }),
    },
    scales: {
      x: {
        time: true,
        range: () => {
          const { from, to, until = to } = latest.current.window
          return [from, until]
        },
      },
      y: { range: () => jointRange(latest.current.lines.filter((line) => scaleOf(line) === 'y')) },
      ...(isTwoSided && {
        right: { range: () => jointRange(latest.current.lines.filter((line) => scaleOf(line) === 'right')) },
      }),
    },
    axes: [
      { ...axis, size: AXIS.height, space: 64, values: (_, splits, __, ___, step) => timeLabels(splits, step) },
      { ...numberAxis, ...titleOf('left') },
      ...(isTwoSided ? [{ ...numberAxis, ...titleOf('right'), scale: 'right', side: 1, grid: { show: false } }] : []),
    ],
    series: [
      {},
      ...lines.map((line, i) => ({
        stroke: () => latest.current.lines[i]?.color ?? '',
        width: 1.75,
        dash: [...line.dash],
        scale: scaleOf(line),
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      drawClear: [
        (u) =>
          pictures()
            .slice(0, isTwoSided ? 0 : 1)
            .forEach((picture) => drawBackground(u, picture)),
      ],
      drawAxes: [(u) => pictures().forEach((picture) => drawUnderLine(u, picture))],
      draw: [
        (u) => {
          // None of several lines with common limits is drawn thick.
          for (const picture of pictures())
            drawOverLine(u, isAlone || isTwoSided ? picture : { ...picture, limits: NO_LIMITS })
          if (!isAlone) drawEndLabels(u, latest.current.lines, theme)
        },
      ],
      setCursor: [
        (u) => {
          const { left = -1, idx, idxs } = u.cursor
          const index = (isAlone ? idxs?.[1] : idx) ?? null
          latest.current.onCursor(left < 0 ? null : { time: u.posToVal(left, 'x'), index })
        },
      ],
      setSelect: [(u) => reportZoom(u, latest.current)],
    },
  }
  const plot = new uPlot(options, joinedData(lines), host)
  let isThere = true
  // The first report comes at once, with the width that the plot has.
  const resize = new ResizeObserver(() => {
    const width = host.clientWidth
    if (width > 0 && width !== plot.width) plot.setSize({ width, height })
  })
  resize.observe(host)
  // Text drawn before its font is loaded stays in the fallback font.
  if (document.fonts?.check(font) === false) {
    void document.fonts.load(font).then(() => isThere && plot.redraw(false, true))
  }
  const endTouch = latest.current.onZoom ? zoomByTouch(plot, (range) => latest.current.onZoom?.(range)) : null
  const remove = () => {
    isThere = false
    resize.disconnect()
    endTouch?.()
    plot.destroy()
  }
  return { plot, remove }
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

/** Reports the interval that the user dragged over, and removes its shade. */
function reportZoom(u: uPlot, { onZoom }: PlotProps): void {
  const { left, width } = u.select
  if (width < LEAST_DRAG_PX) return
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  const [from, to] = [u.posToVal(left, 'x'), u.posToVal(left + width, 'x')]
  // A shorter interval is dragged over by accident.
  if ((to - from) * 1000 >= LEAST_WIDTH) onZoom?.({ from: toLocal(from * 1000), to: toLocal(to * 1000) })
}

const number = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 6 })

/**
 * Labels of a time axis, 24 h, Istanbul time; below midnight stands the day.
 * @param stepSeconds distance of the ticks
 */
export function timeLabels(splits: readonly number[], stepSeconds: number): string[] {
  const formatClock = stepSeconds < 60 ? formatTimeWithSeconds : formatTime
  return splits.map((seconds) => {
    const ms = seconds * 1000
    const day = formatDayAndMonth(ms)
    if (stepSeconds >= DAY_SECONDS) return day
    const time = formatClock(ms)
    return time === '00:00' ? `${time}\n${day}` : time
  })
}

/** Labels of a number axis, with a decimal comma and a true minus. @param step distance of the ticks */
export function numberLabels(splits: readonly number[], step: number): string[] {
  return splits.map((value) => {
    // Ticks are sums of steps: 0.30000000000000004 and -1.4e-17 are 0,3 and 0.
    const clean = Math.round((value / step) * 1e6) * (step / 1e6)
    return number.format(clean === 0 ? 0 : Number(clean.toPrecision(10))).replace('-', '−')
  })
}
