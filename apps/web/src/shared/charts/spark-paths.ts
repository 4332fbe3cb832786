import { type Limits, sideOf } from '@dalyan/contracts/out-of-range'

const WIDTH = 128
const HEIGHT = 32
/** Free space around the limits, as a part of their distance. */
const MARGIN = 0.08

interface SparkCourse {
  min: readonly (number | null)[]
  max: readonly (number | null)[]
  limits: Limits | null
  fits: boolean
}

export interface SparkPaths {
  width: number
  height: number
  band: { top: number; bottom: number } | null
  /** Path data; empty: nothing to draw. */
  limits: string
  line: string
  /** The part of the line outside the limits. */
  out: string
  last: { x: number; y: number; isOut: boolean } | null
}

/** The drawing of a course. The vertical span is the limits and a margin; `fits`, or an open side, makes it hold the data. */
export function sparkPaths({ min, max, limits, fits }: SparkCourse): SparkPaths {
  const points = min.map((low, i) => bucketValue(low, max[i] ?? null, limits))
  const [low, high] = [limits?.min ?? null, limits?.max ?? null]
  const known = points.filter((value) => value !== null)
  const drawn = known.length > 0 ? known : [low, high].filter((limit) => limit !== null)
  const [least, greatest] = [Math.min(...drawn), Math.max(...drawn)]
  const bottom = fits ? Math.min(low ?? least, least) : (low ?? Math.min(least, high ?? least))
  const top = fits ? Math.max(high ?? greatest, greatest) : (high ?? Math.max(greatest, low ?? greatest))
  const span = top - bottom || Math.abs(top) || 1
  const [from, to] = [bottom - span * MARGIN, top + span * MARGIN]
  const y = (value: number) => round(HEIGHT - 1 - ((clip(value, from, to) - from) / (to - from)) * (HEIGHT - 2))
  const x = (i: number) => round(2 + (i / Math.max(1, points.length - 1)) * (WIDTH - 6))
  const isOut = (i: number) => {
    const value = points[i] ?? null
    return value !== null && limits !== null && sideOf(value, limits) !== null
  }
  const path = (shows: (i: number) => boolean) => {
    let text = ''
    let joined = false
    points.forEach((value, i) => {
      if (value !== null && shows(i)) text += `${joined ? 'L' : 'M'}${x(i)} ${y(value)}`
      joined = value !== null && shows(i)
    })
    return text
  }
  const end = points.findLastIndex((value) => value !== null)
  const edges = [high, low].flatMap((limit) => (limit === null ? [] : `M0 ${y(limit)}H${WIDTH}`))
  return {
    width: WIDTH,
    height: HEIGHT,
    band: edges.length === 0 ? null : { top: high === null ? 0 : y(high), bottom: low === null ? HEIGHT : y(low) },
    limits: edges.join(''),
    line: path(() => true),
    // With the points before it, so that the line leaves its limits in the colour of the part outside.
    out: limits === null ? '' : path((i) => isOut(i) || isOut(i + 1)),
    last: end === -1 ? null : { x: x(end), y: y(points[end] ?? 0), isOut: isOut(end) },
  }
}

/** One value for a bucket: the one outside the limits, else the middle. */
function bucketValue(low: number | null, high: number | null, limits: Limits | null): number | null {
  if (low === null || high === null) return null
  if (limits && sideOf(high, limits) === 'high') return high
  if (limits && sideOf(low, limits) === 'low') return low
  return (low + high) / 2
}

const clip = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value))
const round = (value: number) => Math.round(value * 10) / 10
