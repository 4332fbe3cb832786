import uPlot from 'uplot'
import type { PlotModel } from './plot-model.ts'

/** One line of a chart. */
export interface ChartLine {
  /** Its name, unique in the chart; not shown for a single line. */
  label: string
  color: string
  dash: readonly number[]
  model: PlotModel
  /** Moments to mark on the top edge, epoch seconds. */
  marks: readonly number[]
}

/** The dashes by which the lines of one chart differ, in the order of the lines. */
export const LINE_DASHES = ['', '7 3', '2 3', '12 3', '8 3 2 3', '4 2'] as const

/** The lines on one time axis, as uPlot takes them: null interrupts a line, undefined means that the line has no point there. */
export function joinedData(lines: readonly ChartLine[]): uPlot.AlignedData {
  const [first, another] = lines
  if (!first) return [[]]
  if (!another) return [first.model.xs, first.model.avg]
  return uPlot.join(lines.map(({ model }) => [model.xs, model.avg]))
}

/** The least range that shows every line that has data. */
export function jointRange(lines: readonly ChartLine[]): [number, number] {
  const [first, another] = lines
  if (first && !another) return first.model.yRange
  const ranges = lines.flatMap(({ model }) => (model.stats ? [model.yRange] : []))
  if (ranges.length === 0) return [0, 1]
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))]
}

/** The index of a line's point nearest to a time (epoch seconds); null in a gap and where the line has no point. */
export function pointAt({ xs, avg, gaps }: PlotModel, time: number): number | null {
  if (gaps.some((gap) => time > gap.from && time < gap.to)) return null
  let nearest: number | null = null
  xs.forEach((x, i) => {
    if (avg[i] === null) return
    if (nearest === null || Math.abs(x - time) < Math.abs((xs[nearest] ?? 0) - time)) nearest = i
  })
  return nearest
}
