import { describe, expect, test } from 'vitest'
import { findGaps } from './gaps.ts'

/** `count` times from `start`, `step` seconds apart. */
const every = (step: number, count: number, start = 0) => Array.from({ length: count }, (_, i) => start + i * step)

describe('gaps between raw readings', () => {
  test('an even pace has none', () => {
    expect(findGaps(every(60, 20), 0, { from: 0, to: 1140 })).toEqual([])
  })

  test('2.5 steps are no gap, a little more is one', () => {
    const upTo = every(60, 10)
    const at = (step: number) => findGaps([...upTo, ...every(60, 10, 540 + step)], 0, { from: 0, to: 540 + step + 540 })
    expect(at(150)).toEqual([])
    expect(at(151)).toEqual([{ from: 540, to: 691 }])
  })

  test('a device that speeds up makes no gaps, on either side of the change', () => {
    const slow = every(600, 30)
    const fast = every(2, 300, 29 * 600 + 590)
    expect(findGaps([...slow, ...fast], 0, { from: 0, to: 29 * 600 + 590 + 600 })).toEqual([])
  })

  test('a lonely reading lies between two gaps', () => {
    const times = [...every(60, 10), 4000, ...every(60, 10, 8000)]
    expect(findGaps(times, 0, { from: 0, to: 8540 })).toEqual([
      { from: 540, to: 4000 },
      { from: 4000, to: 8000 },
    ])
  })
})

describe('gaps between buckets', () => {
  test('three buckets are no gap, and a gap begins where the last full bucket ends', () => {
    const window = { from: 0, to: 10_000 }
    expect(findGaps([...every(500, 10), ...every(500, 9, 6000)], 500, window)).toEqual([])
    expect(findGaps([...every(500, 10), ...every(500, 8, 6500)], 500, window)).toEqual([{ from: 5000, to: 6500 }])
  })
})

describe('the ends of the window', () => {
  test('silence before the first and after the last reading is a gap', () => {
    expect(findGaps(every(60, 5, 5000), 0, { from: 0, to: 9000 })).toEqual([
      { from: 0, to: 5000 },
      { from: 5240, to: 9000 },
    ])
  })

  test('a reading may be two minutes late before the end is called empty', () => {
    expect(findGaps(every(2, 50), 0, { from: 0, to: 98 + 120 })).toEqual([])
    expect(findGaps(every(2, 50), 0, { from: 0, to: 98 + 121 })).toEqual([{ from: 98, to: 219 }])
  })

  test('no reading at all is one gap, an empty window none', () => {
    expect(findGaps([], 60, { from: 10, to: 20 })).toEqual([{ from: 10, to: 20 }])
    expect(findGaps([], 60, { from: 10, to: 10 })).toEqual([])
  })

  test('two readings have no usual pace of their own', () => {
    expect(findGaps([0, 100], 0, { from: 0, to: 100 })).toEqual([])
  })
})
