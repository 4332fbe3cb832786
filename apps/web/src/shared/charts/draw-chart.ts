import { limitOf, sideOf } from '@dalyan/contracts/out-of-range'
import type { Theme } from '@mui/material/styles'
import type uPlot from 'uplot'
import { type ChartLine, hasTwoAxes } from './chart-lines.ts'
import { type LimitSteps, newestLimits } from './limit-steps.ts'
import { isolatedPoints, type PlotModel, type DrawnPrediction } from './plot-model.ts'

/** A line with what is drawn around it. */
export interface ChartPicture extends Pick<ChartLine, 'model' | 'color' | 'marks' | 'axis' | 'dash'> {
  limits: LimitSteps
  markColor: string
  tokens: Theme['tokens']['chart']
}

interface Plot {
  u: uPlot
  ctx: CanvasRenderingContext2D
  picture: ChartPicture
  x: (time: number) => number
  y: (value: number) => number
}

const HATCH_SPACING = 7

/** Under grid and lines: the normal band and the intervals without data. */
export function drawBackground(u: uPlot, picture: ChartPicture): void {
  inside(u, picture, (plot) => {
    drawBand(plot)
    drawGaps(plot)
  })
}

/** Over the grid, under the line: limits and the least and greatest values of each bucket. */
export function drawUnderLine(u: uPlot, picture: ChartPicture): void {
  inside(u, picture, (plot) => {
    drawLimits(plot)
    drawEnvelope(plot, picture.color, 0.28)
  })
}

/** Over the line: what lies out of range, thick in the colour of alarms; isolated points; marks. */
export function drawOverLine(u: uPlot, picture: ChartPicture): void {
  inside(u, picture, (plot) => {
    drawIsolatedPoints(plot, picture.color, 2)
    outsideBand(plot, () => {
      const { color } = picture.tokens.outOfRange
      drawEnvelope(plot, color, 0.75)
      drawThickLine(plot)
      drawIsolatedPoints(plot, color, 3)
    })
    if (picture.model.prediction) afterNewest(plot, () => drawPrediction(plot))
    drawRefused(plot)
    drawMarks(plot)
  })
}

function inside(u: uPlot, picture: ChartPicture, draw: (plot: Plot) => void): void {
  const { ctx, bbox } = u
  const plot: Plot = {
    u,
    ctx,
    picture,
    x: (time) => u.valToPos(time, 'x', true),
    y: (value) => u.valToPos(value, scaleOf(picture), true),
  }
  clipped(ctx, [[bbox.left, bbox.top, bbox.width, bbox.height]], () => draw(plot))
}

/** The scale of a line's values: one for each axis. */
export function scaleOf({ axis }: Pick<ChartLine, 'axis'>): 'y' | 'right' {
  return axis?.side === 'right' ? 'right' : 'y'
}

type Rectangle = [left: number, top: number, width: number, height: number]

/** Draws only what lies in some rectangles. */
function clipped(ctx: CanvasRenderingContext2D, rectangles: readonly Rectangle[], draw: () => void): void {
  ctx.save()
  ctx.beginPath()
  for (const rectangle of rectangles) ctx.rect(...rectangle)
  ctx.clip()
  draw()
  ctx.restore()
}

function strokeLine(ctx: CanvasRenderingContext2D, from: [number, number], to: [number, number]): void {
  ctx.beginPath()
  ctx.moveTo(...from)
  ctx.lineTo(...to)
  ctx.stroke()
}

/** The limits of one step on the canvas. */
interface LimitBand extends Pick<LimitSteps[number], 'min' | 'max'> {
  left: number
  right: number
  /** An open side reaches the edge of the plot. */
  top: number
  bottom: number
}

