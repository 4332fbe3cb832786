import { describe, expect, test } from 'vitest'
import { lonelyPoints, plotModel } from './plot-model.ts'

const column = (...values: (number | null)[]) => ({ min: [...values], avg: [...values], max: [...values] })
const window = { from: 0, to: 600 }

describe('the model of a chart', () => {
  test('a metric that is missing in some readings makes no gap of its own', () => {
    const model = plotModel({
      times: [0, 60, 61, 120, 180],
      column: column(8, 8.1, null, 8.2, 8.3),
      bucketSeconds: 0,
      window: { from: 0, to: 180 },
      limits: null,
    })
    expect(model.xs).toEqual([0, 60, 120, 180])
    expect(model.gaps).toEqual([])
  })

  test('a gap is broken by one empty point and never bridged', () => {
    const times = [0, 10, 20, 30, 300, 310, 320]
    const model = plotModel({
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

  test('buckets stand at their middle', () => {
    const model = plotModel({ times: [0, 60], column: column(1, 2), bucketSeconds: 60, window, limits: null })
    expect(model.xs).toEqual([30, 90])
  })

  test('a spike of one sample counts in the scale and in the numbers', () => {
    const spike = { min: [7, 7.9], avg: [8, 8], max: [8.1, 13] }
    const model = plotModel({
      times: [0, 60],
      column: spike,
      bucketSeconds: 60,
      window,
      limits: { min: 7.5, max: 8.3 },
    })
    expect(model.yRange[1]).toBeGreaterThan(13)
    expect(model.stats).toEqual({ min: 7, avg: 8, max: 13, last: 8 })
  })

  test('both limits are in sight, negative ones too', () => {
    const model = plotModel({
      times: [0],
      column: column(200),
      bucketSeconds: 0,
      window,
      limits: { min: -50, max: null },
    })
    expect(model.yRange[0]).toBeLessThan(-50)
    expect(model.yRange[1]).toBeGreaterThan(200)
  })

  test('a flat line and an empty one have a scale', () => {
    const flat = plotModel({ times: [0, 1], column: column(5, 5), bucketSeconds: 0, window, limits: null })
    expect(flat.yRange[0]).toBeLessThan(5)
    expect(flat.yRange[1]).toBeGreaterThan(5)
    const empty = plotModel({ times: [], column: column(), bucketSeconds: 0, window, limits: null })
    expect(empty).toMatchObject({ xs: [], stats: null, yRange: [0, 1], gaps: [window] })
  })
})

test('lonely points are those without a neighbour', () => {
  expect(lonelyPoints([1, null, 2, null, 3, 4])).toEqual([0, 2])
  expect(lonelyPoints([1])).toEqual([0])
  expect(lonelyPoints([])).toEqual([])
})
