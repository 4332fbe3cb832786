import uPlot from 'uplot'
import type { LimitSteps } from './limit-steps.ts'
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
  /** A line of another quantity has its own axis on the right, and each of such lines its own limits. */
  axis?: LineAxis | undefined
}

export interface LineAxis {
  side: 'left' | 'right'
  /** Quantity and unit, written along the axis. */
  title: string
  limits: LimitSteps
}

/** Whether the lines are of different quantities, with an axis on each side. */
export function hasTwoAxes(lines: readonly ChartLine[]): boolean {
  return lines.some(({ axis }) => axis?.side === 'right')
}

/** The dashes by which the lines of one chart differ, in the order of the lines. */
export const LINE_DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [12, 3], [8, 3, 2, 3], [4, 2], [1, 3]]

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

/** Whether a line has no readings at a time (epoch seconds). */
export function isInGap({ gaps }: PlotModel, time: number): boolean {
  return gaps.some((gap) => time > gap.from && time < gap.to)
}

/** The index of a line's point nearest to a time (epoch seconds); null in a gap and where the line has no point. */
export function pointAt(model: PlotModel, time: number): number | null {
  if (isInGap(model, time)) return null
  const { xs, avg } = model
  let nearest: number | null = null
  xs.forEach((x, i) => {
    if (avg[i] === null) return
    if (nearest === null || Math.abs(x - time) < Math.abs((xs[nearest] ?? 0) - time)) nearest = i
  })
  return nearest
}

/** Points that a key moves the crosshair with Shift. */
const FAR = 10

/**
 * The point to which a key moves the crosshair: arrows by one (ten with Shift), Home and End to the ends.
 * Points without a value are skipped. Null: the key does not move the crosshair, or there is no point.
 * @param at the current point, null before the first move (which starts at the newest).
 */
export function nextPoint(
  values: readonly (number | null)[],
  at: number | null,
  key: string,
  isFar: boolean,
): number | null {
  const points = values.flatMap((value, i) => (value === null ? [] : [i]))
  const last = points.length - 1
  const nearest = points.findLastIndex((i) => at === null || i <= at)
  const before = Math.max(0, nearest)
  const step = isFar ? FAR : 1
  const target = {
    ArrowLeft: at === null ? last : before - step,
    ArrowRight: before + step,
    Home: 0,
    End: last,
  }[key]
  return target === undefined ? null : (points[Math.min(last, Math.max(0, target))] ?? null)
}