/** The bands of the steps inside the plot, each up to the next; those without limits have none. */
function bandsOf({ u, picture: { limits }, x, y }: Plot): LimitBand[] {
  const { left, top, width, height } = u.bbox
  const inPlot = (time: number) => Math.min(Math.max(x(time), left), left + width)
  return limits.flatMap(({ from, min, max }, i) => {
    if (min === null && max === null) return []
    const band = {
      min,
      max,
      left: inPlot(from),
      right: inPlot(limits[i + 1]?.from ?? Infinity),
      top: max === null ? top : y(max),
      bottom: min === null ? top + height : y(min),
    }
    return band.left < band.right ? [band] : []
  })
}

function drawBand(plot: Plot): void {
  plot.ctx.fillStyle = plot.picture.tokens.bandFill.composited
  for (const { left, right, top, bottom } of bandsOf(plot)) plot.ctx.fillRect(left, top, right - left, bottom - top)
}

function drawLimits(plot: Plot): void {
  const { u, ctx, picture, y } = plot
  const { tokens, axis, color, dash } = picture
  // With two axes the limits have the colour and the dash of their line, because there are two pairs of them.
  ctx.strokeStyle = axis ? color : tokens.bandStroke
  ctx.lineWidth = scaled(u, 1)
  const pattern = axis && dash.length > 0 ? dash : tokens.bandStrokeDash.split(' ').map(Number)
  ctx.setLineDash(pattern.map((part) => scaled(u, part)))
  const bands = bandsOf(plot)
  for (const { min, max, left, right } of bands) {
    for (const limit of [min, max]) {
      if (limit === null) continue
      const at = Math.round(y(limit)) + 0.5
      strokeLine(ctx, [left, at], [right, at])
    }
  }
  for (const [at, { top, bottom }] of edgesOf(plot, bands)) strokeLine(ctx, [at, top], [at, bottom])
  ctx.setLineDash([])
}

/** Where limits changed inside the plot, with the height of the bands that meet there. */
function edgesOf({ u }: Plot, bands: readonly LimitBand[]): Map<number, Pick<LimitBand, 'top' | 'bottom'>> {
  const edges = new Map<number, Pick<LimitBand, 'top' | 'bottom'>>()
  for (const { left, right, top, bottom } of bands) {
    for (const at of [left, right]) {
      if (at <= u.bbox.left || at >= u.bbox.left + u.bbox.width) continue
      const other = edges.get(at) ?? { top, bottom }
      edges.set(at, { top: Math.min(top, other.top), bottom: Math.max(bottom, other.bottom) })
    }
  }
  return edges
}

function drawGaps({ u, ctx, picture, x }: Plot): void {
  const { top, height } = u.bbox
  ctx.strokeStyle = picture.tokens.gapHatch
  ctx.lineWidth = scaled(u, 1.5)
  for (const gap of picture.model.gaps) {
    const left = x(gap.from)
    const width = x(gap.to) - left
    if (width < 1) continue
    clipped(ctx, [[left, top, width, height]], () => {
      const spacing = scaled(u, HATCH_SPACING)
      // Lines start at multiples of the spacing, so that neighbouring gaps share one pattern.
      for (let at = Math.floor((left - height) / spacing) * spacing; at < left + width; at += spacing) {
        strokeLine(ctx, [at, top + height], [at + height, top])
      }
    })
  }
}

function drawEnvelope({ u, ctx, picture: { model }, x, y }: Plot, color: string, alpha: number): void {
  const width = Math.max(scaled(u, 1), barWidth(model, x))
  ctx.fillStyle = color
  ctx.globalAlpha = alpha
  model.xs.forEach((time, i) => {
    const [min, max] = [model.min[i] ?? null, model.max[i] ?? null]
    if (min === null || max === null || min === max) return
    const top = y(max)
    ctx.fillRect(x(time) - width / 2, top, width, Math.max(scaled(u, 1), y(min) - top))
  })
  ctx.globalAlpha = 1
}

/** The width of one bucket on the canvas: the least distance of two points. */
function barWidth(model: PlotModel, x: (time: number) => number): number {
  let least = Infinity
  for (let i = 1; i < model.xs.length; i++) least = Math.min(least, (model.xs[i] ?? 0) - (model.xs[i - 1] ?? 0))
  return Number.isFinite(least) ? Math.min(x(least) - x(0), 12) : 1
}

