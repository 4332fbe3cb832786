import type uPlot from 'uplot'
import type { ChartTokens } from './chart-tokens.ts'

/** A line's name beside its end. */
export interface EndLabel {
  text: string
  /** The line's last value; null: it has none. */
  value: number | null
  color: string
  dash: readonly number[]
}

const LEAST_DISTANCE_PX = 15
const SWATCH_PX = 12

/** Heights at which labels do not cover each other, as near to the wished ones as can be; in the order given. */
export function spreadHeights(wished: readonly number[], least: number, top: number, bottom: number): number[] {
  const order = wished.map((_, i) => i).toSorted((a, b) => (wished[a] ?? 0) - (wished[b] ?? 0))
  const heights = [...wished]
  let before = top - least
  for (const i of order) before = heights[i] = Math.max(heights[i] ?? 0, before + least)
  let after = bottom + least
  for (const i of order.toReversed()) after = heights[i] = Math.min(heights[i] ?? 0, after - least)
  return heights
}

/** Writes each line's name to the right of the plot, with a piece of the line. @param width room for it, CSS px */
export function drawEndLabels(u: uPlot, labels: readonly EndLabel[], tokens: ChartTokens, width: number): void {
  const shown = labels.filter((label) => label.value !== null)
  const { ctx, bbox } = u
  const scale = ctx.canvas.width / u.width
  const heights = spreadHeights(
    shown.map((label) => u.valToPos(label.value ?? 0, 'y', true)),
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
  shown.forEach(({ text, color, dash }, i) => {
    const height = heights[i] ?? 0
    ctx.strokeStyle = color
    ctx.setLineDash(dash.map((part) => part * scale))
    ctx.beginPath()
    ctx.moveTo(left, height)
    ctx.lineTo(left + SWATCH_PX * scale, height)
    ctx.stroke()
    ctx.fillStyle = tokens.axisText
    ctx.fillText(text, left + (SWATCH_PX + 4) * scale, height, (width - SWATCH_PX - 8) * scale)
  })
  ctx.restore()
}
