import { LEAST_PAIRS, MOST_LAG_MINUTES, type Relation, type Scatter } from '@dalyan/contracts/explore'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'

/** Means of one metric of one tank in buckets of equal length from one start; NaN: no value there. */
export type Grid = Float64Array

/** The lengths of buckets, in seconds; each is a multiple of the one before. */
export const STEPS = [60, 300, 900, 3600, 21_600, 86_400] as const
export type Step = (typeof STEPS)[number]

const MOST_BUCKETS = 9_000
/** More readings than this are not read for buckets; roll-ups hold buckets of 15 minutes and longer. */
const MOST_READINGS = 60_000
const ROLLED_SECONDS = 900
const MINUTE = 60

interface StepWindow extends TimeWindow {
  readings: number
  /** Length in seconds of the shortest buckets that are kept of the full window; 0: every reading. */
  least?: number
}

/** The finest buckets for a window that are kept and quick to read. */
export function stepOf({ from, to, readings, least = 0 }: StepWindow): Step {
  const seconds = (to - from) / 1000
  const fits = (step: number) =>
    step >= least && seconds / step <= MOST_BUCKETS && (step >= ROLLED_SECONDS || readings <= MOST_READINGS)
  return STEPS.find(fits) ?? 86_400
}

/** The pairs of two grids: x of a bucket with y of the bucket `shift` later; without those that lack a value. */
export function pairsOf(x: Grid, y: Grid, shift = 0): { at: number[]; x: number[]; y: number[] } {
  const pairs: ReturnType<typeof pairsOf> = { at: [], x: [], y: [] }
  const end = Math.min(x.length, y.length - shift)
  for (let i = Math.max(0, -shift); i < end; i++) {
    const [a, b] = [x[i] ?? Number.NaN, y[i + shift] ?? Number.NaN]
    if (Number.isNaN(a) || Number.isNaN(b)) continue
    pairs.at.push(i)
    pairs.x.push(a)
    pairs.y.push(b)
  }
  return pairs
}

/** Pearson's r and the line of least squares; two passes, because the sums of squares of close values cancel. */
export function relate(x: readonly number[], y: readonly number[]): Relation {
  const n = x.length
  const [meanX, meanY] = [sum(x) / n, sum(y) / n]
  let [xx, yy, xy] = [0, 0, 0]
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [(x[i] ?? 0) - meanX, (y[i] ?? 0) - meanY]
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  if (n < 2 || isConstant(xx, meanX, n)) return { n, r: null, slope: null, intercept: null }
  const slope = xy / xx
  const r = isConstant(yy, meanY, n) ? null : Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)))
  return { n, r, slope, intercept: meanY - slope * meanX }
}

/** Whether a sum of squared distances from the mean is only what rounding leaves of equal values. */
function isConstant(squares: number, mean: number, n: number): boolean {
  return squares <= n * (1e-10 * mean) ** 2
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Joins neighbouring buckets; a joined bucket is the mean of those that have a value. `offset`: buckets that the first one lacks at its start. */
export function coarsen(grid: Grid, factor: number, offset: number): Grid {
  const joined = new Float64Array(Math.ceil((grid.length + offset) / factor)).fill(Number.NaN)
  for (let to = 0; to < joined.length; to++) {
    const start = to * factor - offset
    const values = Array.from(grid.subarray(Math.max(0, start), start + factor)).filter((value) => !Number.isNaN(value))
    if (values.length > 0) joined[to] = sum(values) / values.length
  }
  return joined
}

/** Whether the buckets of two grids meet: terminals that measure at other moments share no short buckets. */
export function areMet(x: Grid, y: Grid): boolean {
  const fewer = Math.min(filled(x), filled(y))
  return pairsOf(x, y).at.length * 2 >= fewer
}

function filled(grid: Grid): number {
  return grid.reduce((n, value) => (Number.isNaN(value) ? n : n + 1), 0)
}

/** A lag in full steps. */
export function shiftOf(minutes: number, step: number): number {
  return Math.round((minutes * MINUTE) / lagStep(step)) * (lagStep(step) / step)
}

/** The distance of two lags in seconds: 15 minutes, or the step where it is longer. */
function lagStep(step: number): number {
  return Math.max(ROLLED_SECONDS, step)
}

/** r for each lag up to six hours in both directions. */
export function lagCurve(x: Grid, y: Grid, step: number): Pick<Scatter, 'lags' | 'best_lag'> {
  const every = lagStep(step)
  const most = Math.floor((MOST_LAG_MINUTES * MINUTE) / every)
  const lags: Scatter['lags'] = { minutes: [], r: [] }
  let best_lag: Scatter['best_lag'] = null
  for (const k of Array.from({ length: 2 * most + 1 }, (_, i) => i - most)) {
    const pairs = pairsOf(x, y, (k * every) / step)
    const r = pairs.at.length < LEAST_PAIRS ? null : relate(pairs.x, pairs.y).r
    const minutes = (k * every) / MINUTE
    lags.minutes.push(minutes)
    lags.r.push(r)
    if (r !== null && isStronger({ minutes, r }, best_lag)) best_lag = { minutes, r }
  }
  return { lags, best_lag }
}

/** Of two equally strong lags the shorter counts. */
function isStronger(one: { minutes: number; r: number }, best: Scatter['best_lag']): boolean {
  if (!best) return true
  const gain = Math.abs(one.r) - Math.abs(best.r)
  return gain > 1e-9 || (gain > -1e-9 && Math.abs(one.minutes) < Math.abs(best.minutes))
}

/** At most `most` of some pairs, evenly spaced. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  const every = Math.ceil(all.length / most)
  return all.filter((_, i) => i % every === 0)
}
