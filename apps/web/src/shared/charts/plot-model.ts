import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { median } from 'simple-statistics'
import { type LimitSteps, stepsWithin } from './limit-steps.ts'

/** An interval without readings, in epoch seconds. */
export interface PlotGap {
  from: number
  to: number
}

/** A line prepared for drawing: without the points that have no value, with one empty point in each gap, which interrupts the line. */
export interface PlotModel {
  /** Middles of buckets, or raw times. */
  xs: number[]
  min: (number | null)[]
  avg: (number | null)[]
  max: (number | null)[]
  gaps: PlotGap[]
  /** Drawn hollow, at the edge of the plot where they lie outside of it: they say nothing of the water, and do not widen its range. */
  refused: readonly { time: number; value: number }[]
  prediction: DrawnPrediction | null
  yRange: [number, number]
  stats: PlotStats | null
}

/** What is predicted from the newest bucket on, with the usual error on either side; `times` in epoch seconds. */
export interface DrawnPrediction {
  times: readonly number[]
  values: readonly number[]
  errors: readonly number[]
}

export interface PlotStats {
  min: number
  avg: number
  max: number
  last: number
}

const PADDING = 0.07

/** Prepares one metric of a series for drawing; without a series the line is empty. @param window epoch seconds */
export function plotModel(
  series: Series | undefined,
  metric: MetricKey,
  window: { from: number; to: number },
  limits: LimitSteps,
  prediction: DrawnPrediction | null = null,
): PlotModel {
  const { times = [], bucket_seconds = 0, metrics = {} } = series ?? {}
  const column = metrics[metric]
  const points = times.flatMap((time, i) => {
    const [min, avg, max] = [column?.min[i], column?.avg[i], column?.max[i]]
    return typeof min === 'number' && typeof avg === 'number' && typeof max === 'number'
      ? [{ time, min, avg, max }]
      : []
  })
  const gaps = findGaps(
    points.map((point) => point.time),
    bucket_seconds,
    window,
  )
  const breaks = new Set(gaps.map((gap) => gap.to))
  const model: PlotModel = {
    xs: [],
    min: [],
    avg: [],
    max: [],
    gaps,
    refused: (series?.refused?.[metric] ?? []).filter(({ time }) => time >= window.from && time <= window.to),
    prediction,
    yRange: rangeOf([...points, ...predictedPoints(prediction)], stepsWithin(limits, window)),
    stats: statsOf(points),
  }
  points.forEach((point, i) => {
    const before = points[i - 1]
    if (before && breaks.has(point.time)) add(model, (before.time + point.time) / 2 + bucket_seconds / 2, null)
    add(model, point.time + bucket_seconds / 2, point)
  })
  return model
}

interface BucketPoint {
  min: number
  avg: number
  max: number
}

function predictedPoints(prediction: DrawnPrediction | null): BucketPoint[] {
  const { values = [], errors = [] } = prediction ?? {}
  return values.map((avg, i) => ({ avg, min: avg - (errors[i] ?? 0), max: avg + (errors[i] ?? 0) }))
}

function add(model: PlotModel, x: number, point: BucketPoint | null): void {
  model.xs.push(x)
  model.min.push(point?.min ?? null)
  model.avg.push(point?.avg ?? null)
  model.max.push(point?.max ?? null)
}

function statsOf(points: readonly BucketPoint[]): PlotStats | null {
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

/** Includes the limits, so that the user sees how far away they are. */
function rangeOf(points: readonly BucketPoint[], limits: LimitSteps): [number, number] {
  const ends = limits.flatMap(({ min, max }) => [min, max]).filter((end) => end !== null)
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

/** Indices of points that lack both neighbours: a line would not show them. */
export function isolatedPoints(avg: readonly (number | null)[]): number[] {
  return avg.flatMap((value, i) =>
    value !== null && (avg[i - 1] ?? null) === null && (avg[i + 1] ?? null) === null ? [i] : [],
  )
}

/** How many steps before and after one count for the usual step there. */
const NEIGHBOURS = 12
const LONGER_THAN_USUAL = 2.5
const LONGER_THAN_BUCKETS = 3
/** A gap at an end of the window is at least this long: a reading may arrive late. */
const PATIENCE_SECONDS = 120

/**
 * Intervals of a window without readings: longer than 2.5 usual steps and than three buckets.
 * The usual step is the greater of two medians, of the steps before and of the steps after, so that a device that
 * speeds up or slows down makes no gaps.
 * @param times rising epoch seconds of the points that have a value; `bucketSeconds` 0 for raw readings.
 */
export function findGaps(
  times: readonly number[],
  bucketSeconds: number,
  window: { from: number; to: number },
): PlotGap[] {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return window.to > window.from ? [{ ...window }] : []
  const steps = stepsOf(times)
  const least = LONGER_THAN_BUCKETS * bucketSeconds
  const gaps: PlotGap[] = []

  const lead = Math.max(least, PATIENCE_SECONDS, LONGER_THAN_USUAL * usualStep(steps.slice(0, NEIGHBOURS)))
  if (first - window.from > lead) gaps.push({ from: window.from, to: first })

  steps.forEach((step, i) => {
    const before = usualStep(steps.slice(Math.max(0, i - NEIGHBOURS), i))
    const after = usualStep(steps.slice(i + 1, i + 1 + NEIGHBOURS))
    const usual = Math.max(before, after)
    if (usual > 0 && step > Math.max(least, LONGER_THAN_USUAL * usual)) {
      gaps.push({ from: (times[i] ?? 0) + bucketSeconds, to: times[i + 1] ?? 0 })
    }
  })

  const tail = Math.max(least, PATIENCE_SECONDS, LONGER_THAN_USUAL * usualStep(steps.slice(-NEIGHBOURS)))
  if (window.to - last > tail) gaps.push({ from: last + bucketSeconds, to: window.to })
  return gaps
}

function stepsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, i) => time - (times[i] ?? time))
}

/** 0 of no steps. */
function usualStep(steps: number[]): number {
  return steps.length === 0 ? 0 : median(steps)
}
