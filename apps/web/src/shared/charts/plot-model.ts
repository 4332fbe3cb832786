import type { Column } from './columnar-series.ts'
import { findGaps, type Gap } from './gaps.ts'
import type { Limits } from './value-state.ts'

/** What one chart is drawn from. Times are epoch seconds. */
export interface ChartData {
  times: readonly number[]
  column: Column
  /** 0: raw readings. */
  bucketSeconds: number
  window: { from: number; to: number }
  limits: Limits | null
}

/** The same, made ready for drawing: points without a value are left out, gaps hold one empty point that breaks the line. */
export interface PlotModel {
  /** Middles of buckets, or raw times. */
  xs: number[]
  min: (number | null)[]
  avg: (number | null)[]
  max: (number | null)[]
  gaps: Gap[]
  yRange: [number, number]
  stats: PlotStats | null
}

export interface PlotStats {
  min: number
  avg: number
  max: number
  last: number
}

const PADDING = 0.07

export function plotModel(data: ChartData): PlotModel {
  const filled = data.times.flatMap((time, i) => {
    const [min, avg, max] = [data.column.min[i], data.column.avg[i], data.column.max[i]]
    return typeof min === 'number' && typeof avg === 'number' && typeof max === 'number'
      ? [{ time, min, avg, max }]
      : []
  })
  const gaps = findGaps(
    filled.map((point) => point.time),
    data.bucketSeconds,
    data.window,
  )
  const breaks = new Set(gaps.map((gap) => gap.to))
  const model: PlotModel = {
    xs: [],
    min: [],
    avg: [],
    max: [],
    gaps,
    yRange: rangeOf(filled, data.limits),
    stats: statsOf(filled),
  }
  filled.forEach((point, i) => {
    const before = filled[i - 1]
    if (before && breaks.has(point.time)) add(model, (before.time + point.time) / 2 + data.bucketSeconds / 2, null)
    add(model, point.time + data.bucketSeconds / 2, point)
  })
  return model
}

interface Filled {
  min: number
  avg: number
  max: number
}

function add(model: PlotModel, x: number, point: Filled | null): void {
  model.xs.push(x)
  model.min.push(point?.min ?? null)
  model.avg.push(point?.avg ?? null)
  model.max.push(point?.max ?? null)
}

function statsOf(points: readonly Filled[]): PlotStats | null {
  const last = points.at(-1)
  if (!last) return null
  let { min, max } = last
  let sum = 0
  for (const point of points) {
    min = Math.min(min, point.min)
    max = Math.max(max, point.max)
    sum += point.avg
  }
  return { min, avg: sum / points.length, max, last: last.avg }
}

/** The limits are always in sight, so that the eye sees how far away they are. */
function rangeOf(points: readonly Filled[], limits: Limits | null): [number, number] {
  const ends = [limits?.min ?? null, limits?.max ?? null].filter((end) => end !== null)
  let low = Math.min(...ends)
  let high = Math.max(...ends)
  for (const point of points) {
    low = Math.min(low, point.min)
    high = Math.max(high, point.max)
  }
  if (low > high) return [0, 1]
  const pad = high > low ? (high - low) * PADDING : Math.max(Math.abs(high) * 0.01, 0.5)
  return [low - pad, high + pad]
}

/** Points whose neighbours are both missing: a line would not show them. */
export function lonelyPoints(avg: readonly (number | null)[]): number[] {
  return avg.flatMap((value, i) =>
    value !== null && (avg[i - 1] ?? null) === null && (avg[i + 1] ?? null) === null ? [i] : [],
  )
}
