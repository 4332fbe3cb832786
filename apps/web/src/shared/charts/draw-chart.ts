import type { Limits } from '@dalyan/contracts/out-of-range'
import type uPlot from 'uplot'
import type { ChartTokens } from './chart-tokens.ts'
import { hasLimits, isolatedPoints, type PlotModel } from './plot-model.ts'

/** What the drawing hooks read at each frame. */
export interface Picture {
  model: PlotModel
  limits: Limits | null
  /** Moments to mark on the top edge, epoch seconds. */
  marks: readonly number[]
  tokens: ChartTokens
  color: string
}

interface Plot {
  u: uPlot
  ctx: CanvasRenderingContext2D
  picture: Picture
  x: (time: number) => number
  y: (value: number) => number
}

const HATCH_SPACING = 7

/** Under grid and lines: the normal band and the intervals without data. */
export function drawBackground(u: uPlot, picture: Picture): void {
  inside(u, picture, (plot) => {
    drawBand(plot)
    drawGaps(plot)
  })
}

/** Over the grid, under the line: limits and the least and greatest values of each bucket. */
export function drawUnderLine(u: uPlot, picture: Picture): void {
  inside(u, picture, (plot) => {
    drawLimits(plot)
    drawEnvelope(plot, picture.color, 0.28)
  })
}

/** Over the line: what lies out of range, thick in the colour of alarms; isolated points; marks. */
export function drawOverLine(u: uPlot, picture: Picture): void {
  inside(u, picture, (plot) => {
    drawIsolatedPoints(plot)
    outsideBand(plot, () => {
      drawEnvelope(plot, picture.tokens.outOfRange, 0.75)
      drawThickLine(plot)
    })
    drawMarks(plot)
  })
}

function inside(u: uPlot, picture: Picture, draw: (plot: Plot) => void): void {
  const { ctx, bbox } = u
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  draw({ u, ctx, picture, x: (time) => u.valToPos(time, 'x', true), y: (value) => u.valToPos(value, 'y', true) })
  ctx.restore()
}

/** The band's top and bottom on the canvas; an open side reaches the edge. */
function bandEdges({ u, picture: { limits }, y }: Plot): { top: number; bottom: number } | null {
  if (!hasLimits(limits)) return null
  return {
    top: limits.max === null ? u.bbox.top : y(limits.max),
    bottom: limits.min === null ? u.bbox.top + u.bbox.height : y(limits.min),
  }
}

function drawBand(plot: Plot): void {
  const edges = bandEdges(plot)
  if (!edges) return
  plot.ctx.fillStyle = plot.picture.tokens.bandFill
  plot.ctx.fillRect(plot.u.bbox.left, edges.top, plot.u.bbox.width, edges.bottom - edges.top)
}

function drawLimits({ u, ctx, picture: { limits, tokens }, y }: Plot): void {
  ctx.strokeStyle = tokens.bandStroke
  ctx.lineWidth = scaled(u, 1)
  ctx.setLineDash(tokens.bandDash.map((part) => scaled(u, part)))
  for (const limit of [limits?.min ?? null, limits?.max ?? null]) {
    if (limit === null) continue
    const at = Math.round(y(limit)) + 0.5
    ctx.beginPath()
    ctx.moveTo(u.bbox.left, at)
    ctx.lineTo(u.bbox.left + u.bbox.width, at)
    ctx.stroke()
  }
  ctx.setLineDash([])
}

function drawGaps({ u, ctx, picture, x }: Plot): void {
  const { top, height } = u.bbox
  ctx.strokeStyle = picture.tokens.gapHatch
  ctx.lineWidth = scaled(u, 1.5)
  for (const gap of picture.model.gaps) {
    const left = x(gap.from)
    const width = x(gap.to) - left
    if (width < 1) continue
    ctx.save()
    ctx.beginPath()
    ctx.rect(left, top, width, height)
    ctx.clip()
    ctx.beginPath()
    const spacing = scaled(u, HATCH_SPACING)
    // Lines start at multiples of the spacing, so that neighbouring gaps share one pattern.
    for (let at = Math.floor((left - height) / spacing) * spacing; at < left + width; at += spacing) {
      ctx.moveTo(at, top + height)
      ctx.lineTo(at + height, top)
    }
    ctx.stroke()
    ctx.restore()
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

function drawIsolatedPoints({ u, ctx, picture: { model, color }, x, y }: Plot): void {
  ctx.fillStyle = color
  for (const i of isolatedPoints(model.avg)) {
    ctx.beginPath()
    ctx.arc(x(model.xs[i] ?? 0), y(model.avg[i] ?? 0), scaled(u, 2), 0, 2 * Math.PI)
    ctx.fill()
  }
}

function outsideBand(plot: Plot, draw: () => void): void {
  const { u, ctx } = plot
  const edges = bandEdges(plot)
  if (!edges) return
  const { left, top, width, height } = u.bbox
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, edges.top - top)
  ctx.rect(left, edges.bottom, width, top + height - edges.bottom)
  ctx.clip()
  draw()
  ctx.restore()
}

function drawThickLine({ u, ctx, picture: { model, tokens }, x, y }: Plot): void {
  ctx.strokeStyle = tokens.outOfRange
  ctx.fillStyle = tokens.outOfRange
  ctx.lineWidth = scaled(u, tokens.outOfRangeWidth)
  ctx.lineJoin = 'round'
  ctx.beginPath()
  model.avg.forEach((value, i) => {
    if (value === null) return
    const point = [x(model.xs[i] ?? 0), y(value)] as const
    if ((model.avg[i - 1] ?? null) === null) ctx.moveTo(...point)
    else ctx.lineTo(...point)
  })
  ctx.stroke()
  for (const i of isolatedPoints(model.avg)) {
    ctx.beginPath()
    ctx.arc(x(model.xs[i] ?? 0), y(model.avg[i] ?? 0), scaled(u, 3), 0, 2 * Math.PI)
    ctx.fill()
  }
}

/** A small triangle and a hair line at each marked moment. */
function drawMarks({ u, ctx, picture: { marks, tokens }, x }: Plot): void {
  const { top, height } = u.bbox
  const half = scaled(u, 5)
  ctx.fillStyle = ctx.strokeStyle = tokens.outOfRange
  ctx.lineWidth = scaled(u, 1)
  for (const mark of marks) {
    const at = x(mark)
    ctx.beginPath()
    ctx.moveTo(at - half, top)
    ctx.lineTo(at + half, top)
    ctx.lineTo(at, top + half * 1.6)
    ctx.fill()
    ctx.globalAlpha = 0.5
    ctx.beginPath()
    ctx.moveTo(at, top)
    ctx.lineTo(at, top + height)
    ctx.stroke()
    ctx.globalAlpha = 1
  }
}

/** CSS pixels in canvas pixels. */
function scaled(u: uPlot, px: number): number {
  return (px * u.ctx.canvas.width) / u.width
}