function drawIsolatedPoints({ u, ctx, picture: { model }, x, y }: Plot, color: string, radius: number): void {
  ctx.fillStyle = color
  for (const i of isolatedPoints(model.avg)) {
    ctx.beginPath()
    ctx.arc(x(model.xs[i] ?? 0), y(model.avg[i] ?? 0), scaled(u, radius), 0, 2 * Math.PI)
    ctx.fill()
  }
}

function outsideBand(plot: Plot, draw: () => void): void {
  const { top, height } = plot.u.bbox
  const outside = bandsOf(plot).flatMap(({ left, right, ...band }): Rectangle[] => [
    [left, top, right - left, band.top - top],
    [left, band.bottom, right - left, top + height - band.bottom],
  ])
  if (outside.length > 0) clipped(plot.ctx, outside, draw)
}

function drawThickLine({ u, ctx, picture: { model, tokens }, x, y }: Plot): void {
  ctx.strokeStyle = tokens.outOfRange.color
  ctx.lineWidth = scaled(u, tokens.outOfRange.width)
  ctx.lineJoin = 'round'
  ctx.beginPath()
  model.avg.forEach((value, i) => {
    if (value === null) return
    const point = [x(model.xs[i] ?? 0), y(value)] as const
    if ((model.avg[i - 1] ?? null) === null) ctx.moveTo(...point)
    else ctx.lineTo(...point)
  })
  ctx.stroke()
}

/** Draws only what lies after the newest point, up to which the line itself is known. */
function afterNewest({ u: { bbox }, ctx, picture: { model }, x }: Plot, draw: () => void): void {
  const left = Math.max(bbox.left, x(model.xs.at(-1) ?? -Infinity))
  clipped(ctx, [[left, bbox.top, bbox.left + bbox.width - left, bbox.height]], draw)
}

/** What is predicted: a dotted line with a fan of the usual error, and a ring where it crosses a limit. */
function drawPrediction(plot: Plot): void {
  const { u, ctx, picture, x, y } = plot
  const { prediction } = picture.model
  if (!prediction) return
  const points = prediction.times.map((time, i) => ({
    at: x(time),
    value: prediction.values[i] ?? 0,
    error: prediction.errors[i] ?? 0,
  }))
  ctx.fillStyle = ctx.strokeStyle = picture.color
  ctx.globalAlpha = 0.18
  ctx.beginPath()
  for (const { at, value, error } of points) ctx.lineTo(at, y(value + error))
  for (const { at, value, error } of points.toReversed()) ctx.lineTo(at, y(value - error))
  ctx.fill()
  ctx.globalAlpha = 1
  ctx.lineWidth = scaled(u, 2)
  ctx.setLineDash([scaled(u, 2), scaled(u, 4)])
  ctx.beginPath()
  for (const { at, value } of points) ctx.lineTo(at, y(value))
  ctx.stroke()
  ctx.setLineDash([])
  const crossing = crossingOf(prediction, picture.limits)
  if (!crossing) return
  ctx.fillStyle = picture.tokens.bandFill.composited
  ctx.beginPath()
  ctx.arc(x(crossing.time), y(crossing.value), scaled(u, 5), 0, 2 * Math.PI)
  ctx.fill()
  ctx.stroke()
}

/** Where a predicted course first crosses a limit; null: it does not. */
export function crossingOf(
  { times, values }: DrawnPrediction,
  limits: LimitSteps,
): { time: number; value: number } | null {
  const newest = newestLimits(limits)
  const first = newest ? values.findIndex((value) => sideOf(value, newest) !== null) : -1
  const [from, to, start = 0] = [values[first - 1], values[first], times[first - 1]]
  const side = newest && to !== undefined ? sideOf(to, newest) : null
  const limit = side && newest && limitOf(newest, side)
  if (from === undefined || to === undefined || limit === null) return null
  return { time: start + (((times[first] ?? start) - start) * (limit - from)) / (to - from), value: limit }
}

