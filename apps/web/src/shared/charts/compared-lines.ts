import uPlot from 'uplot'
import type { PlotModel } from './plot-model.ts'

/** One of several lines in a chart. */
export interface ComparedLine {
  label: string
  color: string
  dash: readonly number[]
  model: PlotModel
  /** Moments to point at on the top edge, epoch seconds. */
  marks?: readonly number[]
}

/** So many lines can be told apart. */
export const LINE_DASHES = ['', '7 3', '2 3', '12 3', '8 3 2 3', '4 2'] as const

/** The lines on one time axis, as uPlot takes them: null lifts a line, undefined is no point of it. */
export function joinedData(lines: readonly ComparedLine[]): uPlot.AlignedData {
  const [first] = lines
  if (!first) return [[]]
  if (lines.length === 1) return [first.model.xs, first.model.avg]
  return uPlot.join(lines.map(({ model }) => [model.xs, model.avg]))
}

/** The least range that shows every line that has data. */
export function jointRange(lines: readonly ComparedLine[]): [number, number] {
  const ranges = lines.flatMap(({ model }) => (model.stats ? [model.yRange] : []))
  if (ranges.length === 0) return [0, 1]
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))]
}

/** The index of a line's point nearest to a time (epoch seconds); null where it has none: in a gap, or before and after its data. */
export function pointAt({ xs, avg, gaps }: PlotModel, time: number): number | null {
  if (gaps.some((gap) => time > gap.from && time < gap.to)) return null
  let nearest: number | null = null
  xs.forEach((x, i) => {
    if (avg[i] === null) return
    if (nearest === null || Math.abs(x - time) < Math.abs((xs[nearest] ?? 0) - time)) nearest = i
  })
  return nearest
}
