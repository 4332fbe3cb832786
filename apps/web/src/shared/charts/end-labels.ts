import type uPlot from 'uplot'
import type { ChartLine } from './chart-lines.ts'
import type { ChartTokens } from './chart-tokens.ts'

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

/** Writes the name of each line that has data to the right of the plot, after a short sample of the line. @param width space for it, CSS px */
export function drawEndLabels(u: uPlot, lines: readonly ChartLine[], tokens: ChartTokens, width: number): void {
  const shown = lines.flatMap(({ label, color, dash, model: { stats } }) =>
    stats ? [{ label, color, dash, value: stats.last }] : [],
  )
  const { ctx, bbox } = u
  const scale = ctx.canvas.width / u.width
  const heights = spreadHeights(
    shown.map(({ value }) => u.valToPos(value, 'y', true)),
    LEAST_DISTANCE_PX * scale,
    bbox.top,
    bbox.top + bbox.height,
  )
  const left = bbox.left + bbox.width + 4 * scale
  ctx.save()
  ctx.font = `${12 * scale}px ${tokens.fontFamily}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  ctx.lineWidth = 2 * scale
  shown.forEach(({ label, color, dash }, i) => {
    const height = heights[i] ?? 0
    ctx.strokeStyle = color
    ctx.setLineDash(dash.map((part) => part * scale))
    ctx.beginPath()
    ctx.moveTo(left, height)
    ctx.lineTo(left + SWATCH_PX * scale, height)
    ctx.stroke()
    ctx.fillStyle = tokens.axisText
    ctx.fillText(label, left + (SWATCH_PX + 4) * scale, height, (width - SWATCH_PX - 8) * scale)
  })
  ctx.restore()
}