/** A ring at each refused value. */
function drawRefused({ u, ctx, picture: { model, tokens }, x, y }: Plot): void {
  const { top, height } = u.bbox
  const radius = scaled(u, 3.5)
  ctx.strokeStyle = tokens.axisText
  ctx.lineWidth = scaled(u, 1.5)
  let before = { left: -Infinity, at: 0 }
  for (const { time, value } of model.refused) {
    const left = x(time)
    const at = Math.min(Math.max(y(value), top + radius * 1.5), top + height - radius * 1.5)
    // Rings over each other would be a solid bar.
    if (Math.hypot(left - before.left, at - before.at) < radius * 3) continue
    before = { left, at }
    ctx.beginPath()
    ctx.arc(left, at, radius, 0, 2 * Math.PI)
    ctx.stroke()
  }
}

/** A small triangle and a hair line at each marked moment. */
function drawMarks({ u, ctx, picture: { marks, markColor }, x }: Plot): void {
  const { top, height } = u.bbox
  const half = scaled(u, 5)
  ctx.fillStyle = ctx.strokeStyle = markColor
  ctx.lineWidth = scaled(u, 1)
  for (const mark of marks) {
    const at = x(mark)
    ctx.beginPath()
    ctx.moveTo(at - half, top)
    ctx.lineTo(at + half, top)
    ctx.lineTo(at, top + half * 1.6)
    ctx.fill()
    ctx.globalAlpha = 0.5
    strokeLine(ctx, [at, top], [at, top + height])
    ctx.globalAlpha = 1
  }
}

/** CSS pixels in canvas pixels. */
function scaled(u: uPlot, px: number): number {
  return (px * u.ctx.canvas.width) / u.width
}

const LEAST_DISTANCE_PX = 15
const SWATCH_PX = 12

/** Heights at which labels do not overlap, as near to the desired ones as possible; in the given order. */
export function spreadHeights(desired: readonly number[], least: number, top: number, bottom: number): number[] {
  const order = desired.map((_, i) => i).toSorted((a, b) => (desired[a] ?? 0) - (desired[b] ?? 0))
  const heights = [...desired]
  let before = top - least
  for (const i of order) before = heights[i] = Math.max(heights[i] ?? 0, before + least)
  let after = bottom + least
  for (const i of order.toReversed()) after = heights[i] = Math.min(heights[i] ?? 0, after - least)
  return heights
}

/** The width that the names of lines take to the right of a plot, CSS px. */
export const LABEL_WIDTH = 84

/** Writes the name of each line that has data to the right of the plot, after a short sample of the line. */
export function drawEndLabels(u: uPlot, lines: readonly ChartLine[], { tokens, typography }: Theme): void {
  // The right axis stands there and has the line's name.
  if (hasTwoAxes(lines)) return
  const shown = lines.flatMap(({ label, color, dash, model: { stats } }) =>
    stats ? [{ label, color, dash, value: stats.last }] : [],
  )
  const { ctx, bbox } = u
  const heights = spreadHeights(
    shown.map(({ value }) => u.valToPos(value, 'y', true)),
    scaled(u, LEAST_DISTANCE_PX),
    bbox.top,
    bbox.top + bbox.height,
  )
  const left = bbox.left + bbox.width + scaled(u, 4)
  ctx.save()
  ctx.font = `${scaled(u, 12)}px ${typography.fontFamily}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  ctx.lineWidth = scaled(u, 2)
  shown.forEach(({ label, color, dash }, i) => {
    const height = heights[i] ?? 0
    ctx.strokeStyle = color
    ctx.setLineDash(dash.map((part) => scaled(u, part)))
    strokeLine(ctx, [left, height], [left + scaled(u, SWATCH_PX), height])
    ctx.fillStyle = tokens.chart.axisText
    ctx.fillText(label, left + scaled(u, SWATCH_PX + 4), height, scaled(u, LABEL_WIDTH - SWATCH_PX - 8))
  })
  ctx.restore()
}
