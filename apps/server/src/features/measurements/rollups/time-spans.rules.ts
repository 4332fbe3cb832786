/** The tables with counts of readings, from coarse to fine, and the readings themselves. */
export const LEVELS = ['month', 'day', '6h', '15m', 'raw'] as const
export type Level = (typeof LEVELS)[number]

/** Before and after every reading. */
const BEGINNING = Date.UTC(1970, 0, 1)
const NEVER = Date.UTC(2200, 0, 1)

export const BUCKET_MS = 15 * 60_000
const STEP_MS = { day: 86_400_000, '6h': 6 * 3_600_000, '15m': BUCKET_MS, raw: 1 } as const

export interface TimeWindow {
  /** Epoch milliseconds; `to` is exclusive. */
  from: number
  to: number
}

/** The window between two instants; without one it is open at that end. */
export function openWindow({ from, to }: { from?: string | undefined; to?: string | undefined }): TimeWindow {
  return { from: from === undefined ? BEGINNING : Date.parse(from), to: to === undefined ? NEVER : Date.parse(to) }
}

/** A time interval of full buckets of its level. */
export interface LevelSpan extends TimeWindow {
  level: Level
}

/** Start of the bucket that contains the instant. */
export function startOf(level: Level, ms: number): number {
  if (level === 'month') {
    const date = new Date(ms)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  return Math.floor(ms / STEP_MS[level]) * STEP_MS[level]
}

/** End of the bucket that starts at `start`. */
export function endOf(level: Level, start: number): number {
  if (level !== 'month') return start + STEP_MS[level]
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

function ceilTo(level: Level, ms: number): number {
  const start = startOf(level, ms)
  return start === ms ? ms : endOf(level, start)
}

/** Cuts a time interval into the coarsest full buckets, in order of time; the remainders at both ends are raw. */
export function splitSpan(from: number, to: number, levels: readonly Level[] = LEVELS): LevelSpan[] {
  const [level, ...finer] = levels
  if (level === undefined || from >= to) return []
  const first = ceilTo(level, from)
  const last = startOf(level, to)
  if (first >= last) return splitSpan(from, to, finer)
  return [...splitSpan(from, first, finer), { level, from: first, to: last }, ...splitSpan(last, to, finer)]
}

/**
 * Like `splitSpan` with the roll-ups of values, but raw wherever they lack readings.
 * @param done all readings before it are rolled up, except in dirty buckets
 * @param dirty starts of 15-minute buckets, in order of time
 */
export function splitAround({
  from,
  to,
  done,
  dirty,
}: TimeWindow & { done: number; dirty: readonly number[] }): LevelSpan[] {
  const rolledTo = Math.max(from, Math.min(to, done))
  const spans: LevelSpan[] = []
  const addRaw = (start: number, end: number) => {
    if (start >= end) return
    const last = spans.at(-1)
    if (last?.level === 'raw' && last.to === start) last.to = end
    else spans.push({ level: 'raw', from: start, to: end })
  }
  let reached = from
  for (const bucket of dirty) {
    const start = Math.max(from, bucket)
    const end = Math.min(rolledTo, bucket + BUCKET_MS)
    if (start >= end) continue
    spans.push(...splitSpan(reached, start, ['6h', '15m', 'raw']))
    addRaw(start, end)
    reached = end
  }
  spans.push(...splitSpan(reached, rolledTo, ['6h', '15m', 'raw']))
  addRaw(rolledTo, to)
  return spans
}

export function finerThan(level: Level): readonly Level[] {
  return LEVELS.slice(LEVELS.indexOf(level) + 1)
}

/** The smallest multiple of `step` (seconds) that cuts the window into at most `points` buckets. */
export function bucketSeconds(from: number, to: number, points: number, step: number): number {
  const needed = (size: number) => Math.floor((to - 1) / 1000 / size) - Math.floor(from / 1000 / size) + 1
  let size = Math.max(step, Math.floor((to - from) / 1000 / points / step) * step)
  while (needed(size) > points) size += step
  return size
}

const MOST_RAW_ROWS = 20_000
const MOST_BUCKETS = 15_000

/** The source of a chart: every reading, raw readings in buckets, or a roll-up. `seconds`: 0 for every reading. */
export interface ChartPlan {
  source: 'raw' | '15m' | '6h' | 'day'
  seconds: number
}

interface ChartWish extends TimeWindow {
  points: number
  readings: number
  terminals: number
  /** Length in seconds of the shortest buckets that are kept of the full window; 0: every reading. */
  least?: number
}

/** Chooses by what is kept, the number of readings in the window, and that of their terminals. */
export function planChart({ from, to, points, readings, terminals, least = 0 }: ChartWish): ChartPlan {
  const bucketsOf = (step: number) => bucketSeconds(from, to, points, step)
  const coarse = (): ChartPlan => {
    const seconds = bucketsOf(21_600)
    return seconds < 86_400 ? { source: '6h', seconds } : { source: 'day', seconds: bucketsOf(86_400) }
  }
  if (least > 900) return coarse()
  if (least === 0 && readings <= points) return { source: 'raw', seconds: 0 }
  if (least === 0 && readings <= MOST_RAW_ROWS) return { source: 'raw', seconds: bucketsOf(1) }
  const buckets = Math.min(readings, (terminals * (to - from)) / BUCKET_MS)
  return buckets <= MOST_BUCKETS ? { source: '15m', seconds: bucketsOf(900) } : coarse()
}
