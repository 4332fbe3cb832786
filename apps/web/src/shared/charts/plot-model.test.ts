import type { MetricSeries } from '@dalyan/contracts/measurements'
import type { Limits } from '@dalyan/contracts/out-of-range'
import { describe, expect, test } from 'vitest'
import { constantLimits } from './limit-steps.ts'
import { findGaps, isolatedPoints, plotModel } from './plot-model.ts'

const column = (...values: (number | null)[]) => ({ min: [...values], avg: [...values], max: [...values] })
const window = { from: 0, to: 600 }

interface Line {
  times: number[]
  column: MetricSeries
  bucketSeconds: number
  window: { from: number; to: number }
  limits: Limits | null
}

function modelOf({ times, column: ph, bucketSeconds, window: shown, limits }: Line) {
  return plotModel(
    { from: '', to: '', bucket_seconds: bucketSeconds, times, metrics: { ph } },
    'ph',
    shown,
    constantLimits(limits),
  )
}

describe('the model of a chart', () => {
  test('a metric that is missing in some readings makes no gap', () => {
    const model = modelOf({
      times: [0, 60, 61, 120, 180],
      column: column(8, 8.1, null, 8.2, 8.3),
      bucketSeconds: 0,
      window: { from: 0, to: 180 },
      limits: null,
    })
    expect(model.xs).toEqual([0, 60, 120, 180])
    expect(model.gaps).toEqual([])
  })

  test('a gap has one empty point, so that no line crosses it', () => {
    const times = [0, 10, 20, 30, 300, 310, 320]
    const model = modelOf({
      times,
      column: column(1, 2, 3, 4, 5, 6, 7),
      bucketSeconds: 0,
      window: { from: 0, to: 320 },
      limits: null,
    })
    expect(model.gaps).toEqual([{ from: 30, to: 300 }])
    expect(model.avg).toEqual([1, 2, 3, 4, null, 5, 6, 7])
    expect(model.xs[4]).toBe(165)
  })

  test('the point of a bucket stands in its middle', () => {
    const model = modelOf({ times: [0, 60], column: column(1, 2), bucketSeconds: 60, window, limits: null })
    expect(model.xs).toEqual([30, 90])
  })

  test('a spike of one reading counts in the scale and in the statistics', () => {
    const spike = { min: [7, 7.9], avg: [8, 8], max: [8.1, 13] }
    const model = modelOf({
      times: [0, 60],
      column: spike,
      bucketSeconds: 60,
      window,
      limits: { min: 7.5, max: 8.3 },
    })
    expect(model.yRange[1]).toBeGreaterThan(13)
    expect(model.stats).toEqual({ min: 7, avg: 8, max: 13, last: 8 })
  })

  test('the scale includes the limits, negative ones too', () => {
    const model = modelOf({
      times: [0],
      column: column(200),
      bucketSeconds: 0,
      window,
      limits: { min: -50, max: null },
    })
    expect(model.yRange[0]).toBeLessThan(-50)
    expect(model.yRange[1]).toBeGreaterThan(200)
  })

  test('a flat and an empty line have a scale', () => {
    const flat = modelOf({ times: [0, 1], column: column(5, 5), bucketSeconds: 0, window, limits: null })
    expect(flat.yRange[0]).toBeLessThan(5)
    expect(flat.yRange[1]).toBeGreaterThan(5)
    const empty = modelOf({ times: [], column: column(), bucketSeconds: 0, window, limits: null })
    expect(empty).toMatchObject({ xs: [], stats: null, yRange: [0, 1], gaps: [window] })
  })
})

test('isolated points have no neighbour', () => {
  expect(isolatedPoints([1, null, 2, null, 3, 4])).toEqual([0, 2])
  expect(isolatedPoints([1])).toEqual([0])
  expect(isolatedPoints([])).toEqual([])
})

/** `count` times from `start`, `step` seconds apart. */
const every = (step: number, count: number, start = 0) => Array.from({ length: count }, (_, i) => start + i * step)

describe('gaps between raw readings', () => {
  test('an even pace has no gaps', () => {
    expect(findGaps(every(60, 20), 0, { from: 0, to: 1140 })).toEqual([])
  })

  test('a pause is a gap when it is longer than 2.5 usual steps', () => {
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

  test('an isolated reading lies between two gaps', () => {
    const times = [...every(60, 10), 4000, ...every(60, 10, 8000)]
    expect(findGaps(times, 0, { from: 0, to: 8540 })).toEqual([
      { from: 540, to: 4000 },
      { from: 4000, to: 8000 },
    ])
  })
})

describe('gaps between buckets', () => {
  test('a pause is a gap when it is longer than three buckets, and begins where the last filled bucket ends', () => {
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

  test('the end of the window is a gap only when the last reading is more than two minutes ago', () => {
    expect(findGaps(every(2, 50), 0, { from: 0, to: 98 + 120 })).toEqual([])
    expect(findGaps(every(2, 50), 0, { from: 0, to: 98 + 121 })).toEqual([{ from: 98, to: 219 }])
  })

  test('a window without readings is one gap, an empty window none', () => {
    expect(findGaps([], 60, { from: 10, to: 20 })).toEqual([{ from: 10, to: 20 }])
    expect(findGaps([], 60, { from: 10, to: 10 })).toEqual([])
  })

  test('two readings are too few for a gap', () => {
    expect(findGaps([0, 100], 0, { from: 0, to: 100 })).toEqual([])
  })
})
