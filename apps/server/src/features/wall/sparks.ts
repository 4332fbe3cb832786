import type { MetricKey } from '@dalyan/contracts/metrics'
import type { WallSpark, WallValue } from '@dalyan/contracts/wall'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Logger } from '../../core/log.ts'
import type { WallRepository } from './wall.sql.ts'

const STEP_MS = 15 * 60_000
/** Six hours, and the bucket that has begun. */
const BUCKETS = 25
/** So many of the newest buckets are read again each minute, the others when the next one begins: only late readings change them. */
const CHANGING = 2
const REFRESH_AFTER_MS = 60_000
/** A course that nobody asked for this long is forgotten. */
const FORGET_AFTER_MS = 10 * 60_000

export interface WantedSpark {
  tank_id: number
  metric: MetricKey
}

interface CachedCourse {
  readAt: number
  askedAt: number
  /** Start of the first bucket, epoch milliseconds. */
  from: number
  min: (number | null)[]
  max: (number | null)[]
  /** As JSON with the newest value, from the bucket that starts at `from`. */
  text?: { newest: WallValue; from: number; text: Buffer }
}

interface Needs {
  repository: Pick<WallRepository, 'listCourses'>
  clock: Clock
  log: Logger
}

/**
 * The courses of the last six hours. They are kept for a minute, then served once more while they are read anew, so that a request waits for the
 * history only when it asks for a course for the first time. The newest value is added by each request.
 */
export function createSparks({ repository, clock, log }: Needs) {
  const courses = new Map<string, CachedCourse>()
  let refreshing = false

  async function read(wanted: readonly WantedSpark[]): Promise<void> {
    const now = clock.now()
    const from = startOf(now)
    const known = new Map(wanted.map((one) => [keyOf(one), courses.get(keyOf(one))]))
    const isBegun = (one: WantedSpark) => known.get(keyOf(one))?.from === from
    for (const some of Map.groupBy(wanted, (one) => `${isBegun(one)} ${one.metric}`).values()) {
      const [{ metric }] = some as [WantedSpark]
      const first = some.every(isBegun) ? BUCKETS - CHANGING : 0
      const ids = some.map(({ tank_id }) => tank_id)
      const found = await repository.listCourses(ids, metric, instantAt(from + first * STEP_MS))
      const rows = Map.groupBy(found, ({ tank_id }) => tank_id)
      for (const key of some) {
        const before = known.get(keyOf(key))
        const kept = (values: (number | null)[] = []) => [...values.slice(0, first), ...nothing()].slice(0, BUCKETS)
        const course: CachedCourse = { readAt: now, askedAt: now, from, min: kept(before?.min), max: kept(before?.max) }
        for (const { i, min, max } of rows.get(key.tank_id) ?? []) include(course, first + i, min, max)
        courses.set(keyOf(key), course)
      }
    }
  }

  function refresh(wanted: readonly WantedSpark[]): void {
    if (refreshing) return
    refreshing = true
    for (const [key, { askedAt }] of courses) if (clock.now() - askedAt > FORGET_AFTER_MS) courses.delete(key)
    read(wanted)
      .catch((error: unknown) => log.warn({ err: error }, 'the courses of the overview were not read'))
      .finally(() => {
        refreshing = false
      })
  }

  return {
    /** Reads the courses that are missing, and starts to read the old ones again. */
    async prepare(wanted: readonly WantedSpark[]): Promise<void> {
      const now = clock.now()
      const missing: WantedSpark[] = []
      const old: WantedSpark[] = []
      for (const one of wanted) {
        const course = courses.get(keyOf(one))
        if (!course || now - course.readAt > FORGET_AFTER_MS || now < course.readAt) missing.push(one)
        else {
          course.askedAt = now
          if (now - course.readAt > REFRESH_AFTER_MS) old.push(one)
        }
      }
      if (missing.length > 0) await read(missing)
      if (old.length > 0) refresh(old)
    },

    /** A prepared course, up to the newest value. */
    sparkOf(wanted: WantedSpark, newest: WallValue): WallSpark {
      const from = startOf(clock.now())
      const known = courses.get(keyOf(wanted))
      const shift = known ? Math.round((from - known.from) / STEP_MS) : 0
      const moved = (values: (number | null)[] = nothing()) =>
        shift <= 0 ? [...values] : [...values.slice(shift), ...nothing()].slice(0, BUCKETS)
      const spark = { from, min: moved(known?.min), max: moved(known?.max) }
      include(spark, Math.floor((Date.parse(newest.measured_at) - from) / STEP_MS), newest.value, newest.value)
      return { ...spark, metric: wanted.metric, from: instantAt(from), step_seconds: STEP_MS / 1000 }
    },

    /** The same as JSON in UTF-8, which is not written again while the newest value is the same object. */
    sparkText(wanted: WantedSpark, newest: WallValue): Buffer {
      const from = startOf(clock.now())
      const course = courses.get(keyOf(wanted))
      const known = course?.text
      if (known?.newest === newest && known.from === from) return known.text
      const text = Buffer.from(JSON.stringify(this.sparkOf(wanted, newest)))
      if (course) course.text = { newest, from, text }
      return text
    },
  }
}

/** Start of the first bucket shown at this instant. */
function startOf(now: number): number {
  return (Math.floor(now / STEP_MS) - (BUCKETS - 1)) * STEP_MS
}

function nothing(): (number | null)[] {
  return Array.from({ length: BUCKETS }, () => null)
}

function include({ min, max }: Pick<CachedCourse, 'min' | 'max'>, i: number, low: number, high: number): void {
  if (i < 0 || i >= BUCKETS) return
  min[i] = Math.min(min[i] ?? low, low)
  max[i] = Math.max(max[i] ?? high, high)
}

const keyOf = ({ tank_id, metric }: WantedSpark) => `${tank_id} ${metric}`

export type Sparks = ReturnType<typeof createSparks>
