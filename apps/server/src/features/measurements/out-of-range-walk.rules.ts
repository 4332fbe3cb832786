import { endOf, floorTo } from './rollups/time-spans.rules.ts'

/** So many six-hour buckets are looked at first; mostly they hold all that is counted. */
const FIRST_BUCKETS = 160
const GROWTH = 4

interface Walked {
  /** Epoch milliseconds; `to` is outside. */
  from: number
  to: number
  /** Everything before it is rolled up; what is younger is looked at with the newest bucket. */
  done: number
  /** How many pairs of terminal and tank have a bucket each. */
  pairs: number
  descending: boolean
}

/** A window in stretches that grow, in the order in which its rows are wanted; no six-hour bucket lies in two of them. */
export function* stretchesToWalk(walked: Walked): Generator<{ from: number; to: number }> {
  const { from, to, done, pairs, descending } = walked
  const newest = Math.max(from, Math.min(to, done))
  let length = Math.ceil(FIRST_BUCKETS / Math.max(1, pairs)) * endOf('6h', 0)
  let border = descending ? newest : from
  for (let [start, end] = [from, to]; start < end; length *= GROWTH) {
    border = floorTo('6h', border + (descending ? -length : length))
    if (descending) {
      yield { from: Math.max(start, border), to: end }
      end = border
    } else {
      const next = border < newest ? border : to
      yield { from: start, to: next }
      start = next
    }
  }
}
