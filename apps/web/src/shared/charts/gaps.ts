/** A stretch without readings, in epoch seconds. */
export interface Gap {
  from: number
  to: number
}

/** How many steps on either side tell the usual pace at a place. */
const NEIGHBOURS = 12
const LONGER_THAN_USUAL = 2.5
const LONGER_THAN_BUCKETS = 3
/** An end of the window is not called empty before this: a reading may just be on its way. */
const PATIENCE_SECONDS = 120

/**
 * Stretches of a window without readings: longer than 2.5 usual steps and than three buckets.
 * The usual step is the median of the steps nearby, the slower of before and after, so that a device that
 * speeds up or slows down makes no gaps.
 * @param times rising epoch seconds, only those at which there is a value; `bucketSeconds` 0 for raw readings.
 */
export function findGaps(times: readonly number[], bucketSeconds: number, window: { from: number; to: number }): Gap[] {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return window.to > window.from ? [{ ...window }] : []
  const steps = stepsOf(times)
  const floor = LONGER_THAN_BUCKETS * bucketSeconds
  const gaps: Gap[] = []

  const lead = Math.max(floor, PATIENCE_SECONDS, LONGER_THAN_USUAL * median(steps.slice(0, NEIGHBOURS)))
  if (first - window.from > lead) gaps.push({ from: window.from, to: first })

  steps.forEach((step, i) => {
    const before = median(steps.slice(Math.max(0, i - NEIGHBOURS), i))
    const after = median(steps.slice(i + 1, i + 1 + NEIGHBOURS))
    const usual = Math.max(before, after)
    if (usual > 0 && step > Math.max(floor, LONGER_THAN_USUAL * usual)) {
      gaps.push({ from: (times[i] ?? 0) + bucketSeconds, to: times[i + 1] ?? 0 })
    }
  })

  const tail = Math.max(floor, PATIENCE_SECONDS, LONGER_THAN_USUAL * median(steps.slice(-NEIGHBOURS)))
  if (window.to - last > tail) gaps.push({ from: last + bucketSeconds, to: window.to })
  return gaps
}

function stepsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, i) => time - (times[i] ?? time))
}

/** The middle of some numbers, 0 of none. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2
}
