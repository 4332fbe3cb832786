import type { TimeWindow } from '../rollups/time-spans.rules.ts'

/** Lengths of buckets in seconds; from 15 minutes on they are built from roll-ups. */
const STEPS = [15, 30, 60, 120, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800]
const ROLLED_SECONDS = 900
const COARSE_SECONDS = 21_600
const MOST_READINGS = 60_000
const MOST_ROLLED = 150_000
/** Terminals do not send on the second: in a shorter bucket some of them are missing, and the median would jump. */
const INTERVALS_IN_BUCKET = 1.5

interface CompareWindow extends TimeWindow {
  points: number
  readings: number
  terminals: number
  /** Length in seconds of the shortest buckets that are kept of the full window; 0: every reading. */
  least?: number
}

/** The shortest buckets that are quick to read and hold a value of nearly every tank. */
export function compareStep({ from, to, points, readings, terminals, least: kept = 0 }: CompareWindow): number {
  const seconds = (to - from) / 1000
  const interval = readings === 0 ? 0 : (seconds * terminals) / readings
  const least = Math.max(kept, seconds / points, interval * INTERVALS_IN_BUCKET)
  const isQuick = (step: number) => {
    if (step < ROLLED_SECONDS) return readings <= MOST_READINGS
    return step >= COARSE_SECONDS || (seconds / ROLLED_SECONDS) * terminals <= MOST_ROLLED
  }
  return STEPS.find((step) => step >= least && isQuick(step)) ?? 604_800
}
